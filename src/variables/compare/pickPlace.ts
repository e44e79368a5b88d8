import * as vscode from 'vscode';
import type { Target } from '../variable.ts';
import { type Place, placeFrom } from './address.ts';

type OtherItem = vscode.QuickPickItem & { readonly other: () => Promise<Place> };

/** An environment besides the one named, or what one of `more` stands for. Always asks. */
export type PickOther = (
  title: string,
  without: string,
  more: readonly OtherItem[],
) => Promise<Target | OtherItem['other']>;

/**
 * What an environment is compared with: from the argument of a command (`other`), else asked for. Rejects with a `CancellationError` when the user leaves.
 */
export async function pickPlace(
  argument: unknown,
  title: string,
  without: string,
  pickOther: PickOther,
): Promise<Place> {
  const isObject = typeof argument === 'object' && argument !== null;
  const given = isObject ? placeFrom(Reflect.get(argument, 'other')) : undefined;
  if (given) return given;
  const picked = await pickOther(title, without, await fileItems(title));
  return typeof picked === 'function' ? picked() : picked;
}

/** The `.env` files at the top of the workspace, and any other. */
async function fileItems(title: string): Promise<readonly OtherItem[]> {
  const t = vscode.l10n.t;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(
    folders.map(async ({ name, uri }) => {
      const names = await vscode.workspace.fs.readDirectory(uri).then(
        (all) => all.filter(([one, type]) => /^\.env/.test(one) && (type & vscode.FileType.File) !== 0),
        () => [],
      );
      return names.map(
        ([one]): OtherItem => ({
          label: `$(file) ${one}`,
          description: name,
          other: async () => ({ file: vscode.Uri.joinPath(uri, one) }),
        }),
      );
    }),
  );
  return [
    ...found.flat().sort((a, b) => (a.label < b.label ? -1 : 1)),
    {
      // Not always shown: it would come first whatever is typed.
      label: t('$(folder-opened) A Local .env File…'),
      other: () => askFile(title, folders[0]?.uri),
    },
  ];
}

async function askFile(title: string, defaultUri: vscode.Uri | undefined): Promise<Place> {
  const openLabel = vscode.l10n.t('Compare');
  const picked = await vscode.window.showOpenDialog({ title, openLabel, ...(defaultUri && { defaultUri }) });
  const [file] = picked ?? [];
  if (!file) throw new vscode.CancellationError();
  return { file };
}
