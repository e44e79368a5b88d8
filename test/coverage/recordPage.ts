// Sends the counters of this page to the test that controls the browser.
import { readCounters } from './readCounters.ts';

const name = `page-${Math.random().toString(36).slice(2)}`;
const save = (): void => {
  const send: unknown = Reflect.get(globalThis, 'recordCoverage');
  if (typeof send === 'function') void send(name, readCounters());
};
setInterval(save, 500);
window.addEventListener('pagehide', save);
