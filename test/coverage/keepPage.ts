import { readCounters } from './readCounters.ts';

/** The name of this page's file. Sends the counters of the page to the test that controls the browser. */
const name = `page-${Math.random().toString(36).slice(2)}`;
const save = (): void => {
  const send: unknown = Reflect.get(globalThis, 'keepCoverage');
  if (typeof send === 'function') void send(name, readCounters());
};
setInterval(save, 500);
window.addEventListener('pagehide', save);
