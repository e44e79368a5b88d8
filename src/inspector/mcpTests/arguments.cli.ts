import { parseArgs } from 'node:util';
import { describeServerUrlIssue, parseServerUrl } from '../serverUrl.ts';
import type { TestServer } from './suite.ts';

export type CommandLineArguments =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | {
      readonly kind: 'run';
      /** Files and folders to test. If there are none, the working folder is tested. */
      readonly paths: readonly string[];
      readonly servers: readonly TestServer[];
      readonly junit?: string;
      readonly timeoutMs: number;
    };

export const usage = `Usage: mcp-test [FILE or FOLDER...] --server NAME=URL [--server NAME=URL...] [options]

Runs the MCP tests in *.mcp-test.json files. Without a file or folder, mcp-test runs all
test files below the working folder, except those in node_modules.

  --server NAME=URL   Server to test, with a name of your choice. Several servers are tested
                      side by side. The URL must begin with https, or with http on this
                      machine. A port means http://127.0.0.1:PORT/mcp.
  --junit FILE        Write the results to this file, as JUnit XML.
  --timeout SECONDS   Maximum time for each call. Default: 30.
  --help, --version   Show this help, or the version.

Header values are read from the environment variables that a test file refers to. Variables
that begin with HOSTED_MCP_, VSCODE_, or ELECTRON_ aren't read.

Exit codes:
  0    All tests passed.
  1    A test failed or ended with an error.
  2    Invalid usage, a file that can't be read or written, an environment variable that
       isn't set, or a server that can't be reached.
  130  Stopped by Ctrl+C.`;

/** Maximum time limit: one day, which is far below the limit of `setTimeout`. */
const maxTimeoutSeconds = 86_400;

/** Parses the command-line arguments after the program name. */
export function parseArguments(args: readonly string[]): CommandLineArguments {
  let parsed: ReturnType<typeof parseOptions>;
  try {
    parsed = parseOptions(args);
  } catch (error) {
    return { kind: 'invalid', reason: error instanceof Error ? error.message : '' };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const servers: TestServer[] = [];
  for (const text of values.server ?? []) {
    const server = parseServer(text);
    if (typeof server === 'string') return { kind: 'invalid', reason: server };
    if (servers.some(({ name }) => name === server.name)) {
      return { kind: 'invalid', reason: `Two servers are named ${server.name}.` };
    }
    servers.push(server);
  }
  if (servers.length === 0) return { kind: 'invalid', reason: 'Specify a server: --server NAME=URL' };
  const seconds = Number(values.timeout ?? 30);
  if (!(seconds > 0 && seconds <= maxTimeoutSeconds)) {
    return {
      kind: 'invalid',
      reason: `--timeout must be a number of seconds above 0 and up to ${maxTimeoutSeconds}.`,
    };
  }
  if (values.junit === '') return { kind: 'invalid', reason: '--junit requires a file name.' };
  return {
    kind: 'run',
    paths: positionals,
    servers,
    timeoutMs: seconds * 1000,
    ...(values.junit !== undefined && { junit: values.junit }),
  };
}

const parseOptions = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      server: { type: 'string', multiple: true },
      junit: { type: 'string' },
      timeout: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });

/** Parses `NAME=URL`, or returns the problem. The problem doesn't contain the URL, because its query might be a secret. */
function parseServer(text: string): TestServer | string {
  const [, name, urlText] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || name.trim() === '' || urlText === undefined) {
    return '--server must be NAME=URL, such as production=https://mcp.example.com/mcp.';
  }
  const read = parseServerUrl(urlText);
  return typeof read === 'string'
    ? `--server ${name}: ${describeServerUrlIssue(read)}`
    : { name: name.trim(), url: read.url };
}
