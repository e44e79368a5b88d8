import * as vscode from 'vscode';
import { prettyJson } from '../editor/webview/prettyJson.ts';
import { defined } from '../fields.ts';
import { curlText } from './curl.ts';
import type { OpenText } from './documents/readOnly.ts';
import type { Session } from './session.ts';
import type { MessageLine } from './shapes.ts';
import { copyText } from './texts.ts';

interface MessageActionsDeps {
  /** Without a query. */
  readonly url: string;
  readonly session: Pick<Session, 'messages' | 'state'>;
  readonly openText: OpenText;
}

/** What a page asks of the messages of its session, and does with one of them. */
export function createMessageActions({ url, session, openText }: MessageActionsDeps) {
  const jsonOf = (index: number): string | undefined => session.messages.at(index)?.json;
  const indented = (json: string): string => prettyJson(json) ?? json;
  return {
    on: {
      openMessage({ index }: { readonly index: number }) {
        const json = jsonOf(index);
        const name = vscode.l10n.t('Message {0}', index + 1);
        return json === undefined ? undefined : openText(indented(json), name, 'json');
      },
      copyMessage({ index, as }: { readonly index: number; readonly as: 'json' | 'curl' }) {
        const json = jsonOf(index);
        if (json === undefined) return undefined;
        const text = as === 'json' ? indented(json) : curlText(url, json, session.state.link);
        return copyText(text, vscode.l10n.t('$(check) Message copied'));
      },
    },
    answer: {
      lines: ({ indexes }: { readonly indexes: readonly number[] }): MessageLine[] =>
        indexes.flatMap((index) => {
          const message = session.messages.at(index);
          if (!message) return [];
          const { json: _, id, ...line } = message;
          return [{ ...line, index, ...defined({ id: id?.toString() }) }];
        }),
      message: ({ index }: { readonly index: number }) => defined({ json: jsonOf(index) }),
      find({ text, from }: { readonly text: string; readonly from: number }) {
        const { hits, to } = session.messages.find(text, from);
        return { hits: [...hits], to };
      },
    },
  };
}
