/**
 * Why a search with a regular expression failed: it's invalid, it takes too much time or memory, or there is no worker.
 */
type PatternFailure = 'invalid' | 'slow' | 'unavailable';

/** The error of a search with a regular expression. The message of an `invalid` one comes from the engine. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  readonly kind: PatternFailure;

  constructor(kind: PatternFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
