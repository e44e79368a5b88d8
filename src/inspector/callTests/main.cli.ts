import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { version } from '../../../package.json';
import { visibleCode } from '../../editor/webview/visibleText.ts';
import { connectToServer } from '../connectToServer.node.ts';
import { type CommandLineArguments, parseArguments, usage } from './arguments.cli.ts';
import { toJunitXml } from './junit.ts';
import { loadTestFiles } from './loadTestFiles.cli.ts';
import { suiteText, summaryText, terminalText } from './report.cli.ts';
import { countsOf, runSuites, type Suite } from './suite.ts';

const wrongUse = 2;
const say = (text: string) => process.stdout.write(`${terminalText(text)}\n`);
const complain = (text: string) => process.stderr.write(`${terminalText(text)}\n`);

/** What answers are compared with needs it. */
const leastNode = 22;

async function main(): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < leastNode) {
    complain(`mcp-test requires Node.js ${leastNode} or later.`);
    return wrongUse;
  }
  const given = parseArguments(process.argv.slice(2));
  switch (given.kind) {
    case 'help':
      say(usage);
      return 0;
    case 'version':
      say(version);
      return 0;
    case 'wrong':
      complain(`${given.reason}\nFor usage, run mcp-test --help.`);
      return wrongUse;
    case 'run':
      return run(given);
  }
}

async function run({
  paths,
  servers,
  junit,
  timeoutMs,
}: Extract<CommandLineArguments, { kind: 'run' }>): Promise<number> {
  const { files, problems } = await loadTestFiles(paths, process.cwd());
  if (problems.length > 0) {
    complain(problems.join('\n'));
    return wrongUse;
  }
  const abort = new AbortController();
  let stopped: number | undefined;
  // Asked once more, it ends at once, as without this.
  const stop = (code: number) => () => {
    stopped = code;
    abort.abort();
  };
  process.once('SIGINT', stop(130)).once('SIGTERM', stop(143));
  const suites = await runSuites(files, servers, {
    ...{ open: connectToServer, version, timeoutMs, signal: abort.signal },
    read: (name) => process.env[name],
    ended: (suite) => say(`${suiteText(suite)}\n`),
  });
  say(summaryText(suites));
  if (junit !== undefined && !(await write(resolve(junit), toJunitXml(suites)))) return wrongUse;
  return stopped ?? exitCode(suites);
}

async function write(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return true;
  } catch (error) {
    complain(`${visibleCode(path)}: couldn't be written (${Reflect.get(Object(error), 'code') ?? 'error'})`);
    return false;
  }
}

function exitCode(suites: readonly Suite[]): number {
  if (suites.some(({ failure }) => failure !== undefined)) return wrongUse;
  const { failed, errored } = countsOf(suites);
  return failed + errored > 0 ? 1 : 0;
}

// Node ends a process that waits for nothing. Without results, that is a failure.
process.exitCode = wrongUse;
process.once('beforeExit', () => complain('mcp-test ended before the tests were finished.'));
void main()
  .catch((error: unknown) => {
    complain(error instanceof Error ? error.name : 'Error');
    return wrongUse;
  })
  .then(async (code) => {
    // A pipe may not have taken all of it.
    for (const stream of [process.stdout, process.stderr]) {
      await new Promise<void>((resolve) => stream.write('', () => resolve()));
    }
    // What is still open, such as a stream that a server doesn't close, is left.
    process.exit(code);
  });
