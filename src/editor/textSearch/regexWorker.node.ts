import { Worker } from 'node:worker_threads';
import {
  type RegexResponse,
  type RegexWorker,
  type RegexWorkerEvents,
  runRegexSource,
} from './regexWorker.ts';

const code = `const { parentPort } = require('node:worker_threads');
const answer = ${runRegexSource};
parentPort.on('message', (request) => parentPort.postMessage(answer(request)));`;

/** Starts a thread that doesn't keep the process alive. */
export function startRegexWorker({ onResponse, onFailure }: RegexWorkerEvents): RegexWorker {
  // Without the options of the process, such as those of a debugger or a loader.
  const worker = new Worker(code, { eval: true, execArgv: [], name: 'text search' });
  worker.on('message', (reply: RegexResponse) => onResponse(reply));
  worker.on('error', onFailure);
  worker.on('exit', () => onFailure(new Error('The worker has ended.')));
  // Last, because a message listener reverts it.
  worker.unref();
  return {
    post: (request) => worker.postMessage(request),
    end: () => void worker.terminate(),
  };
}
