import { tmpdir } from 'node:os';
import { ProcessTransport } from '../../src/inspector/process/processTransport.node.ts';

/** Starts a server that wants to stay, says which processes that are, and ends as a host of extensions does. */
const [, , server = ''] = process.argv;
const { PATH = '' } = process.env;
const command = process.execPath;
const transport = new ProcessTransport(
  { command, args: [server, 'stubborn'], cwd: tmpdir(), secrets: [], env: { PATH } },
  {
    onError(text) {
      process.stdout.write(text);
      if (text.includes('child')) process.exit();
    },
    read: () => undefined,
    onStrayLine: () => undefined,
    onTooLong: () => undefined,
    onExit: () => undefined,
  },
);
await transport.start();
