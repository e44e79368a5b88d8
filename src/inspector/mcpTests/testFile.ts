/** Glob pattern of the test files in a workspace. */
export const testFilePattern = '**/*.mcp-test.json';
export const excludedFilePattern = '**/node_modules/**';

/** Task type, declared in `contributes.taskDefinitions`. */
export const testTaskType = 'mcp-test';

/** Content of a `*.mcp-test.json` file. */
export interface TestFile {
  /** Headers for the server. Each value refers to an environment variable, such as `Bearer ${env:TOKEN}`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tests: readonly McpTest[];
}

/** A call and its expected response. Exactly one of `tool`, `prompt`, and `resource` is set. */
export interface McpTest {
  readonly name: string;
  readonly tool?: string;
  readonly prompt?: string;
  /** The URI of the resource. */
  readonly resource?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly expect?: Expectation;
}

/** Conditions for a response, all of which must hold. Without conditions, the call must succeed. */
export interface Expectation {
  /** Whether the tool must report an error. `false` by default. */
  readonly isError?: boolean;
  /** The structured content or, without it, the text as JSON must equal this value. A string must equal the text. */
  readonly equals?: unknown;
  /** The text must contain this string, or the structured content must contain these fields and items. */
  readonly contains?: unknown;
  /** JSON Schema of the structured content or, without it, of the text as JSON. */
  readonly matches?: unknown;
  /** Maximum duration of the call in milliseconds. */
  readonly within?: number;
}
