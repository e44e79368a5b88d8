import {
  type RegexResponse,
  type RegexWorker,
  type RegexWorkerEvents,
  runRegexSource,
} from './regexWorker.ts';

// The types of the extension host don't include the web's `Worker`.
declare const Worker: new (
  url: string,
) => {
  onmessage: ((event: { readonly data: RegexResponse }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
};

const code = `const runRegex = ${runRegexSource};
onmessage = ({ data }) => postMessage(runRegex(data));`;

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
      // The URL must exist until then, because the editor might load it later, from a script of its own.
      URL.revokeObjectURL(url);
    },
  };
}
