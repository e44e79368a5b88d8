import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { waitForValue } from '../../kit/fakeLocator.ts';
import type { SampleService } from '../../service/service.ts';
import { productionId } from './support.ts';

interface ConnectOptions extends ClientOptions {
  /** The path after the URL of the MCP server of `weather-tools / production`. */
  readonly path?: string;
  readonly transport?: StreamableHTTPClientTransportOptions;
  /** Called before the client connects. */
  readonly prepare?: (client: Client) => void;
}

/** Returns the URL of the MCP server of `weather-tools / production`. */
export function createMcpUrl(service: SampleService, path = ''): URL {
  return new URL(`${service.url}/mcp/${productionId(service)}${path}`);
}

/** Connects a client until the test ends. */
export async function connect(t: TestContext, service: SampleService, options: ConnectOptions = {}) {
  const { path, transport: transportOptions, prepare, ...clientOptions } = options;
  const client = new Client({ name: 'test', version: '1.0.0' }, clientOptions);
  const transport = new StreamableHTTPClientTransport(createMcpUrl(service, path), transportOptions);
  t.after(() => client.close());
  prepare?.(client);
  await client.connect(transport as Transport);
  return { client, transport };
}

/** Waits until the server can send messages to a client. */
export async function waitForStream(
  service: SampleService,
  { sessionId }: StreamableHTTPClientTransport,
): Promise<void> {
  const isListening = () => service.mcp.list().some(({ id, isListening }) => id === sessionId && isListening);
  await waitForValue(isListening, () => 'The client never listened');
}

/** Calls a tool and returns its first text. */
export async function callForText(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content } = await client.callTool({ name, arguments: args });
  const [first] = content as { text?: string }[];
  return String(first?.text);
}

/** Returns all items of a paginated list, and the number of pages. */
export async function readAllPages<T>(
  list: (cursor?: string) => Promise<{ items: T[]; nextCursor?: string | undefined }>,
) {
  const all: T[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    all.push(...page.items);
    pages++;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { all, pages };
}

export async function listAllTools(client: Client) {
  const { all, pages } = await readAllPages(async (cursor) => {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor });
    return { items: tools, nextCursor };
  });
  return { tools: all, pages };
}

/** Records the arguments of a callback. `next` waits for the first later call that matches. */
export function recordCalls<T>() {
  const values: T[] = [];
  const called = (value: T): void => {
    values.push(value);
  };
  const next = async (fits: (value: T) => boolean = () => true): Promise<T> => {
    const from = values.length;
    const found = (): { value: T } | undefined => {
      const at = values.findIndex((value, index) => index >= from && fits(value));
      return at < 0 ? undefined : { value: values[at] as T };
    };
    return (await waitForValue(found, () => 'It was never called')).value;
  };
  return { called, next };
}

export async function assertRejects(code: number, attempt: Promise<unknown>): Promise<McpError> {
  const error = await attempt.then(
    () => assert.fail('It was answered'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof McpError, String(error));
  assert.equal(error.code, code, error.message);
  return error;
}
