import * as vscode from 'vscode';
import { showWarning } from '../editor/message.ts';
import { describePatternError } from '../editor/textSearch/describePatternError.ts';
import { prettyJson } from '../editor/webview/prettyJson.ts';
import type { TextQuery } from '../editor/webview/textQuery.ts';
import { omitUndefined } from '../fields.ts';
import { copyWithNotice } from './clipboard.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { formatCurl } from './formatCurl.ts';
import type { McpSession } from './mcpSession.ts';
import type { MessageQuery } from './messageFilter.ts';
import { createMessageSearch } from './messageSearch.ts';
import type { MessageLine } from './pageSchemas.ts';
import { createReplays } from './replays.ts';

interface MessageActionsDeps {
  /** Returns the URL without its query and without possible secrets. */
  readonly url: () => string;
  readonly session: Pick<McpSession, 'messages' | 'state' | 'send'>;
  readonly openText: OpenReadOnlyDocument;
  readonly explain: (error: unknown) => string;
  readonly changed: () => void;
  readonly sent: (index: number) => void;
  /** Called with the error of a failed message, which can require a URL elicitation. */
  readonly failed: (error: unknown) => void;
  /** Whether the server is waiting for the user, which suspends the time limit. */
  readonly isPersonAsked: () => boolean;
}

interface MessageRef {
  readonly index: number;
}

/** Maximum size of copied messages, in UTF-16 units. */
const maxCopySize = 20_000_000;

/** Creates the handlers for the messages of a session. */
export function createMessageActions({ url, session, openText, ...deps }: MessageActionsDeps) {
  const { messages } = session;
  const search = createMessageSearch(messages);
  const replays = createReplays({ session, ...deps });
  const jsonOf = (index: number): string | undefined => messages.at(index)?.json;
  const indented = (json: string): string => prettyJson(json) ?? json;
  const said = vscode.l10n.t('$(check) Message copied');

  /** Returns the index of a message, unless the message was dropped. */
  const keptIndex = (index: number | undefined) =>
    index !== undefined && index >= messages.first ? index : undefined;

  async function lines(indexes: readonly number[], query: TextQuery): Promise<MessageLine[]> {
    // The search field shows an invalid pattern.
    const matches = await search.matches(query, indexes).catch(() => []);
    return indexes.flatMap((index, at) => {
      const message = messages.at(index);
      if (!message) return [];
      const { json: _, id, pair, ...line } = message;
      const found = matches[at]?.length ? matches[at] : undefined;
      return [
        { ...line, index, ...omitUndefined({ id: id?.toString(), matches: found, pair: keptIndex(pair) }) },
      ];
    });
  }

  return {
    /** Creates the page message with the number of messages. */
    count: () =>
      ({
        kind: 'messages',
        count: messages.length,
        first: messages.first,
        kinds: messages.kinds,
        methods: messages.methods,
      }) as const,
    state: () => ({ replay: replays.state }),
    on: {
      ...replays.on,
      openMessage({ index }: MessageRef) {
        const json = jsonOf(index);
        const name = vscode.l10n.t('Message {0}', index + 1);
        return json === undefined ? undefined : openText(indented(json), name, 'json');
      },
      copyMessage({ index, as }: MessageRef & { readonly as: 'json' | 'curl' }) {
        const json = jsonOf(index);
        if (json === undefined) return undefined;
        return copyWithNotice(
          as === 'json' ? indented(json) : formatCurl(url(), json, session.state.connection),
          said,
        );
      },
      copyMessages({ indexes }: { readonly indexes: readonly number[] }) {
        const sizes = indexes.map((index) => jsonOf(index)?.length ?? 0);
        if (sizes.reduce((sum, size) => sum + size, 0) > maxCopySize) {
          const many = indexes.length.toLocaleString(vscode.env.language);
          const words = vscode.l10n.t(
            'Nothing was copied because the selected messages ({0}) are too large for the clipboard. Select fewer messages.',
            many,
          );
          void showWarning(words);
          return undefined;
        }
        const copied = indexes.flatMap((index) => jsonOf(index) ?? []);
        const [first] = copied;
        if (first === undefined) return undefined;
        const many = vscode.l10n.t('$(check) {0} messages copied', copied.length);
        return copyWithNotice(copied.join('\n'), copied.length === 1 ? said : many);
      },
    },
    respond: {
      lines: ({ indexes, query }: { readonly indexes: readonly number[]; readonly query: TextQuery }) =>
        lines(indexes, query),
      async message({ index, query }: MessageRef & { readonly query: TextQuery }) {
        const [line] = await lines([index], query);
        return omitUndefined({ json: jsonOf(index), line });
      },
      async find({ from, ...wanted }: MessageQuery & { readonly from: number }) {
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
