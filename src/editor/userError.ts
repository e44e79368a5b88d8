import type { Cure } from './problem.ts';

interface UserErrorOptions {
  readonly cures?: readonly Cure[];
  /** To try again would be refused again. */
  readonly isFinal?: boolean;
  /** The same, until one of the cures has worked. */
  readonly needsCure?: boolean;
  /** Nothing failed: this is how it is here. */
  readonly isCalm?: boolean;
  readonly cause?: unknown;
}

/** An error that is words for a user already: it is shown as it is. Never a secret. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly cures: readonly Cure[];
  readonly isFinal: boolean;
  readonly needsCure: boolean;
  readonly isCalm: boolean;

  constructor(
    message: string,
    { cures = [], isFinal = false, needsCure = false, isCalm = false, ...options }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.cures = cures;
    this.isFinal = isFinal;
    this.needsCure = needsCure;
    this.isCalm = isCalm;
  }
}
