// Pairing a phone.
export const phone = {
  "phone.title": "On your phone",
  "phone.what": "Scan a code once, and your phone opens this home while both are in the same network. Only phones that you pair get in; this computer has to be on.",
  "phone.far": "Scan a code once, and your phone opens this home from wherever it can reach this address. Only devices that you pair get in; the computer has to be on.",
  "phone.pair": "Pair a phone",
  "phone.another": "Make another code",
  "phone.scan": "Point your phone's camera at this. The code works once, for five minutes.",
  "phone.code": "Code to scan with your phone",
  "phone.done": "{name} is paired.",
  "phone.late": "That code is too old now.",
  "phone.seen": "Last here on {day}",
  "phone.out": "Shut out",
  "phone.out-name": "Shut out {name}",
  "phone.elsewhere": "Phones are paired and removed on the computer where Pawsona runs.",
  "phone.secure": "The diary can be read here while Pawsona is switched off, too: pages that you opened are kept in this browser.",
  "phone.insecure": "Reading the diary without a connection needs a secure address (HTTPS), which this one is not. Everything else works.",
};
