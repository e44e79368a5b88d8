import { omitUndefined } from '../fields.ts';
import { toResultView } from './callResult.ts';
import { idleTimeoutMs, maxTimerMs, startIdleTimeout } from './idleTimeout.ts';
import { toMcpCall } from './inspectorItems.ts';
import type { McpCall, McpRequestOptions } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';
import type { MessageLog } from './messageLog.ts';
import { limitBlocks, limitText } from './pageLimits.ts';
import type { CallView, InspectorItem } from './pageSchemas.ts';
import type { TemplateValue } from './uriTemplate.ts';

/** Minimum number of milliseconds between two updates of the progress. */
const progressIntervalMs = 100;
/** Maximum length of a progress message, in UTF-16 units. */
const maxProgressLength = 1000;

interface CallRunnerOptions {
  readonly session: Pick<McpSession, 'call' | 'messages' | 'state'>;
  readonly describeError: (error: unknown) => string;
  readonly onChange: (call: CallView) => void;
  /** Whether the server is waiting for the user, which suspends the time limit. */
  readonly isWaitingForUser?: () => boolean;
  /** Called with the error of each failed call. */
  readonly onFailure?: (error: unknown) => void;
}

/** The calls of a page: the last call of each item. */
export interface CallRunner {
  readonly all: readonly CallView[];
  /** Cancels the running call of the item, and starts a new one. Never rejects. */
  start(item: InspectorItem, args: Readonly<Record<string, unknown>>): Promise<void>;
  cancel(key: string): void;
  /** Returns the complete result of the last call of an item. */
  result(key: string): ItemCallResult | undefined;
  dispose(): void;
}

interface ItemCallResult {
  readonly kind: McpCall['kind'];
  readonly call: McpCall;
  readonly result: unknown;
}

interface TrackedCall {
  view: CallView;
  readonly abort: AbortController;
  result?: ItemCallResult;
}

export function createCallRunner({
  session,
  describeError,
  onChange,
  isWaitingForUser,
  onFailure,
}: CallRunnerOptions): CallRunner {
  const calls = new Map<string, TrackedCall>();

  async function start(item: InspectorItem, args: Readonly<Record<string, unknown>>): Promise<void> {
    const { key } = item;
    calls.get(key)?.abort.abort();
    const abort = new AbortController();
    const kind = item.kind === 'template' ? 'resource' : item.kind;
    const tracked: TrackedCall = {
      view: { key, status: 'running', startedAt: Date.now(), blocks: [] },
      abort,
    };
    calls.set(key, tracked);
    const startTime = performance.now();
    const updateView = (view: Partial<CallView>): void => {
      // A newer call of this item has started.
      if (calls.get(key) !== tracked) return;
      tracked.view = { ...tracked.view, ...view };
      onChange(tracked.view);
    };
    let reportedAt = 0;
    const timeout = startIdleTimeout(idleTimeoutMs, isWaitingForUser ?? (() => false));
    const options: McpRequestOptions = {
      signal: AbortSignal.any([abort.signal, timeout.signal]),
      timeoutMs: maxTimerMs,
      onProgress: (progress) => {
        timeout.reset();
        const now = performance.now();
        if (now - reportedAt < progressIntervalMs) return;
        reportedAt = now;
        updateView({
          progress: {
            done: progress.done,
            ...omitUndefined({
              total: progress.total,
              message: progress.message?.slice(0, maxProgressLength),
            }),
          },
        });
      },
    };
    updateView({});
    try {
      const expand = (template: string, values: Readonly<Record<string, TemplateValue>>): string =>
        session.state.connection?.expand(template, values) ?? template;
      const call = toMcpCall(item, args, expand);
      let sentIndex: number | undefined;
      const result = await session.call(call, options, (index) => {
        sentIndex = index;
      });
      tracked.result = { kind, call, result };
      // A task has several requests, and the list of messages shows the duration of each.
      const isTask = call.kind === 'tool' && call.requiresTask;
      const messageMs = isTask ? undefined : readDuration(session.messages, sentIndex);
      updateView({
        status: 'answered',
        durationMs: messageMs ?? performance.now() - startTime,
        ...limitBlocks(toResultView(kind, result)),
      });
    } catch (error) {
      const durationMs = performance.now() - startTime;
      if (abort.signal.aborted) return updateView({ status: 'canceled', durationMs });
      updateView({ status: 'failed', durationMs, failure: limitText(describeError(error)) });
      onFailure?.(error);
    } finally {
      timeout.stop();
    }
  }

  return {
    get all() {
      return [...calls.values()].map(({ view }) => view);
    },
    start,
    cancel: (key) => calls.get(key)?.abort.abort(),
    result: (key) => calls.get(key)?.result,
    dispose() {
      for (const { abort } of calls.values()) abort.abort();
    },
  };
}

/** Returns the time between a request and its response, in milliseconds, as the list of messages shows it. */
function readDuration(messages: MessageLog, index: number | undefined): number | undefined {
  const pairIndex = index === undefined ? undefined : messages.at(index)?.pairIndex;
  return pairIndex === undefined ? undefined : messages.at(pairIndex)?.durationMs;
}
