// Makes Node load files of `src` with their mutants, of which the environment variable `MUTANT` switches one on. Use it
// with `node --import`.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { copiesVariable, readCopy } from './copies.ts';

const folder = process.env[copiesVariable] ?? '';
const activeMutant = Number(process.env['MUTANT']);
/**
 * The file for the numbers of the mutants that are reached. Each is written immediately, because a test can
 * kill its process.
 */
const reachedFile = process.env['MUTANTS_REACHED'];
const reached = new Set<number>();

Reflect.set(globalThis, 'mutant', (number: number): boolean => {
  if (reachedFile !== undefined && !reached.has(number)) {
    reached.add(number);
    appendFileSync(reachedFile, `${number}\n`);
  }
  return number === activeMutant;
});

registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') ? readCopy(folder, fileURLToPath(url)) : undefined;
    if (source === undefined) return next(url, context);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});
