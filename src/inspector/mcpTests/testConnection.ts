import * as l10n from '@vscode/l10n';
import { getField } from '../../fields.ts';
import { type ConnectionProgress, type ConnectionStep, diagnoseConnection } from '../connectionSteps.ts';
import { describeServerError } from '../describeServerError.ts';
import { type HttpExchange, isUnanswered } from '../httpExchange.ts';
import { withTimeLimit } from '../idleTimeout.ts';
import { maskSecrets } from '../maskSecrets.ts';
import type {
  Authorization,
  McpCall,
  McpConnection,
  McpConnector,
  McpRequestOptions,
} from '../mcpConnection.ts';
import { createRequestRejecter, type RequestRejecter } from './requestRejecter.ts';
import { runTest, type TestRunOptions } from './runTest.ts';
import type { McpTest } from './testFile.ts';
import type { TestOutcome } from './testOutcome.ts';

interface TestConnectionOptions {
  readonly open: McpConnector;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  /** Values that must not appear in a reason, in addition to the tokens of `authorization`. */
  readonly secrets: readonly string[];
  readonly version: string;
  readonly signal: AbortSignal;
  /** Maximum number of milliseconds for the handshake. */
  readonly timeoutMs: number;
  /** Describes the progress of the connection as steps; by default, as those of an HTTP connection. */
  readonly steps?: (progressed: ConnectionProgress) => readonly ConnectionStep[];
}

/** A connection for tests that run in sequence. */
interface TestConnection {
  readonly ok: true;
  /** The current connection. Reconnecting replaces it. */
  readonly connection: McpConnection;
  /** Values that must not appear in an outcome. Tokens that are sent later are added. */
  readonly secrets: readonly string[];
  /**
   * Runs a test. Never rejects. Reconnects first if the connection has ended. If the server rejected the call because the
   * session no longer exists, runs the test again in a new session.
   */
  run(test: McpTest, options: Pick<TestRunOptions, 'signal' | 'timeoutMs' | 'pointer'>): Promise<TestOutcome>;
  /** Ends the session. Never rejects. */
  close(): Promise<void>;
}

interface TestConnectionFailure {
  readonly ok: false;
  readonly reason: string;
}

export type TestConnectionResult = TestConnection | TestConnectionFailure;

/** Connects to a server to run tests. Never rejects. */
export async function openTestConnection(options: TestConnectionOptions): Promise<TestConnectionResult> {
  const secrets = [...options.secrets];
  const rejecter = createRequestRejecter();
  const firstConnection = await connectOnce(options, rejecter, secrets);
  if (!firstConnection.ok) return firstConnection;
  let current = firstConnection;
  return {
    ok: true,
    secrets,
    get connection() {
      return current.connection;
    },
    async run(test, { pointer = '', ...limits }) {
      const runOnce = () => runTest(test, current.connection, { ...limits, pointer, secrets, rejecter });
      const firstOutcome = current.isEnded() ? undefined : await runOnce();
      if (firstOutcome && !firstOutcome.isSessionLost) return firstOutcome;
      void current.connection.close();
      // If reconnecting fails, the next test tries again.
      current = { ...current, isEnded: () => true };
      const newConnection = await connectOnce(options, rejecter, secrets);
      if (limits.signal.aborted) return { status: 'canceled', durationMs: 0, failures: [] };
      if (!newConnection.ok) {
        const failures = [
          ...(firstOutcome?.failures ?? []),
          { message: newConnection.reason, path: pointer },
        ];
        return { status: 'errored', durationMs: firstOutcome?.durationMs ?? 0, failures };
      }
      current = newConnection;
      return { ...(await runOnce()), notice: firstOutcome ? sessionReplacedText() : reconnectedText() };
    },
    close: () => current.connection.close(),
  };
}

const sessionReplacedText = (): string =>
  l10n.t('The session no longer existed on the server, so the test was rerun in a new session.');
const reconnectedText = (): string =>
  l10n.t('The connection to the server had ended, so a new connection was opened for this test.');

interface OpenedConnection {
  readonly ok: true;
  readonly connection: McpConnection;
  /** Whether the connection ended without being closed by this client. */
  readonly isEnded: () => boolean;
}

/** Connects once. Adds each sent token to `secrets`. */
async function connectOnce(
  options: TestConnectionOptions,
  { answer }: RequestRejecter,
  secrets: string[],
): Promise<OpenedConnection | TestConnectionFailure> {
  const { open, timeoutMs, signal, authorization, steps = diagnoseConnection, ...server } = options;
  const exchanges: HttpExchange[] = [];
  let [isOpen, isEnded] = [false, false];
  try {
    const connection = await withTimeLimit(timeoutMs, signal, (limited) =>
      open({
        ...server,
        ...(authorization && { authorization: recordTokens(authorization, secrets) }),
        answerRequest: answer,
        signal: limited,
        timeoutMs,
        onMessage: () => undefined,
        // Later exchanges don't describe the connection attempt.
        onExchange: (exchange) => void (isOpen || exchanges.push(exchange)),
        onListChanged: () => undefined,
        onClosed: () => {
          isEnded = true;
        },
      }),
    );
    isOpen = true;
    return { ok: true, connection: callRequiredTasks(connection), isEnded: () => isEnded };
  } catch (error) {
    const failure = describeServerError(error);
    const failedExchange = { failure, isUnanswered: isUnanswered(error) };
    const connectionSteps = steps({ url: server.url, exchanges, isInitialized: false, ...failedExchange });
    const text = connectionSteps.find(({ outcome }) => outcome === 'failed')?.text ?? failure;
    return { ok: false, reason: maskSecrets(text, secrets) };
  }
}

/** Returns an authorization that adds each sent token to `secrets`. */
const recordTokens = (authorization: Authorization, secrets: string[]): Authorization => ({
  async token() {
    const token = await authorization.token();
    if (token !== undefined && !secrets.includes(token)) secrets.push(token);
    return token;
  },
  onUnauthorized: (response) => authorization.onUnauthorized(response),
  onInsufficientScope: (response) => authorization.onInsufficientScope?.(response),
});

/** Returns a connection that calls tools as tasks (protocol 2025-11-25) if they require it. */
export function callRequiredTasks(connection: McpConnection): McpConnection {
  // Servers without tasks don't need to list their tools.
  if (!('tasks' in connection.capabilities)) return connection;
  let taskToolNames: Promise<ReadonlySet<unknown>> | undefined;
  const readTaskTools = async (options: McpRequestOptions): Promise<ReadonlySet<unknown>> => {
    const { items } = await connection.list('tool', options);
    return new Set(items.filter(requiresTask).map((tool) => tool['name']));
  };
  const markAsTask = async (call: McpCall, options: McpRequestOptions): Promise<McpCall> => {
    if (call.kind !== 'tool') return call;
    taskToolNames ??= readTaskTools(options).catch((error: unknown) => {
      // The next call tries again.
      taskToolNames = undefined;
      throw error;
    });
    return (await taskToolNames).has(call.name) ? { ...call, requiresTask: true } : call;
  };
  return {
    ...connection,
    call: async (call, options) => connection.call(await markAsTask(call, options), options),
  };
}

const requiresTask = (tool: unknown): boolean =>
  getField(getField(tool, 'execution'), 'taskSupport') === 'required';
