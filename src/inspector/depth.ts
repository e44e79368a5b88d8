import { isNestedDeeperThan } from './schema/json.ts';

/** Levels of arrays and objects in a result at most: code that walks deeper values runs out of stack. */
const deepest = 500;

/** The error of a result that is nested too deeply to be shown or compared. */
export class ResultTooDeep extends Error {
  readonly code = 'RESULT_TOO_DEEP';
}

/** Returns a JSON value that isn't nested too deeply. Throws `ResultTooDeep` for any other. */
export function checkDepth<T>(value: T): T {
  if (isNestedDeeperThan(value, deepest)) throw new ResultTooDeep();
  return value;
}
