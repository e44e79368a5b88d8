import * as vscode from 'vscode';
import { showWarning } from '../editor/message.ts';
import { describePatternError } from '../editor/textSearch/describePatternError.ts';
import { formatJson } from '../editor/webview/formatJson.ts';
import type { TextQuery } from '../editor/webview/textQuery.ts';
import { omitUndefined } from '../fields.ts';
import { copyWithNotice } from './clipboard.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import type { McpSession } from './mcpSession.ts';
import type { MessageQuery } from './messageFilter.ts';
import type { LoggedMessage } from './messageLog.ts';
import { createMessageSearch } from './messageSearch.ts';
import { formatCurl } from './outgoingMessage.ts';
import type { MessageLine } from './pageSchemas.ts';
import { createReplays } from './replays.ts';

interface MessageActionsOptions {
  /** Returns the URL without its query and without possible secrets. */
  readonly url: () => string;
  readonly session: Pick<McpSession, 'messages' | 'state' | 'send'>;
  readonly openText: OpenReadOnlyDocument;
  readonly describeError: (error: unknown) => string;
  readonly onChange: () => void;
  readonly onSent: (index: number) => void;
  /** Called with the error of a failed message, which can require a URL elicitation. */
  readonly onFailure: (error: unknown) => void;
  /** Whether the server is waiting for the user, which suspends the time limit. */
  readonly isWaitingForUser: () => boolean;
}

interface MessageRef {
  readonly index: number;
}

/** Maximum size of copied messages, in UTF-16 units. */
const maxCopySize = 20_000_000;

/** Creates the handlers for the messages of a session. */
export function createMessageActions({ url, session, openText, ...options }: MessageActionsOptions) {
  const { messages } = session;
  const search = createMessageSearch(messages);
  const replays = createReplays({ session, ...options });
  const getJson = (index: number): string | undefined => messages.at(index)?.json;
  const indentJson = (json: string): string => formatJson(json) ?? json;

  async function createLines(indexes: readonly number[], query: TextQuery): Promise<MessageLine[]> {
    // The search field shows an invalid pattern.
    const matches = await search.matches(query, indexes).catch(() => []);
    return indexes.flatMap((index, position) => {
      const message = messages.at(index);
      if (!message) return [];
      const line = toMessageLine(message, index, messages.firstIndex, matches[position]);
      const response =
        line.kind === 'request' && line.pairIndex !== undefined ? messages.at(line.pairIndex) : undefined;
      return [response ? { ...line, ...toResponseFields(response) } : line];
    });
  }

  return {
    /** Creates the page message with the number of messages. */
    createCountsMessage: () =>
      ({
        kind: 'messages',
        count: messages.length,
        firstIndex: messages.firstIndex,
        kindCounts: messages.kindCounts,
        methods: messages.methods,
        slowestMs: messages.slowestMs,
      }) as const,
    state: () => ({ replay: replays.state }),
    messageHandlers: {
      ...replays.messageHandlers,
      openMessage({ index }: MessageRef) {
        const json = getJson(index);
        const name = vscode.l10n.t('Message {0}', index + 1);
        return json === undefined ? undefined : openText(indentJson(json), name, 'json');
      },
      copyMessage({ index, as }: MessageRef & { readonly as: 'json' | 'curl' }) {
        const json = getJson(index);
        if (json === undefined) return undefined;
        const text = as === 'json' ? indentJson(json) : formatCurl(url(), json, session.state.connection);
        return copyMessages([text]);
      },
      copyMessages({ indexes }: { readonly indexes: readonly number[] }) {
        const texts = indexes.flatMap((index) => {
          const { kind, pairIndex } = messages.at(index) ?? {};
          const exchange = kind === 'request' && pairIndex !== undefined ? [index, pairIndex] : [index];
          return exchange.flatMap((one) => getJson(one) ?? []);
        });
        if (texts.reduce((sum, { length }) => sum + length, 0) <= maxCopySize) return copyMessages(texts);
        void showWarning(
          vscode.l10n.t(
            'Nothing was copied because the selected messages ({0}) are too large for the clipboard. Select fewer messages.',
            indexes.length.toLocaleString(vscode.env.language),
          ),
        );
        return undefined;
      },
    },
    requestHandlers: {
      getMessageLines: ({
        indexes,
        query,
      }: {
        readonly indexes: readonly number[];
        readonly query: TextQuery;
      }) => createLines(indexes, query),
      async getMessage({ index, query }: MessageRef & { readonly query: TextQuery }) {
        const [line] = await createLines([index], query);
        return omitUndefined({ json: getJson(index), line });
      },
      async findMessages({ from, ...wanted }: MessageQuery & { readonly from: number }) {
        try {
          return await search.find(wanted, from);
        } catch (error) {
          const problem = describePatternError(error);
          if (problem === undefined) throw error;
          return { rows: [], hits: [], to: from, problem };
        }
      },
    },
    dispose() {
      search.dispose();
      replays.dispose();
    },
  };
}

async function copyMessages(texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const notice =
    texts.length === 1
      ? vscode.l10n.t('$(check) Message copied')
      : vscode.l10n.t('$(check) {0} messages copied', texts.length);
  await copyWithNotice(texts.join('\n'), notice);
}

const toResponseFields = ({ kind, size, durationMs }: LoggedMessage) => ({
  responseSize: size,
  hasFailed: kind === 'error',
  ...omitUndefined({ durationMs }),
});

/** Creates the row of a message. `firstKept`: the index of the oldest kept message. */
function toMessageLine(
  { json: _, id, pairIndex, ...line }: LoggedMessage,
  index: number,
  firstKept: number,
  matches: readonly string[] = [],
): MessageLine {
  return {
    ...line,
    index,
    ...omitUndefined({
      id: id?.toString(),
      matches: matches.length > 0 ? matches : undefined,
      pairIndex: pairIndex !== undefined && pairIndex >= firstKept ? pairIndex : undefined,
    }),
  };
}
