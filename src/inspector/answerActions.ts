import * as vscode from 'vscode';
import { structuredText, wholeText } from './answer.ts';
import type { Calls } from './calls.ts';
import { endingOf } from './documents/ending.ts';
import type { OpenText } from './documents/readOnly.ts';
import { copyText } from './texts.ts';

interface Of {
  /** Of the item that was called. */
  readonly key: string;
}

interface BlockOf extends Of {
  readonly index: number;
}

/** What a page does with the answer of a call. */
export function createAnswerActions(calls: Pick<Calls, 'all' | 'result'>, openText: OpenText) {
  function textOf({ key, index }: BlockOf): string | undefined {
    const found = calls.result(key);
    return found && wholeText(found.kind, found.result, index);
  }
  return {
    on: {
      openBlock(of: BlockOf) {
        const text = textOf(of);
        const block = calls.all.find(({ key }) => key === of.key)?.blocks[of.index] ?? {};
        return text === undefined ? undefined : openText(text, nameOf(of), endingOf(text, block));
      },
      copyBlock(of: BlockOf) {
        const text = textOf(of);
        return text === undefined ? undefined : copyText(text, vscode.l10n.t('$(check) Answer copied'));
      },
      openStructured(of: Of) {
        return openText(structuredText(calls.result(of.key)?.result, 2) ?? '', nameOf(of), 'json');
      },
    },
  };
}

/** Of the item, without its kind. */
const nameOf = ({ key }: Of): string => key.slice(key.indexOf(':') + 1);
