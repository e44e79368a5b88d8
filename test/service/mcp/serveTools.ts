import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { logCall } from './callLog.ts';
import { type McpContext, type SampleTool, type ToolCall, textResult } from './context.ts';
import { createPage } from './page.ts';

const pageSize = 20;

/** Lists tools and calls them. The tools can change between two requests. */
export function serveTools(context: McpContext, tools: () => readonly SampleTool[]): void {
  const { server } = context;
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const { items, ...rest } = createPage(tools(), params?.cursor, pageSize);
    return { tools: items.map(({ call, ...tool }) => tool), ...rest };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }, request) => {
    const tool = tools().find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Tool ${params.name} not found`);
    const call = { args: params.arguments ?? {}, context, request };
    return logCall(context, tool.name, request.signal, () => callTool(tool, call));
  });
}

async function callTool(tool: SampleTool, call: ToolCall): Promise<CallToolResult> {
  const validation = new AjvJsonSchemaValidator().getValidator(tool.inputSchema as JsonSchemaType)(call.args);
  if (!validation.valid) return errorResult(`The arguments don't fit the schema: ${validation.errorMessage}`);
  try {
    return await tool.call(call);
  } catch (error) {
    if (error instanceof McpError || call.request.signal.aborted) throw error;
    return errorResult(error instanceof Error ? error.message : String(error));
  }
}

function errorResult(text: string): CallToolResult {
  return { ...textResult(text), isError: true };
}
