import { isNestedDeeperThan } from './schema/json.ts';

/** Levels of arrays and objects in a result at most: code that walks deeper values runs out of stack. */
const maxDepth = 500;

/** The error of a result that is nested too deeply to be shown or compared. */
export class ResultTooDeepError extends Error {
  readonly code = 'RESULT_TOO_DEEP';
}

/** Returns a JSON value that isn't nested too deeply. Throws `ResultTooDeep` for any other. */
export function checkDepth<T>(value: T): T {
  if (isNestedDeeperThan(value, maxDepth)) throw new ResultTooDeepError();
  return value;
}
