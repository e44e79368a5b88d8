import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { instrument, isCounted } from './instrument.ts';
import './recordHost.ts';

/** Adds counters to files of `src` as Node loads them. Use it with `node --import`. */
registerHooks({
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!isCounted(path)) return next(url, context);
    return { format: 'module-typescript', source: instrument(path).text, shortCircuit: true };
  },
});
