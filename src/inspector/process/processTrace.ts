/** What is known of the process of a server. Holds nothing that may be a secret. */
export interface ProcessTrace {
  /** Why it was not started: what has to be there isn't, or isn't allowed. */
  readonly startFailure?: string;
  readonly isStarted: boolean;
  readonly exit?: ProcessExit;
  /** Lines of its standard output that are no messages. */
  readonly strayLineCount: number;
  /** The first of them, cut. */
  readonly firstStrayLine?: string;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The process has ended, and no one ended it. */
export class ProcessEndedError extends Error {
  readonly exit: ProcessExit;
  constructor(exit: ProcessExit) {
    super('ended');
    this.exit = exit;
  }
}
