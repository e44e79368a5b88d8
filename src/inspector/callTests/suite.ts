import type { McpConnector } from '../mcpConnection.ts';
import type { LoadedTestFile } from './readTestFile.ts';
import { resolveHeaders } from './resolveHeaders.ts';
import { openTestConnection, type TestConnectionResult } from './testConnection.ts';
import type { TestOutcome } from './testOutcome.ts';

export interface Server {
  readonly name: string;
  readonly url: string;
}

/** What came of the tests of a file on a server. */
export interface Suite {
  readonly file: LoadedTestFile;
  readonly server: Server;
  readonly startedAt: Date;
  /** In the order of the tests. */
  readonly outcomes: readonly TestOutcome[];
  /** Why no test could run. */
  readonly failure?: string;
}

interface SuiteOptions {
  readonly open: McpConnector;
  readonly version: string;
  /** The value of an environment variable. */
  readonly read: (variable: string) => string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds of a call at most, and of the handshake. */
  readonly timeoutMs: number;
}

/** The tests of all files on all servers: servers side by side, files and tests in order. */
export async function runSuites(
  files: readonly LoadedTestFile[],
  servers: readonly Server[],
  options: SuiteOptions & { readonly ended: (suite: Suite) => void },
): Promise<readonly Suite[]> {
  const all = await Promise.all(
    servers.map(async (server) => {
      const suites: Suite[] = [];
      for (const file of files) {
        const suite = await runSuite(file, server, options);
        options.ended(suite);
        suites.push(suite);
      }
      return suites;
    }),
  );
  return all.flat();
}

async function runSuite(opened: LoadedTestFile, server: Server, options: SuiteOptions): Promise<Suite> {
  const { signal, read, timeoutMs } = options;
  const { tests } = opened.file;
  const suite = { file: opened, server, startedAt: new Date() };
  const notRun = (failure: string): Suite => {
    if (signal.aborted) return { ...suite, outcomes: tests.map(() => cancelled) };
    const outcomes = tests.map((_, index): TestOutcome => {
      const failures = [{ message: failure, path: `/tests/${index}` }];
      return { status: 'errored', durationMs: 0, failures };
    });
    return { ...suite, outcomes, failure };
  };
  if (signal.aborted) return { ...suite, outcomes: tests.map(() => cancelled) };
  const sent = resolveHeaders(opened.file, read);
  if (!sent.ok) return notRun(sent.reason);
  const { open, version } = options;
  const connected = await openTestConnection({
    ...{ open, version, signal, timeoutMs, url: server.url },
    ...{ headers: sent.headers, secrets: sent.secrets },
  });
  if (!connected.ok) return notRun(connected.reason);
  try {
    const outcomes: TestOutcome[] = [];
    for (const [index, test] of tests.entries()) {
      const pointer = `/tests/${index}`;
      outcomes.push(signal.aborted ? cancelled : await connected.run(test, { signal, timeoutMs, pointer }));
    }
    return { ...suite, outcomes };
  } finally {
    await closed(connected);
  }
}

const cancelled: TestOutcome = { status: 'cancelled', durationMs: 0, failures: [] };

/** Milliseconds that a server has to end a session: it is told, and no more. */
const closeMs = 2000;

function closed(connection: Pick<Extract<TestConnectionResult, { ok: true }>, 'close'>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, closeMs);
    void connection.close().then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** How many tests came to what. */
export function countsOf(suites: readonly Suite[]): Readonly<Record<TestOutcome['status'], number>> {
  const counts = { passed: 0, failed: 0, errored: 0, cancelled: 0 };
  for (const { status } of suites.flatMap(({ outcomes }) => outcomes)) counts[status] += 1;
  return counts;
}
