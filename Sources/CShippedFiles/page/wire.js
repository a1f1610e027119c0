// SPDX-License-Identifier: MIT
// The page's socket: typed messages of version 1 both ways, sound as binary blocks.

export const version = 1;

const listeners = new Map();
const waiting = new Map();
let socket = null;
let lastId = 0;
let pause = 250;

/** Names and values from files may hold control characters, such as those that reverse the direction of text. */
function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g, (character) =>
    character === "\n" ? character : `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** A fault as sentences: the message and the remedy. */
export const sentences = ({ message, remedy }) => [message, remedy].filter(Boolean).join(" ");

/** Calls `listener` with every message of a type; `sound` gets ArrayBuffers, `line` {isOpen, reason}. */
export function on(type, listener) {
  if (!listeners.has(type)) listeners.set(type, []);
  listeners.get(type).push(listener);
}

/** Passes a message to its listeners. */
function deliver(type, content) {
  for (const listener of listeners.get(type) ?? []) listener(content);
}

/** Asks the studio to do something; resolves with its answer, rejects with {message, remedy}. */
export function ask(verb, fields = {}) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject({ message: "The studio cannot be reached.", remedy: "Is it still running?" });
      return;
    }
    lastId += 1;
    waiting.set(lastId, { resolve, reject });
    socket.send(JSON.stringify({ v: version, id: lastId, do: verb, ...fields }));
  });
}

// While one request of a kind is pending, only the newest of the others is kept, so that dragging never floods the socket.
const flying = new Map();

/** The same for a dragged control: `key` names it, and of the values that follow meanwhile only the newest is sent. */
export function askNewest(key, verb, fields) {
  const earlier = flying.get(key);
  if (earlier) {
    return new Promise((resolve, reject) => {
      earlier.next?.resolve(null);
      earlier.next = { verb, fields, resolve, reject };
    });
  }
  const own = { next: null };
  flying.set(key, own);
  return ask(verb, fields).finally(() => {
    flying.delete(key);
    const next = own.next;
    if (next) askNewest(key, next.verb, next.fields).then(next.resolve, next.reject);
  });
}

/** True while a request under that key is pending: the studio's value is then older than the user's. */
export const isFlying = (key) => flying.has(key);

let gestures = Date.now() % 1e9;

/** A new number: the changes of one value under the same number are one step of undo. */
export function nextGesture() {
  gestures += 1;
  return gestures;
}

export function connect() {
  const address = new URL("socket", location.href);
  address.protocol = "ws:";
  socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => {
    if (typeof data !== "string") {
      deliver("sound", data);
      return;
    }
    const message = JSON.parse(data, (name, value) => (typeof value === "string" ? visible(value) : value));
    if (message.type === "answer") {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) (asked ? asked.reject : (error) => deliver("fault", error))(message.error);
      else asked?.resolve(message);
    } else {
      // Only now is the page taken: a socket that opens may be refused at once.
      if (message.type === "welcome") {
        pause = 250;
        deliver("line", { isOpen: true });
      }
      deliver(message.type, message);
    }
  };
  socket.onclose = ({ reason }) => {
    for (const { reject } of waiting.values()) reject({ message: "The studio has gone.", remedy: "Start it again." });
    waiting.clear();
    flying.clear();
    deliver("line", { isOpen: false, reason });
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 4000);
  };
}
