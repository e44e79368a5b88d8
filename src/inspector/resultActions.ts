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
  function getBlockText({ key, index }: BlockRef): string | undefined {
    const call = calls.result(key);
    return call && readBlockText(call.kind, call.result, index);
  }
  return {
    messageHandlers: {
      openBlock(block: BlockRef) {
        const text = getBlockText(block);
        const view = calls.all.find(({ key }) => key === block.key)?.blocks[block.index] ?? {};
        return text === undefined
          ? undefined
          : openText(text, getItemName(block), guessFileExtension(text, view));
      },
      copyBlock(block: BlockRef) {
        const text = getBlockText(block);
        return text === undefined
          ? undefined
          : copyWithNotice(text, vscode.l10n.t('$(check) Content copied'));
      },
      async saveBlock({ key, index }: BlockRef) {
        const call = calls.result(key);
        const content = call && readBinaryBlock(call.kind, call.result, index);
        if (!content) return;
        const { suggestBlockFileName } = await import('./suggestBlockFileName.ts');
        const file = await askSaveFile({
          title: vscode.l10n.t('Save Content'),
          saveLabel: vscode.l10n.t('Save'),
          name: suggestBlockFileName(content, getItemName({ key })),
        });
        await saveBytes(file, decodeBase64(content.base64));
        void offerFile(file, vscode.l10n.t('Saved the content to {0}.', displayPath(file)));
      },
      openStructured(item: ItemRef) {
        return openText(
          formatStructuredContent(calls.result(item.key)?.result, 2) ?? '',
          getItemName(item),
          'json',
        );
      },
    },
  };
}

/** Returns the name of an item from its key, such as `echo` from `tool:echo`. */
const getItemName = ({ key }: ItemRef): string => key.slice(key.indexOf(':') + 1);
