import type { RequestOptions } from '@modelcontextprotocol/client';
import { sleep } from '../api/retry.ts';
import { getField, omitUndefined } from '../fields.ts';
import { describeServerError } from './describeServerError.ts';
import type { McpProgress } from './mcpConnection.ts';
import { isSessionLost } from './sessionLostError.ts';

/** Milliseconds for which a server is asked to keep what came of a task. */
const taskTtlMs = 3_600_000;
/** Milliseconds between two questions for its status, where the server wants no others. */
const defaultPollMs = 1000;

/** Sends a request, and returns its result as the server sent it. */
export type SendRequest = (
  method: string,
  params: object | undefined,
  options: RequestOptions,
) => Promise<unknown>;

interface TaskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: McpProgress) => void;
}

/**
 * Calls a tool that works in a task (protocol 2025-11-25). What it asks of the person comes while its result is awaited. The
 * server is asked for the status as well, which says that the task lives on.
 */
export async function callTask(
  ask: SendRequest,
  params: { readonly name: string; readonly arguments: object },
  options: RequestOptions,
  { signal, onProgress }: TaskOptions,
): Promise<unknown> {
  const task = getField(await ask('tools/call', { ...params, task: { ttl: taskTtlMs } }, options), 'task');
  const taskId = getField(task, 'taskId');
  if (typeof taskId !== 'string') throw new SyntaxError('There is no task.');
  const cancel = (): void => void ask('tasks/cancel', { taskId }, {}).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  const over = new AbortController();
  try {
    const result = ask('tasks/result', { taskId }, options);
    void pollTaskStatus(ask, task, AbortSignal.any([signal, over.signal]), (progress) =>
      onProgress?.(progress),
    );
    return await result;
  } catch (error) {
    // The tool has begun to work: the call must not be sent again in another session.
    if (isSessionLost(error, { sessionId: '' })) throw new Error(describeServerError(error));
    throw error;
  } finally {
    over.abort();
    signal.removeEventListener('abort', cancel);
  }
}

/** Tells each status until it's over. Never rejects: the result says what went wrong. */
async function pollTaskStatus(
  ask: SendRequest,
  task: unknown,
  signal: AbortSignal,
  tell: (progress: McpProgress) => void,
): Promise<void> {
  const pause = getField(task, 'pollInterval');
  const ms = typeof pause === 'number' ? Math.max(pause, 100) : defaultPollMs;
  for (let done = 1; ; done++) {
    await sleep(ms, signal);
    if (signal.aborted) return;
    const status = await ask('tasks/get', { taskId: getField(task, 'taskId') }, { signal }).catch(
      () => undefined,
    );
    if (status === undefined || signal.aborted) return;
    const message = getField(status, 'statusMessage') ?? getField(status, 'status');
    tell({ done, ...omitUndefined({ message: typeof message === 'string' ? message : undefined }) });
  }
}
