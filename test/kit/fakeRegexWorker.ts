import { runInThisContext } from 'node:vm';
import {
  type RegexResponse,
  type RegexWorker,
  type RegexWorkerEvents,
  runRegexSource,
} from '../../src/editor/textSearch/regexWorker.ts';

type RunRegex = (request: Parameters<RegexWorker['post']>[0]) => RegexResponse;
const runRegex = runInThisContext(`(${runRegexSource})`) as RunRegex;

/**
 * Starts a worker that runs the code of the real worker in this thread, but also responds later. Starting a thread
 * takes most of the time of a test with many short searches. Can't be ended during a request.
 */
export function startFakeRegexWorker({ onResponse }: RegexWorkerEvents): RegexWorker {
  let hasEnded = false;
  return {
    post: (request) =>
      void setImmediate(() => {
        if (!hasEnded) onResponse(runRegex(request));
      }),
    end: () => {
      hasEnded = true;
    },
  };
}
