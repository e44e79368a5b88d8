/** Calls that are kept as tests, as a `*.mcp-test.json` file has them. */
export interface TestFile {
  /** Sent to the server; each value is a reference to where its secret is, such as `Bearer ${env:TOKEN}`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tests: readonly McpTest[];
}

/** One call, and what is expected of its answer. Of `tool`, `prompt` and `resource` there is one. */
export interface McpTest {
  readonly name: string;
  readonly tool?: string;
  readonly prompt?: string;
  /** Its URI. */
  readonly resource?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly expect?: Expectation;
}

/** All that is there must be true of an answer; without any, that there is one which is no failure. */
export interface Expectation {
  /** Of a tool: that it says that it failed. `false` by default. */
  readonly isError?: boolean;
  /** The structured content, else the text as JSON, is this. A text: the text is this. */
  readonly equals?: unknown;
  /** The text has this; or the structured content has at least these fields and values. */
  readonly contains?: unknown;
  /** JSON Schema of the structured content, else of the text as JSON. */
  readonly matches?: unknown;
  /** Milliseconds at most. */
  readonly within?: number;
}
