import { omitUndefined } from '../fields.ts';
import type { PageProblem } from './webview/protocol.ts';

/** A command that can fix a problem, and the label of its button. */
export interface Remedy {
  readonly label: string;
  /** The name of a codicon. */
  readonly icon: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
  /** After the command has succeeded (returned a result), the failed operation is repeated. */
  readonly shouldRetry?: boolean;
}

/** An error with a text for the user. It's shown together with its remedies. */
export interface Problem {
  /** One short sentence: what failed, and why. */
  readonly message: string;
  /** Details for a tooltip or a row: operation, path, validation issues. Never contains a secret. */
  readonly detail?: string;
  readonly remedies: readonly Remedy[];
  /** A retry would fail until one of the remedies has succeeded. */
  readonly needsRemedy?: boolean;
  /** A retry would always fail. */
  readonly isPermanent?: boolean;
  /** Nothing failed, so the message is shown as information. */
  readonly isInformational?: boolean;
}

/** Returns the remedies and *Try Again* in the order of their buttons. */
export function getErrorActions<Way = Remedy>(
  { remedies, needsRemedy, isPermanent }: Problem,
  tryAgain: Way,
): readonly (Remedy | Way)[] {
  if (isPermanent) return remedies;
  return needsRemedy ? [...remedies, tryAgain] : [tryAgain, ...remedies];
}

/** Converts a problem for a page, which can't run commands. */
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
