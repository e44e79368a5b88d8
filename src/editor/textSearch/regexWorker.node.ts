import { Worker } from 'node:worker_threads';
import {
  type RegexResponse,
  type RegexWorker,
  type RegexWorkerEvents,
  runRegexSource,
} from './regexWorker.ts';

const code = `const { parentPort } = require('node:worker_threads');
const runRegex = ${runRegexSource};
parentPort.on('message', (request) => parentPort.postMessage(runRegex(request)));`;

/** Starts a thread that doesn't keep the process alive. */
export function startRegexWorker({ onResponse, onFailure }: RegexWorkerEvents): RegexWorker {
  // `execArgv`: the worker must not use the options of this process, such as those of a debugger.
  const worker = new Worker(code, { eval: true, execArgv: [], name: 'text search' });
  worker.on('message', (response: RegexResponse) => onResponse(response));
  worker.on('error', onFailure);
  worker.on('exit', () => onFailure(new Error('The worker has ended.')));
  // Must be called after `on('message')`, which makes the worker keep the process alive.
  worker.unref();
  return {
    post: (request) => worker.postMessage(request),
    end: () => void worker.terminate(),
  };
}
