// What the reader of the page has chosen: one object, changed in one place, told to all who listen once a frame.

export function createStore(initial) {
  let state = initial;
  let waiting = false;
  let changed = new Set();
  const listeners = [];
  const tell = () => {
    const keys = changed;
    waiting = false;
    changed = new Set();
    for (const listener of listeners) listener(state, keys);
  };
  return {
    get: () => state,
    set(part) {
      const keys = Object.keys(part).filter((key) => state[key] !== part[key]);
      if (keys.length === 0) return;
      state = { ...state, ...part };
      keys.forEach((key) => changed.add(key));
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(tell);
      }
    },
    listen: (listener) => listeners.push(listener),
  };
}

// Times of contacts, each once, rising.
export function contactTimes(contacts) {
  return [...new Set(contacts.map((contact) => contact.time))].sort((a, b) => a - b);
}

export function choose(store, contact) {
  store.set({ contact, time: contact ? contact.time : store.get().time, playing: false });
}

// The next contact after the time (or the chosen one), or the one before.
export function stepContact(store, contacts, direction) {
  const { contact, time } = store.get();
  const at = contact && contact.time === time ? contact.index : null;
  const next = at !== null
    ? contacts[at + direction]
    : direction > 0
      ? contacts.find((c) => c.time > time)
      : contacts.findLast((c) => c.time < time);
  if (next) choose(store, next);
}
