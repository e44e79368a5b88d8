/** A limit for the work on data from a server. All parts of one operation share a budget. */
export interface Budget {
  /** Number of steps that are left. */
  left: number;
}

/** Data from a server exceeds a budget, or can't be processed with bounded cost. */
export class TooComplexError extends Error {
  override readonly name = 'TooComplexError';
}

/** Spends steps of a budget. Throws a `TooComplexError` if too few are left. */
export function spend(budget: Budget, steps = 1): void {
  budget.left -= steps;
  if (budget.left < 0) throw new TooComplexError('The schema or the value is too complex.');
}
