import { isNestedDeeperThan } from './schema/json.ts';

/** Maximum number of nested arrays and objects in a result. Code that walks deeper values would overflow the stack. */
const maxDepth = 500;

/** A result is nested too deeply to be shown or compared. */
export class ResultTooDeepError extends Error {
  readonly code = 'RESULT_TOO_DEEP';
}

/** Returns a JSON value, or throws a `ResultTooDeepError` if it's nested too deeply. */
export function checkDepth<T>(value: T): T {
  if (isNestedDeeperThan(value, maxDepth)) throw new ResultTooDeepError();
  return value;
}
