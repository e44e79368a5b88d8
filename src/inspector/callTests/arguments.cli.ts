import { parseArgs } from 'node:util';
import { addressIssueText, readAddress } from '../address.ts';
import type { Server } from './suite.ts';

export type Arguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | {
      readonly kind: 'run';
      /** Files and folders; none: the working folder. */
      readonly paths: readonly string[];
      readonly servers: readonly Server[];
      readonly junit?: string;
      readonly timeoutMs: number;
    };

export const usage = `Usage: mcp-test [FILE or FOLDER…] --server NAME=URL [--server NAME=URL…] [options]

Calls MCP servers as *.mcp-test.json files say, and compares the answers. Without a file
or folder, all such files below the working folder are run, but for node_modules.

  --server NAME=URL   A server to test, by a name of your choice. Several run side by side.
                      https, or http on this machine; a port means http://127.0.0.1:PORT/mcp.
  --junit FILE        Writes the results as JUnit XML.
  --timeout SECONDS   How long a call may take. 30 by default.
  --help, --version

Values of headers are taken from the environment variables that a file names. Variables
that begin with HOSTED_MCP_, VSCODE_, or ELECTRON_ aren't read.

Exit code: 0 all passed; 1 a test failed; 2 wrong use, a file that can't be read, or a
server that can't be reached; 130 after Ctrl+C.`;

/** A day: more is no number of seconds that somebody means, and timers take no more than that by far. */
const longestSeconds = 86_400;

/** What was typed after the name of the program. */
export function readArguments(typed: readonly string[]): Arguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(typed);
  } catch (error) {
    return { kind: 'wrong', reason: error instanceof Error ? error.message : '' };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const servers: Server[] = [];
  for (const text of values.server ?? []) {
    const server = serverOf(text);
    if (typeof server === 'string') return { kind: 'wrong', reason: server };
    if (servers.some(({ name }) => name === server.name)) {
      return { kind: 'wrong', reason: `Two servers are named ${server.name}.` };
    }
    servers.push(server);
  }
  if (servers.length === 0) return { kind: 'wrong', reason: 'Name a server: --server NAME=URL' };
  const seconds = Number(values.timeout ?? 30);
  if (!(seconds > 0 && seconds <= longestSeconds)) {
    return { kind: 'wrong', reason: `--timeout takes seconds, above 0 and up to ${longestSeconds}.` };
  }
  if (values.junit === '') return { kind: 'wrong', reason: '--junit takes the name of a file.' };
  return {
    ...{ kind: 'run', paths: positionals, servers, timeoutMs: seconds * 1000 },
    ...(values.junit !== undefined && { junit: values.junit }),
  };
}

const parse = (typed: readonly string[]) =>
  parseArgs({
    args: [...typed],
    allowPositionals: true,
    options: {
      server: { type: 'string', multiple: true },
      junit: { type: 'string' },
      timeout: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });

/** A server, or why it is none. The URL isn't said: its query may be a secret. */
function serverOf(text: string): Server | string {
  const [, name, address] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || name.trim() === '' || address === undefined) {
    return '--server takes NAME=URL, such as production=https://mcp.example.com/mcp.';
  }
  const read = readAddress(address);
  return typeof read === 'string'
    ? `--server ${name}: ${addressIssueText(read)}`
    : { name: name.trim(), url: read.url };
}
