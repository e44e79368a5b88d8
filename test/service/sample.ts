// The sample service that the extension starts in a worker for *Try with the Sample*.
import { parentPort } from 'node:worker_threads';
import { serve } from './serve.ts';

const ready = serve({ typicalOnly: true, quiet: true });
void ready.then(({ url, userToken }) => parentPort?.postMessage({ url, userToken }));
