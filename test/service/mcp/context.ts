import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Environment, World } from '../world/model.ts';

/** The environment and the state of a session with its MCP server. */
export interface McpContext {
  readonly world: World;
  readonly environment: Environment;
  readonly server: Server;
  /** The subscribed URIs. */
  readonly subscriptions: Set<string>;
  /** Whether the extra tool, resource, and prompt are listed. */
  hasExtra: boolean;
  /** Whether the user has opened the URL that `get_alerts` requires. */
  isSubscribed: boolean;
  /** Number of times that the barometer was read. */
  readings: number;
}

/** A request to the server: its ID, its signal, and the functions that send on its stream. */
type McpRequest = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The call of a tool. Its arguments match the tool's schema. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: McpContext;
  readonly request: McpRequest;
}

/** A tool and its implementation. */
export interface SampleTool extends Tool {
  /** An `McpError` becomes a protocol error, any other error a result with `isError`. */
  readonly call: (call: ToolCall) => CallToolResult | Promise<CallToolResult>;
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
