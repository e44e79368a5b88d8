/** Names and technical words that the dictionary of the grammar checker doesn't have. */
export const words: readonly string[] = [];

interface Exception {
  /** The words that are reported. */
  readonly problem: string;
  /** The kind of the finding, such as `WordChoice`. Without it, each kind is accepted. */
  readonly kind?: string;
  readonly reason: string;
}

/** Findings that are right as they are. */
export const exceptions: readonly Exception[] = [];
