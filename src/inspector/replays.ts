import { getField, omitUndefined } from '../fields.ts';
import { idleTimeoutMs, maxTimerMs, startIdleTimeout } from './idleTimeout.ts';
import type { McpRequestOptions, OutgoingMessage } from './mcpConnection.ts';
import type { McpSession } from './mcpSession.ts';
import { parseOutgoingMessage, toOutgoingMessage } from './outgoingMessage.ts';
import type { ReplayState } from './replayState.ts';

interface ReplayOptions {
  readonly session: Pick<McpSession, 'send' | 'messages' | 'state'>;
  readonly describeError: (error: unknown) => string;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
  /** Called after the message was sent. `index`: the index of the message. */
  readonly onSent: (index: number) => void;
  /** Called with the error of a failed message, which can require a URL elicitation. */
  readonly onFailure?: (error: unknown) => void;
  /** Whether the server is waiting for the user, which suspends the time limit. */
  readonly isWaitingForUser?: () => boolean;
}

/**
 * Maximum number of tools whose annotations are read. The tools after them count as tools that might change something.
 */
const maxTools = 2000;

/** Creates the replays of a page. One message at a time is sent again, unchanged or edited. */
export function createReplays({
  session,
  describeError,
  onChange,
  onSent,
  onFailure,
  isWaitingForUser,
}: ReplayOptions) {
  const drafts = new Map<number, string>();
  let running: AbortController | undefined;
  let lastReplay: Pick<ReplayState, 'sentIndex' | 'outcome' | 'failure'> = {};
  let editedIndex: number | undefined;

  async function send(message: OutgoingMessage | undefined): Promise<void> {
    if (!message || running) return;
    const abort = new AbortController();
    running = abort;
    lastReplay = {};
    onChange();
    let index: number | undefined;
    const timeout = startIdleTimeout(idleTimeoutMs, isWaitingForUser ?? (() => false));
    const options: McpRequestOptions = {
      signal: AbortSignal.any([abort.signal, timeout.signal]),
      timeoutMs: maxTimerMs,
      onProgress: timeout.reset,
    };
    try {
      await session.send(message, options, (sentIndex) => {
        index = sentIndex;
        lastReplay = { sentIndex: sentIndex };
        onChange();
        onSent(sentIndex);
      });
      lastReplay = { ...lastReplay, outcome: message.isNotification ? 'sent' : 'answered' };
    } catch (error) {
      // If the server responded, the message list shows its error.
      const isAnswered = index !== undefined && session.messages.at(index)?.pairIndex !== undefined;
      const outcome = abort.signal.aborted ? 'canceled' : 'failed';
      onFailure?.(error);
      lastReplay = {
        ...lastReplay,
        outcome,
        ...(!isAnswered && outcome === 'failed' && { failure: describeError(error) }),
      };
    }
    timeout.stop();
    running = undefined;
    onChange();
  }

  return {
    get state(): ReplayState {
      const readOnlyTools = session.state.lists.tool.items
        .slice(0, maxTools)
        .flatMap(({ name, annotations }) =>
          typeof name === 'string' && getField(annotations, 'readOnlyHint') === true ? [name] : [],
        );
      return {
        isRunning: running !== undefined,
        readOnlyTools,
        ...lastReplay,
        ...omitUndefined({ editedIndex }),
        drafts: [...drafts].map(([index, typed]) => ({ index, text: typed })),
      };
    },
    messageHandlers: {
      replay({ index }: { readonly index: number }): void {
        const { json, direction } = session.messages.at(index) ?? {};
        if (json !== undefined && direction === 'sent') void send(toOutgoingMessage(json));
      },
      sendMessage: ({ text }: { readonly text: string }) => void send(parseOutgoingMessage(text).message),
      cancelReplay: () => running?.abort(),
      saveMessageDraft: ({ index, text }: { readonly index: number; readonly text: string }) =>
        void drafts.set(index, text),
      editMessage({ index }: { readonly index?: number }): void {
        editedIndex = index;
        onChange();
      },
    },
    dispose: () => running?.abort(),
  };
}
