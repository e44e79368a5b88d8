import { omitUndefined } from '../fields.ts';
import type { PageProblem } from './webview/protocol.ts';

/** A way out of a problem: a command, and the words on its button. */
export interface Remedy {
  readonly label: string;
  /** A codicon id, for places that show one. */
  readonly icon: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
  /** When it has worked (its command has a result), what failed is done again. */
  readonly resumes?: boolean;
}

/** An error in a user's words. Where it is shown, its remedies stand beside it. */
export interface Problem {
  /** One short sentence: what couldn't be done, and why. */
  readonly message: string;
  /** More, for a tooltip or a details row: operation, path, validation issues. Never a secret. */
  readonly detail?: string;
  readonly remedies: readonly Remedy[];
  /** To try again would fail again until one of the remedies has worked. */
  readonly needsRemedy?: boolean;
  /** To try again would fail for good. */
  readonly isFinal?: boolean;
  /** Nothing failed: it is said as information. */
  readonly isInformational?: boolean;
}

/** What may be done, the most promising first. */
export function errorActions<Way = Remedy>(
  { remedies, needsRemedy, isFinal }: Problem,
  tryAgain: Way,
): readonly (Remedy | Way)[] {
  if (isFinal) return remedies;
  return needsRemedy ? [...remedies, tryAgain] : [tryAgain, ...remedies];
}

/** As a page shows it, which knows no commands. */
export function toPageProblem({
  message,
  detail,
  remedies,
  isInformational = false,
  isFinal,
}: Problem): PageProblem {
  const buttons = remedies.map(({ label, icon }) => ({ label, icon }));
  return { message, isCalm: isInformational, remedies: buttons, ...omitUndefined({ detail, isFinal }) };
}

/** Puts an error into words; `undefined` when there is nothing to say, because the user cancelled. */
export type ToProblem = (error: unknown) => Problem | undefined;
