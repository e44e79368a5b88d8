import * as vscode from 'vscode';
import type { AlternativeItem, PickOtherEnvironment } from '../../context.ts';
import { getFileName } from '../../editor/fileName.ts';
import { askLocalFile, findEnvFiles } from '../localFiles.ts';
import { type ComparedSource, parseSource } from './comparisonAddress.ts';

/**
 * Returns the source to compare an environment with: the `other` of the command argument, or the one that the user
 * picks. Throws a `CancellationError`.
 */
export async function pickComparedSource(
  argument: unknown,
  title: string,
  without: string,
  pickOther: PickOtherEnvironment,
): Promise<ComparedSource> {
  const isObject = typeof argument === 'object' && argument !== null;
  const given = isObject ? parseSource(Reflect.get(argument, 'other')) : undefined;
  if (given) return given;
  const picked = await pickOther(title, without, await fileItems(title));
  return typeof picked === 'function' ? picked() : picked;
}

/** The `.env` files at the top of the workspace, and an item to select another file. */
async function fileItems(title: string): Promise<readonly AlternativeItem<() => Promise<ComparedSource>>[]> {
  return [
    ...(await findEnvFiles()).map(
      (file): AlternativeItem<() => Promise<ComparedSource>> => ({
        iconPath: new vscode.ThemeIcon('file'),
        label: getFileName(file),
        description: vscode.workspace.getWorkspaceFolder(file)?.name ?? '',
        value: async () => ({ file }),
      }),
    ),
    {
      // Not `alwaysShow`: the item would be the first one for any typed text.
      iconPath: new vscode.ThemeIcon('folder-opened'),
      label: vscode.l10n.t('Local .env File...'),
      value: async () => ({ file: await askLocalFile(title, vscode.l10n.t('Compare')) }),
    },
  ];
}
