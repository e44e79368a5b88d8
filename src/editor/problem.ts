/** A way out of a problem: a command, and the words on its button. */
export interface Cure {
  readonly label: string;
  /** A codicon id, for places that show one. */
  readonly icon: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
  /** When it has worked (its command has a result), what failed is done again. */
  readonly resumes?: boolean;
}

/** An error in a user's words. Where it is shown, its cures stand beside it. */
export interface Problem {
  /** One short sentence: what could not be done, and why. */
  readonly message: string;
  /** More, for a tooltip or a details row: operation, path, validation issues. Never a secret. */
  readonly detail?: string;
  readonly cures: readonly Cure[];
  /** To try again would fail again until one of the cures has worked. */
  readonly needsCure?: boolean;
  /** To try again would fail for good. */
  readonly isFinal?: boolean;
  /** Nothing failed: it is said as information. */
  readonly isCalm?: boolean;
}

/** What may be done, the most promising first. */
export function waysOut<Way = Cure>(
  { cures, needsCure, isFinal }: Problem,
  tryAgain: Way,
): readonly (Cure | Way)[] {
  if (isFinal) return cures;
  return needsCure ? [...cures, tryAgain] : [tryAgain, ...cures];
}

/** Puts an error into words; `undefined` when there is nothing to say, because the user cancelled. */
export type Describe = (error: unknown) => Problem | undefined;
