import * as vscode from 'vscode';
import { askSaveFile, displayPath, offerFile, saveBytes } from '../editor/saveFile.ts';
import { formatStructuredContent, readBinaryBlock, readBlockText } from './callResult.ts';
import type { CallRunner } from './callRunner.ts';
import { copyWithNotice } from './clipboard.ts';
import { guessFileExtension } from './documents/fileExtension.ts';
import type { OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { decodeBase64 } from './media.ts';

interface ItemRef {
  /** The key of the called item. */
  readonly key: string;
}

interface BlockRef extends ItemRef {
  readonly index: number;
}

/** Creates the handlers for the content blocks of a result. */
export function createResultActions(
  calls: Pick<CallRunner, 'all' | 'result'>,
  openText: OpenReadOnlyDocument,
) {
  function textOf({ key, index }: BlockRef): string | undefined {
    const found = calls.result(key);
    return found && readBlockText(found.kind, found.result, index);
  }
  return {
    messageHandlers: {
      openBlock(of: BlockRef) {
        const text = textOf(of);
        const block = calls.all.find(({ key }) => key === of.key)?.blocks[of.index] ?? {};
        return text === undefined
          ? undefined
          : openText(text, itemNameOfKey(of), guessFileExtension(text, block));
      },
      copyBlock(of: BlockRef) {
        const text = textOf(of);
        return text === undefined
          ? undefined
          : copyWithNotice(text, vscode.l10n.t('$(check) Content copied'));
      },
      async saveBlock(of: BlockRef) {
        const found = calls.result(of.key);
        const block = found && readBinaryBlock(found.kind, found.result, of.index);
        if (!block) return;
        const { suggestBlockFileName } = await import('./suggestBlockFileName.ts');
        const file = await askSaveFile({
          title: vscode.l10n.t('Save Content'),
          saveLabel: vscode.l10n.t('Save'),
          name: suggestBlockFileName(block, itemNameOfKey(of)),
        });
        await saveBytes(file, decodeBase64(block.base64));
        void offerFile(file, vscode.l10n.t('Saved the content to {0}.', displayPath(file)));
      },
      openStructured(of: ItemRef) {
        return openText(
          formatStructuredContent(calls.result(of.key)?.result, 2) ?? '',
          itemNameOfKey(of),
          'json',
        );
      },
    },
  };
}

/** Returns the item's name from its key. */
const itemNameOfKey = ({ key }: ItemRef): string => key.slice(key.indexOf(':') + 1);
