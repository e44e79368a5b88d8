import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { getField } from '../../fields.ts';
import { describeStartError } from '../connectionErrors.ts';
import { connectClient, createMcpConnection } from '../connectToServer.node.ts';
import { findErrorCode } from '../httpExchange.ts';
import { ResponseTooLargeError } from '../limitBody.ts';
import type { McpConnection, McpConnectionOptions } from '../mcpConnection.ts';
import { createMessageAdapter } from '../wire/messageAdapter.ts';
import type { Launch } from '../workspace/launch.ts';
import { createProcessOutput, type ProcessOutput, toRedactedLine } from './processOutput.ts';
import { ProcessEndedError, type ProcessTrace } from './processTrace.ts';
import { ProcessTransport } from './processTransport.node.ts';

interface ProcessObserver {
  /** Receives the output of each process that is started. */
  readonly onOutput: (output: ProcessOutput) => void;
  /** Receives each change of the trace or of the output. */
  readonly onTrace: (trace: ProcessTrace) => void;
}

/**
 * Starts a server and connects to it. Begins with `initialize`, which all servers support, because some exit when they
 * receive anything else. If a server rejects that, restarts it and begins with the newest protocol.
 */
export async function openProcess(
  options: McpConnectionOptions,
  launch: Launch,
  observer: ProcessObserver,
): Promise<McpConnection> {
  try {
    return await openWithMode(options, launch, observer, 'legacy');
  } catch (error) {
    if (!isErrorResponse(error) || options.signal.aborted) throw error;
    try {
      return await openWithMode(options, launch, observer, 'auto');
    } catch {
      // The first error describes the problem for most servers.
      throw error;
    }
  }
}

/** Whether the server responded to the handshake with an error. */
const isErrorResponse = (error: unknown): boolean => typeof getField(error, 'code') === 'number';

async function openWithMode(
  options: McpConnectionOptions,
  launch: Launch,
  { onOutput, onTrace }: ProcessObserver,
  mode: 'auto' | 'legacy',
): Promise<McpConnection> {
  const output = createProcessOutput(launch.secrets);
  let trace: ProcessTrace = { isStarted: false, strayLineCount: 0 };
  let isConnected = false;
  let ended: Error | undefined;
  const updateTrace = (changes: Partial<ProcessTrace>): void => {
    trace = { ...trace, ...changes };
    onTrace(trace);
  };
  const onEnded = (error: Error): void => {
    ended = error;
    if (isConnected) options.onClosed?.(error);
  };
  onOutput(output);
  updateTrace({});
  const adapter = createMessageAdapter(options.onMessage);
  const transport = new ProcessTransport(launch, {
    parseLine: (line) => adapter.adaptReceived(line),
    onStandardError(text) {
      output.add(text);
      updateTrace({});
    },
    onStrayLine(line) {
      const firstStrayLine = trace.firstStrayLine ?? toRedactedLine(line, launch.secrets);
      updateTrace({ strayLineCount: trace.strayLineCount + 1, firstStrayLine });
    },
    onMessageTooLarge: () => onEnded(new ResponseTooLargeError()),
    onExit(exit, isExpected) {
      if (isExpected) return;
      updateTrace({ exit });
      onEnded(new ProcessEndedError(exit));
    },
  });
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start().catch(async (error: unknown) => {
      updateTrace({ startFailure: await describeStartFailure(error, launch) });
      throw error;
    });
    updateTrace({ isStarted: true });
  };
  try {
    const client = await connectClient(transport, mode, options, adapter);
    isConnected = true;
    const connection = createMcpConnection(client, 'stdio', transport, adapter);
    return {
      ...connection,
      async close() {
        await connection.close();
        // Children can outlive a process that ended.
        await transport.close();
      },
    };
  } catch (error) {
    await transport.close();
    throw ended ?? error;
  }
}

/** Describes why a process couldn't be started. A missing working directory has the same code as a missing command. */
async function describeStartFailure(error: unknown, { command, cwd, secrets }: Launch): Promise<string> {
  const isFolder = await stat(cwd).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder)
    return l10n.t("The server's working directory doesn't exist: {0}", toRedactedLine(cwd, secrets));
  return describeStartError(findErrorCode(error), toRedactedLine(command, secrets));
}
