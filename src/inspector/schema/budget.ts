/** A limit for the work on data from a server, which all parts of one operation share. */
export interface Budget {
  /** Number of remaining steps. */
  remaining: number;
}

/** Thrown if data from a server exceeds a budget, or can't be processed with bounded cost. */
export class TooComplexError extends Error {
  override readonly name = 'TooComplexError';
}

/** Spends steps of a budget. Throws a `TooComplexError` if too few remain. */
export function spend(budget: Budget, steps = 1): void {
  budget.remaining -= steps;
  if (budget.remaining < 0) throw new TooComplexError('The schema or the value is too complex.');
}
