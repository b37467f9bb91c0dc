// Words for what went wrong, where the server's own sentence is in another language.
export const trouble = {
  "diary.no-day": "There is no diary of that day.",
  "error.401": "That needs you to be signed in. Sign in again.",
  "error.403": "That can't be done from here.",
  "error.404": "That is no longer here.",
  "error.409": "Something else is just being done with it. Wait a moment and try again.",
  "error.412": "That was changed elsewhere meanwhile.",
  "error.413": "That is too large.",
  "error.422": "That can't be used as it is. Change it and try again.",
  "error.429": "That was too often. Wait a moment and try again.",
  "error.500": "Something went wrong. Nothing that was kept is lost.",
  "error.503": "That can't be done now. Try again in a while.",
  "mind.no-answer": "Nothing usable answers there. Look at the address, the name of the model and the key once more.",
  "mind.pull-failed": "The download stopped. What has come is kept; try again in a while.",
  "phone.no-network": "This computer is in no network that a phone could use. Join the same Wi-Fi as the phone, or name the address in a terminal: pawsona pair --address 192.168.1.5",
};
