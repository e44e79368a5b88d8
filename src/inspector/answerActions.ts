import * as vscode from 'vscode';
import { field } from '../fields.ts';
import { wholeText } from './answer.ts';
import type { Calls } from './calls.ts';
import { copyText, openText } from './texts.ts';

interface Of {
  /** Of the item that was called. */
  readonly key: string;
}

interface BlockOf extends Of {
  readonly index: number;
}

/** What a page does with the answer of a call. */
export function createAnswerActions(calls: Pick<Calls, 'result'>) {
  function textOf({ key, index }: BlockOf): string | undefined {
    const found = calls.result(key);
    return found && wholeText(found.kind, found.result, index);
  }
  return {
    on: {
      openBlock(of: BlockOf) {
        const text = textOf(of);
        return text === undefined ? undefined : openText(text, 'plaintext');
      },
      copyBlock(of: BlockOf) {
        const text = textOf(of);
        return text === undefined ? undefined : copyText(text, vscode.l10n.t('$(check) Answer copied'));
      },
      openStructured({ key }: Of) {
        const content = field(calls.result(key)?.result, 'structuredContent');
        return openText(JSON.stringify(content, undefined, 2) ?? '', 'json');
      },
    },
  };
}
