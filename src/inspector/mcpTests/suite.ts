import type { McpConnector } from '../mcpConnection.ts';
import type { LoadedTestFile } from './readTestFile.ts';
import { resolveHeaders } from './resolveHeaders.ts';
import { openTestConnection, type TestConnectionResult } from './testConnection.ts';
import type { TestOutcome } from './testOutcome.ts';

export interface TestServer {
  readonly name: string;
  readonly url: string;
}

/** The results of a test file on a server. */
export interface SuiteResult {
  readonly file: LoadedTestFile;
  readonly server: TestServer;
  readonly startedAt: Date;
  /** In the order of the tests. */
  readonly outcomes: readonly TestOutcome[];
  /** Reason that no test could run. */
  readonly failure?: string;
}

interface SuiteOptions {
  readonly open: McpConnector;
  readonly version: string;
  /** Returns the value of an environment variable. */
  readonly readVariable: (variable: string) => string | undefined;
  readonly signal: AbortSignal;
  /** Maximum number of milliseconds of the handshake and of each call. */
  readonly timeoutMs: number;
}

/** Runs all files on all servers: servers in parallel, files and tests in sequence. */
export async function runSuites(
  files: readonly LoadedTestFile[],
  servers: readonly TestServer[],
  options: SuiteOptions & { readonly onSuiteEnd: (suite: SuiteResult) => void },
): Promise<readonly SuiteResult[]> {
  const suitesByServer = await Promise.all(
    servers.map(async (server) => {
      const suites: SuiteResult[] = [];
      for (const file of files) {
        const suite = await runSuite(file, server, options);
        options.onSuiteEnd(suite);
        suites.push(suite);
      }
      return suites;
    }),
  );
  return suitesByServer.flat();
}

async function runSuite(
  loadedFile: LoadedTestFile,
  server: TestServer,
  options: SuiteOptions,
): Promise<SuiteResult> {
  const { signal, readVariable, timeoutMs } = options;
  const { tests } = loadedFile.file;
  const suite = { file: loadedFile, server, startedAt: new Date() };
  const failAll = (failure: string): SuiteResult => {
    if (signal.aborted) return { ...suite, outcomes: tests.map(() => canceledOutcome) };
    const outcomes = tests.map((_, index): TestOutcome => {
      const failures = [{ message: failure, path: `/tests/${index}` }];
      return { status: 'errored', durationMs: 0, failures };
    });
    return { ...suite, outcomes, failure };
  };
  if (signal.aborted) return { ...suite, outcomes: tests.map(() => canceledOutcome) };
  const resolved = resolveHeaders(loadedFile.file, readVariable);
  if (!resolved.ok) return failAll(resolved.reason);
  const { open, version } = options;
  const connection = await openTestConnection({
    open,
    version,
    signal,
    timeoutMs,
    url: server.url,
    headers: resolved.headers,
    secrets: resolved.secrets,
  });
  if (!connection.ok) return failAll(connection.reason);
  try {
    const outcomes: TestOutcome[] = [];
    for (const [index, test] of tests.entries()) {
      const pointer = `/tests/${index}`;
      outcomes.push(
        signal.aborted ? canceledOutcome : await connection.run(test, { signal, timeoutMs, pointer }),
      );
    }
    return { ...suite, outcomes };
  } finally {
    await closeConnection(connection);
  }
}

const canceledOutcome: TestOutcome = { status: 'canceled', durationMs: 0, failures: [] };

/** Maximum number of milliseconds to wait for the end of a session. */
const closeTimeoutMs = 2000;

function closeConnection(
  connection: Pick<Extract<TestConnectionResult, { ok: true }>, 'close'>,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, closeTimeoutMs);
    void connection.close().then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Counts the tests by status. */
export function countOutcomes(
  suites: readonly SuiteResult[],
): Readonly<Record<TestOutcome['status'], number>> {
  const counts = { passed: 0, failed: 0, errored: 0, canceled: 0 };
  for (const { status } of suites.flatMap(({ outcomes }) => outcomes)) counts[status] += 1;
  return counts;
}
