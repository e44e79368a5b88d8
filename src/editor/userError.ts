import type { Remedy } from './problem.ts';

interface UserErrorOptions {
  readonly remedies?: readonly Remedy[];
  /** A retry would always fail. */
  readonly isPermanent?: boolean;
  /** A retry would fail until one of the remedies has succeeded. */
  readonly needsRemedy?: boolean;
  /** Nothing failed, so the message is shown as information. */
  readonly isInformational?: boolean;
  readonly cause?: unknown;
}

/** An error whose message is written for the user. Never contains a secret. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly remedies: readonly Remedy[];
  readonly isPermanent: boolean;
  readonly needsRemedy: boolean;
  readonly isInformational: boolean;

  constructor(
    message: string,
    {
      remedies = [],
      isPermanent = false,
      needsRemedy = false,
      isInformational = false,
      ...options
    }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.remedies = remedies;
    this.isPermanent = isPermanent;
    this.needsRemedy = needsRemedy;
    this.isInformational = isInformational;
  }
}
