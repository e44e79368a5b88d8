import type { RequestOptions } from '@modelcontextprotocol/client';
import { sleep } from '../api/sleep.ts';
import { getField, omitUndefined } from '../fields.ts';
import { describeServerError } from './describeServerError.ts';
import type { McpProgress } from './mcpConnection.ts';
import { isSessionLost } from './sessionLostError.ts';

/** Milliseconds for which a server should keep the result of a task. */
const taskTtlMs = 3_600_000;
/** Milliseconds between two polls of the status, if the server doesn't specify an interval. */
const defaultPollMs = 1000;

/** Sends a request, and returns the result without validation. */
export type SendMcpRequest = (
  method: string,
  params: object | undefined,
  options: RequestOptions,
) => Promise<unknown>;

interface TaskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: McpProgress) => void;
}

/**
 * Calls a tool that requires a task (MCP 2025-11-25). Requests from the server arrive while the call waits for the
 * result. The status is polled at the same time, to show progress.
 */
export async function callTask(
  sendRequest: SendMcpRequest,
  params: { readonly name: string; readonly arguments: object },
  options: RequestOptions,
  { signal, onProgress }: TaskOptions,
): Promise<unknown> {
  const task = getField(
    await sendRequest('tools/call', { ...params, task: { ttl: taskTtlMs } }, options),
    'task',
  );
  const taskId = getField(task, 'taskId');
  if (typeof taskId !== 'string') throw new SyntaxError('There is no task.');
  const cancel = (): void => void sendRequest('tasks/cancel', { taskId }, {}).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  const callEnd = new AbortController();
  try {
    const result = sendRequest('tasks/result', { taskId }, options);
    void pollTaskStatus(sendRequest, task, AbortSignal.any([signal, callEnd.signal]), (progress) =>
      onProgress?.(progress),
    );
    return await result;
  } catch (error) {
    // The tool has started, so the call must not be sent again in a new session.
    if (isSessionLost(error, { sessionId: '' })) throw new Error(describeServerError(error));
    throw error;
  } finally {
    callEnd.abort();
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Reports each status until the signal is aborted or a poll fails. Never rejects, because the request for the result
 * reports the error.
 */
async function pollTaskStatus(
  sendRequest: SendMcpRequest,
  task: unknown,
  signal: AbortSignal,
  onProgress: (progress: McpProgress) => void,
): Promise<void> {
  const requestedInterval = getField(task, 'pollInterval');
  const intervalMs = typeof requestedInterval === 'number' ? Math.max(requestedInterval, 100) : defaultPollMs;
  for (let done = 1; ; done++) {
    await sleep(intervalMs, signal);
    if (signal.aborted) return;
    const status = await sendRequest('tasks/get', { taskId: getField(task, 'taskId') }, { signal }).catch(
      () => undefined,
    );
    if (status === undefined || signal.aborted) return;
    const message = getField(status, 'statusMessage') ?? getField(status, 'status');
    onProgress({ done, ...omitUndefined({ message: typeof message === 'string' ? message : undefined }) });
  }
}
