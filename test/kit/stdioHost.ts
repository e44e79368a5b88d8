// Starts an MCP server that ignores SIGTERM, prints the IDs of its processes, and exits as an extension host does.
// Argument: the path of the server.
import { tmpdir } from 'node:os';
import { ProcessTransport } from '../../src/inspector/process/processTransport.node.ts';

const [, , server = ''] = process.argv;
const { PATH = '' } = process.env;
const command = process.execPath;
const transport = new ProcessTransport(
  { command, args: [server, 'stubborn'], cwd: tmpdir(), secrets: [], env: { PATH } },
  {
    onStandardError(text) {
      process.stdout.write(text);
      if (text.includes('child')) process.exit();
    },
    parseLine: () => undefined,
    onStrayLine: () => undefined,
    onMessageTooLarge: () => undefined,
    onExit: () => undefined,
  },
);
await transport.start();
