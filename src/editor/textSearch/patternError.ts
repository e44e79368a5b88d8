/**
 * Why a regular expression can't be searched for: it is none, it takes more time or memory than it may, or there is
 * no worker to run it.
 */
type PatternFailure = 'invalid' | 'slow' | 'unavailable';

/** A search with a regular expression failed. For one that is `invalid` the message is the engine's. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly kind: PatternFailure;

  constructor(kind: PatternFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
