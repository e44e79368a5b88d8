/** The known facts about a server process. Contains no secrets. */
export interface ProcessTrace {
  /** The reason why the process couldn't be started. */
  readonly startFailure?: string;
  readonly isStarted: boolean;
  readonly exit?: ProcessExit;
  /** Number of lines in the standard output that aren't MCP messages. */
  readonly strayLineCount: number;
  /** The first line that isn't an MCP message, shortened. */
  readonly firstStrayLine?: string;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Thrown if the process ended unexpectedly. */
export class ProcessEndedError extends Error {
  readonly exit: ProcessExit;
  constructor(exit: ProcessExit) {
    super('ended');
    this.exit = exit;
  }
}
