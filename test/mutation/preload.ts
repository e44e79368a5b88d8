import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { copiesVariable, readCopy } from './copies.ts';

/** `node --import` this: files of `src` have their mutants in them, of which `MUTANT` switches one on. */
const folder = process.env[copiesVariable] ?? '';
const wanted = Number(process.env['MUTANT']);
/** Set to a file: the number of each mutant whose place is reached is written there, at once: a test may kill its process. */
const reachedFile = process.env['MUTANTS_REACHED'];
const reached = new Set<number>();

Reflect.set(globalThis, 'mutant', (number: number): boolean => {
  if (reachedFile !== undefined && !reached.has(number)) {
    reached.add(number);
    appendFileSync(reachedFile, `${number}\n`);
  }
  return number === wanted;
});

registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') ? readCopy(folder, fileURLToPath(url)) : undefined;
    if (source === undefined) return next(url, context);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
