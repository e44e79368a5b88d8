import type { Remedy } from './problem.ts';

/** The fields of a `Problem`, whose docstrings describe them. */
interface UserErrorOptions {
  readonly remedies?: readonly Remedy[];
  readonly isPermanent?: boolean;
  readonly needsRemedy?: boolean;
  readonly isInformational?: boolean;
  readonly cause?: unknown;
}

/** An error whose message is shown to the user. The message never contains a secret. */
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

/** An error that another input of the command or the tool avoids. */
export class InputError extends UserError {}
