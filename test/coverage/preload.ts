import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { instrument, isCounted } from './instrument.ts';
import './keepHost.ts';

/** `node --import` this: files of `src` are loaded with counters. */
registerHooks({
  load(url, context, next) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (!isCounted(path)) return next(url, context);
    return { format: 'module-typescript', source: instrument(path).text, shortCircuit: true };
  },
});
