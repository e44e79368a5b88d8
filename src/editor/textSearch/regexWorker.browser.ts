import {
  type RegexResponse,
  type RegexWorker,
  type RegexWorkerEvents,
  runRegexSource,
} from './regexWorker.ts';

// The compiler has only the types of Node.
declare const Worker: new (
  url: string,
) => {
  onmessage: ((event: { readonly data: RegexResponse }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
};

const code = `const answer = ${runRegexSource};
onmessage = ({ data }) => postMessage(answer(data));`;

/** Starts a worker inside the worker of the extension host. */
export function startRegexWorker({ onResponse, onFailure }: RegexWorkerEvents): RegexWorker {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  let worker: InstanceType<typeof Worker>;
  try {
    worker = new Worker(url);
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
  worker.onmessage = ({ data }) => onResponse(data);
  worker.onerror = ({ message }) => onFailure(new Error(message ?? 'The worker did not start.'));
  return {
    post: (request) => worker.postMessage(request),
    end() {
      worker.terminate();
      // Not earlier, because the editor might wrap the URL in a script that loads it later.
      URL.revokeObjectURL(url);
    },
  };
}
