import type { Remedy } from './problem.ts';

interface UserErrorOptions {
  readonly remedies?: readonly Remedy[];
  /** To try again would be refused again. */
  readonly isFinal?: boolean;
  /** The same, until one of the remedies has worked. */
  readonly needsRemedy?: boolean;
  /** Nothing failed: this is how it is here. */
  readonly isInformational?: boolean;
  readonly cause?: unknown;
}

/** An error that is words for a user already: it is shown as it is. Never a secret. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly remedies: readonly Remedy[];
  readonly isFinal: boolean;
  readonly needsRemedy: boolean;
  readonly isInformational: boolean;

  constructor(
    message: string,
    {
      remedies = [],
      isFinal = false,
      needsRemedy = false,
      isInformational = false,
      ...options
    }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.remedies = remedies;
    this.isFinal = isFinal;
    this.needsRemedy = needsRemedy;
    this.isInformational = isInformational;
  }
}
