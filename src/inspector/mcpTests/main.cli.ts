import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { version } from '../../../package.json';
import { toVisibleCode } from '../../editor/webview/visibleText.ts';
import { connectToServer } from '../connectToServer.node.ts';
import { type CommandLineArguments, parseArguments, usage } from './arguments.cli.ts';
import { toJunitXml } from './junit.ts';
import { loadTestFiles } from './loadTestFiles.cli.ts';
import { escapeForTerminal, formatSuite, formatSummary } from './report.cli.ts';
import { countOutcomes, runSuites, type SuiteResult } from './suite.ts';

const usageExitCode = 2;
const printLine = (text: string) => process.stdout.write(`${escapeForTerminal(text)}\n`);
const printError = (text: string) => process.stderr.write(`${escapeForTerminal(text)}\n`);

/** Oldest major version of Node.js with the language features that the comparison of responses uses. */
const minNodeVersion = 22;

async function main(): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < minNodeVersion) {
    printError(`mcp-test requires Node.js ${minNodeVersion} or later.`);
    return usageExitCode;
  }
  const commandLine = parseArguments(process.argv.slice(2));
  switch (commandLine.kind) {
    case 'help':
      printLine(usage);
      return 0;
    case 'version':
      printLine(version);
      return 0;
    case 'invalid':
      printError(`${commandLine.reason}\nFor usage, run mcp-test --help.`);
      return usageExitCode;
    case 'run':
      return runMcpTests(commandLine);
  }
}

async function runMcpTests({
  paths,
  servers,
  junit,
  timeoutMs,
}: Extract<CommandLineArguments, { kind: 'run' }>): Promise<number> {
  const { files, problems } = await loadTestFiles(paths, process.cwd());
  if (problems.length > 0) {
    printError(problems.join('\n'));
    return usageExitCode;
  }
  const abort = new AbortController();
  let stopExitCode: number | undefined;
  // A second signal ends the process immediately, because the handler is removed.
  const stop = (code: number) => () => {
    stopExitCode = code;
    abort.abort();
  };
  process.once('SIGINT', stop(130)).once('SIGTERM', stop(143));
  const suites = await runSuites(files, servers, {
    open: connectToServer,
    version,
    timeoutMs,
    signal: abort.signal,
    readVariable: (name) => process.env[name],
    onSuiteEnd: (suite) => printLine(`${formatSuite(suite)}\n`),
  });
  printLine(formatSummary(suites));
  if (junit !== undefined && !(await writeReport(resolve(junit), toJunitXml(suites)))) return usageExitCode;
  return stopExitCode ?? toExitCode(suites);
}

async function writeReport(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return true;
  } catch (error) {
    printError(
      `${toVisibleCode(path)}: couldn't be written (${Reflect.get(Object(error), 'code') ?? 'error'})`,
    );
    return false;
  }
}

function toExitCode(suites: readonly SuiteResult[]): number {
  if (suites.some(({ failure }) => failure !== undefined)) return usageExitCode;
  const { failed, errored } = countOutcomes(suites);
  return failed + errored > 0 ? 1 : 0;
}

// If nothing is pending, Node.js ends the process. That is a failure if there are no results yet.
process.exitCode = usageExitCode;
process.once('beforeExit', () => printError('mcp-test ended before the tests were finished.'));
void main()
  .catch((error: unknown) => {
    printError(error instanceof Error ? error.name : 'Error');
    return usageExitCode;
  })
  .then(async (code) => {
    // Waits until the output is written, because a pipe can still have buffered data.
    for (const stream of [process.stdout, process.stderr]) {
      await new Promise<void>((resolve) => stream.write('', () => resolve()));
    }
    // Ends pending work, such as a stream that the server doesn't close.
    process.exit(code);
  });
