import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

/**
 * The behavior of this MCP server: `node stdioServer.ts BEHAVIOR`. Tests wait for the texts on its standard
 * error.
 */
const behavior = process.argv[2] ?? 'works';
const writeStderr = (text: string): void => void process.stderr.write(`${text}\n`);

if (behavior === 'dies') {
  writeStderr('The port is taken.');
  process.exit(3);
}
if (behavior === 'silent') {
  writeStderr(`I, ${process.pid}, say nothing.`);
  process.stdin.resume();
}
if (behavior === 'rubbish') process.stdout.write('Listening to you.\n{"jsonrpc": "1.0"}\n');
if (behavior === 'stubborn') {
  // Only SIGKILL ends this server.
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

if (behavior === 'parent' || behavior === 'stubborn') {
  const sleep = 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)';
  const child = spawn(process.execPath, ['-e', sleep], { stdio: 'ignore' });
  // The child process outlives the server.
  child.unref();
  writeStderr(`child ${child.pid} of ${process.pid}.`);
}

if (behavior === 'modern') {
  // This server supports only the protocol of 2026-07-28.
  const results: Readonly<Record<string, object>> = {
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    'tools/list': { tools: [{ name: 'new', inputSchema: { type: 'object' } }] },
  };
  for await (const line of createInterface(process.stdin)) {
    const { id, method } = JSON.parse(line) as { readonly id?: number; readonly method: string };
    const result = results[method];
    const response = result
      ? { result: { ...result, resultType: 'complete', ttlMs: 0, cacheScope: 'private' } }
      : { error: { code: -32022, message: 'Unsupported protocol version' } };
    if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...response })}\n`);
  }
} else if (behavior === 'odd') {
  // The IDs of this server are strings, its responses are batches, and its optional fields are `null`.
  const results: Readonly<Record<string, unknown>> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, prompts: null },
      instructions: null,
    },
    'tools/list': {
      tools: ['bad', { name: 'new', title: null, inputSchema: { type: 'object' } }],
      nextCursor: null,
    },
    'tools/call': { content: [{ type: 'text', text: 'said', annotations: null }], isError: null },
  };
  for await (const line of createInterface(process.stdin)) {
    const { id, method } = JSON.parse(line) as { readonly id?: number; readonly method: string };
    const log = { method: 'notifications/message', params: null };
    const response = { id: String(id), result: results[method], error: null };
    if (id !== undefined) process.stdout.write(`${JSON.stringify([log, response])}\n`);
  }
} else if (behavior !== 'silent') {
  const server = new McpServer({ name: 'stdio-sample', version: '1.0.0' });
  server.registerTool('variable', { inputSchema: { name: z.string() } }, ({ name }) => ({
    content: [{ type: 'text', text: process.env[name] ?? 'unset' }],
  }));
  server.registerTool('shout', { inputSchema: { name: z.string() } }, ({ name }) => {
    writeStderr(`${name} is ${process.env[name]}`);
    return { content: [{ type: 'text', text: process.cwd() }] };
  });
  server.registerTool('die', {}, () => {
    writeStderr('I die.');
    process.exit(7);
  });
  if (behavior === 'deep') {
    server.registerTool('nest', {}, ({ requestId: id }) => {
      // `JSON.stringify` fails for such deep values.
      const deep = `{"a":${'['.repeat(6000)}${']'.repeat(6000)}}`;
      const write = (fields: string) => process.stdout.write(`{"jsonrpc":"2.0",${fields}}\n`);
      write(`"method":"notifications/message","params":{"level":"info","data":${deep}}`);
      write(`"method":"notifications/unknown","params":${deep}`);
      write(`"id":1,"method":"elicitation/create","params":${deep}`);
      write(`"id":2,"method":"unknown","params":${deep}`);
      write(`"id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":${deep}}`);
      return new Promise<never>(() => undefined);
    });
  }
  if (behavior === 'endless') {
    server.registerTool('flood', {}, () => {
      process.stdout.write('x'.repeat(65_000_000));
      return { content: [] };
    });
  }
  await server.connect(new StdioServerTransport());
}
