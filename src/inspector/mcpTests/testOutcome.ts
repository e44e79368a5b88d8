/** The outcome of a test. `errored`: the response couldn't be checked, for example because there was none. */
export interface TestOutcome {
  readonly status: 'passed' | 'failed' | 'errored' | 'canceled';
  readonly durationMs: number;
  /** Empty unless the status is `failed` or `errored`. */
  readonly failures: readonly TestFailure[];
  /** An event that readers of a report should know about, as a sentence. */
  readonly notice?: string;
  /** Whether the server rejected the call without executing it, because the session no longer exists. */
  readonly isSessionLost?: boolean;
}

export interface TestFailure {
  readonly message: string;
  /** Text for a line-by-line comparison with `actual`. */
  readonly expected?: string;
  readonly actual?: string;
  /** JSON Pointer of the violated expectation in the test file. */
  readonly path: string;
}
