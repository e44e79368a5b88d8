import type { McpCall } from '../../mcpConnection.ts';

/** A call that was answered. */
export interface CompletedCall {
  readonly call: McpCall;
  /** As the server sent it. */
  readonly result: unknown;
  /** JSON Schema of the structured content, if the tool says one. */
  readonly outputSchema: unknown;
}
