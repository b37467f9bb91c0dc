// Runs before anything is painted: the sky and theme of the last visit, so that no night opens with a white flash.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("pawsona.painted") ?? "{}"));
} catch {
  localStorage.removeItem("pawsona.painted");
}
