import { spawn } from 'node:child_process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

/**
 * An MCP server that is a process, for tests to start: `node stdioServer.ts WAY`. What it says on its standard error, tests
 * wait for.
 */
const way = process.argv[2] ?? 'works';
const say = (text: string): void => void process.stderr.write(`${text}\n`);

switch (way) {
  case 'dies':
    say('The port is taken.');
    process.exit(3);
    break;
  case 'silent':
    say('I say nothing.');
    process.stdin.resume();
    break;
  case 'stubborn':
    // Only a signal that can't be caught ends it.
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1000);
    break;
  case 'rubbish':
    process.stdout.write('Listening to you.\n{"jsonrpc": "1.0"}\n');
    break;
}

if (way === 'parent' || way === 'stubborn') {
  const sleep = 'process.on("SIGTERM", () => undefined); setInterval(() => undefined, 1000)';
  const child = spawn(process.execPath, ['-e', sleep], { stdio: 'ignore' });
  // The server leaves it behind.
  child.unref();
  say(`child ${child.pid} of ${process.pid}.`);
}

if (way !== 'silent') {
  const server = new McpServer({ name: 'stdio-sample', version: '1.0.0' });
  server.registerTool('variable', { inputSchema: { name: z.string() } }, ({ name }) => ({
    content: [{ type: 'text', text: process.env[name] ?? 'unset' }],
  }));
  server.registerTool('shout', { inputSchema: { name: z.string() } }, ({ name }) => {
    say(`${name} is ${process.env[name]}`);
    return { content: [{ type: 'text', text: process.cwd() }] };
  });
  server.registerTool('die', {}, () => {
    say('I die.');
    process.exit(7);
  });
  await server.connect(new StdioServerTransport());
}
