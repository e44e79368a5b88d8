// Writes the counters of this Node process every second and when it ends, because an extension host can be killed.
import { randomUUID } from 'node:crypto';
import { threadId } from 'node:worker_threads';
import { readCounters } from './readCounters.ts';
import { writeCounters } from './writeCounters.ts';

const folder = process.env['COVERAGE_FOLDER'];
if (folder) {
  const name = `${process.pid}-${threadId}-${randomUUID().slice(0, 8)}`;
  let last = '';
  const save = (): void => {
    const counters = readCounters();
    if (counters !== last) writeCounters(folder, name, counters);
    last = counters;
  };
  setInterval(save, 1000).unref();
  process.on('exit', save);
  process.on('disconnect', save);
}
