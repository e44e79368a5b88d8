import type { McpCall } from '../../mcpConnection.ts';

/** A call with its response. */
export interface CompletedCall {
  readonly call: McpCall;
  /** The unchanged result from the server. */
  readonly result: unknown;
  /** JSON Schema of the structured content; `undefined` if the tool doesn't declare one. */
  readonly outputSchema: unknown;
}
