import { omitUndefined } from '../fields.ts';
import type { PageProblem } from './webview/protocol.ts';

/** A button with a command that can fix a problem. */
export interface Remedy {
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
  /** Whether the failed operation is retried after the command has returned a result. */
  readonly shouldRetry?: boolean;
}

/** An error with a message for the user, which is shown together with the remedies. */
export interface Problem {
  /** A short sentence about what failed, and why. */
  readonly message: string;
  /** Technical details for a tooltip and the log, such as the operation and its path. Never contains a secret. */
  readonly detail?: string;
  readonly remedies: readonly Remedy[];
  /** Whether a retry would fail until one of the remedies has succeeded. */
  readonly needsRemedy?: boolean;
  /** Whether a retry would always fail. */
  readonly isPermanent?: boolean;
  /** Whether the message is only information, because nothing failed. */
  readonly isInformational?: boolean;
}

/**
 * Returns the remedies and *Try Again* in the order of their buttons, without *Try Again* if a retry would always fail.
 */
export function getErrorActions<Action = Remedy>(
  { remedies, needsRemedy, isPermanent }: Problem,
  tryAgain: Action,
): readonly (Remedy | Action)[] {
  if (isPermanent) return remedies;
  return needsRemedy ? [...remedies, tryAgain] : [tryAgain, ...remedies];
}

/**
 * Converts a problem to data for a page. A page can't run commands, so it gets only the labels and icons of remedies.
 */
export function toPageProblem({
  message,
  detail,
  remedies,
  isInformational = false,
  isPermanent,
}: Problem): PageProblem {
  const buttons = remedies.map(({ label, icon }) => ({ label, icon }));
  return { message, isInformational, remedies: buttons, ...omitUndefined({ detail, isPermanent }) };
}

/** Describes an error for the user. Returns `undefined` for a cancellation. */
export type ToProblem = (error: unknown) => Problem | undefined;
