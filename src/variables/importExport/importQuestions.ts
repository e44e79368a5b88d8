import * as vscode from 'vscode';
import { looksSecret } from '../../domain/looksSecret.ts';
import { getStringArgument } from '../../editor/arguments.ts';
import { pickMany } from '../../editor/pickBox.ts';
import { pickOne } from '../../editor/pickOne.ts';
import { joinNames } from '../planTexts.ts';
import type { ImportMatch } from './classifyImport.ts';

/** Asks whether to delete the variables that the file doesn't have. Uses the `mode` of the command argument, if any. */
export async function askWhetherToReplace(
  argument: unknown,
  title: string,
  { extraKeys }: ImportMatch,
  sourceName: string,
): Promise<boolean> {
  if (extraKeys.length === 0) return false;
  const mode = getStringArgument(argument, 'mode');
  if (mode === 'merge' || mode === 'replace') return mode === 'replace';
  const items = [
    {
      iconPath: new vscode.ThemeIcon('diff-added'),
      label: vscode.l10n.t('Add and change variables but keep the others'),
      isReplacement: false,
    },
    {
      iconPath: new vscode.ThemeIcon('replace-all'),
      label: vscode.l10n.t('Replace all variables'),
      detail:
        extraKeys.length === 1
          ? vscode.l10n.t("{0} isn't in {1} and will be deleted.", joinNames(extraKeys), sourceName)
          : vscode.l10n.t("{0} variables that aren't in {1} will be deleted.", extraKeys.length, sourceName),
      isReplacement: true,
    },
  ];
  const placeHolder = vscode.l10n.t('Select what to do with the existing variables');
  const picked = await pickOne(items, { title, placeHolder });
  return picked.isReplacement;
}

/** Asks which of the new variables are secrets. */
export async function askSecrets(title: string, { newEntries }: ImportMatch): Promise<ReadonlySet<string>> {
  if (newEntries.length === 0) return new Set();
  const items = newEntries.map(({ key, value, isMarkedSecret }) => ({
    label: key,
    isSecret: isMarkedSecret || looksSecret(key, value),
  }));
  const picked = await pickMany(title, {
    items,
    placeholder: vscode.l10n.t(
      'Select the new variables that are secrets. The service never returns their values.',
    ),
    picked: items.filter(({ isSecret }) => isSecret),
  });
  return new Set(picked.map(({ label }) => label));
}
