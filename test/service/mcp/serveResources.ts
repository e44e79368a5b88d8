import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpContext } from './context.ts';
import { createPage } from './page.ts';
import { listResources } from './resources.ts';
import { readTemplate, templates } from './templates.ts';

const pageSize = 50;
const notFound = -32002;

export function serveResources(context: McpContext): void {
  const { server, subscriptions } = context;
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => {
    const { items, ...rest } = createPage(listResources(context), params?.cursor, pageSize);
    return { resources: items.map(({ read, ...resource }) => resource), ...rest };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: templates.map(({ complete, read, ...template }) => template),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => readResource(context, uri));
  server.setRequestHandler(SubscribeRequestSchema, ({ params: { uri } }) => {
    subscriptions.add(uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscriptions.delete(uri);
    return {};
  });
}

function readResource(context: McpContext, uri: string): ReadResourceResult {
  const listed = listResources(context).find((resource) => resource.uri === uri);
  if (listed)
    return { contents: [{ uri, mimeType: listed.mimeType, ...createContents(listed.read, context) }] };
  const fitting = readTemplate(context.world.seed, uri);
  if (!fitting) throw new McpError(notFound, 'Resource not found', { uri });
  return { contents: [{ uri, ...fitting }] };
}

function createContents<T>(readIt: (context: McpContext) => T, context: McpContext): T {
  try {
    return readIt(context);
  } catch (error) {
    throw new McpError(ErrorCode.InternalError, error instanceof Error ? error.message : String(error));
  }
}
