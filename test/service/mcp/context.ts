import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Environment, World } from '../world/model.ts';

/** What an MCP server is for, and what of it changes while its session lasts. */
export interface McpContext {
  readonly world: World;
  readonly environment: Environment;
  readonly server: Server;
  /** URIs. */
  readonly subscriptions: Set<string>;
  /** Whether the extra tool, resource and prompt are listed. */
  hasExtra: boolean;
  /** Whether the person has visited what `get_alerts` wants to be visited. */
  isSubscribed: boolean;
  /** How often the barometer was read. */
  readings: number;
}

/** The request that is answered: its ID, its signal, and what goes out on its stream. */
export type McpRequest = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** What a tool is called with; they fit its schema. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: McpContext;
  readonly request: McpRequest;
}

/** A tool as it is listed, and what it does. */
export interface SampleTool extends Tool {
  /** An `McpError` becomes an error of the protocol, any other a result with `isError`. */
  readonly call: (call: ToolCall) => CallToolResult | Promise<CallToolResult>;
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
