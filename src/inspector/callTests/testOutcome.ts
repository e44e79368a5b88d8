/** What came of a test. `errored`: there was no answer to look at. */
export interface TestOutcome {
  readonly status: 'passed' | 'failed' | 'errored' | 'cancelled';
  readonly durationMs: number;
  /** Of those that failed or errored: why. */
  readonly failures: readonly TestFailure[];
  /** An event that the reader of a report should know, in words. */
  readonly notice?: string;
  /** The server refused the call, without executing it, because it no longer has the session. */
  readonly isSessionLost?: boolean;
}

export interface TestFailure {
  readonly message: string;
  /** As text, to be compared line by line. */
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer of what wasn't met, in the file of the test. */
  readonly path: string;
}
