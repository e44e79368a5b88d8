import * as vscode from 'vscode';
import { CommandId } from '../ids.ts';
import type { MenuAction } from './menuMessages.ts';
import type { ViewOptions } from './savedState.ts';

/** What the user chose: other options, something for the page to do, or a command. */
export type MoreChoice =
  | { readonly kind: 'options'; readonly options: ViewOptions }
  | MenuAction
  | { readonly kind: 'command'; readonly command: CommandId };

/** Offers what is done seldom, with what is on marked. `undefined`: the user left. */
export async function askMore(title: string, options: ViewOptions): Promise<MoreChoice | undefined> {
  type Item = vscode.QuickPickItem & { readonly choice?: MoreChoice };
  const t = vscode.l10n.t;
  const group = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const toggle = (name: keyof ViewOptions, label: string, key?: string): Item => ({
    // A blank of the same width keeps the names in one column.
    label: `$(${options[name] ? 'check' : 'blank'}) ${label}`,
    ...(key && { description: key }),
    choice: { kind: 'options', options: { ...options, [name]: !options[name] } },
  });
  const action = (icon: string, label: string, choice: MoreChoice, key?: string): Item => ({
    label: `$(${icon}) ${label}`,
    ...(key && { description: key }),
    choice,
  });

  const items: Item[] = [
    group(t('view')),
    toggle('isWrapped', t('Wrap Lines'), 'W'),
    toggle('isGrouped', t('Group by Request'), 'G'),
    toggle('isUtc', t('Show Times in UTC')),
    toggle('hasColumns', t('Show Method and Duration Columns')),
    group(t('go to')),
    action('arrow-down', t('Next Error'), { kind: 'nextError', isForward: true }, 'E'),
    action('arrow-up', t('Previous Error'), { kind: 'nextError', isForward: false }, 'Shift+E'),
    group(t('take out')),
    action('export', t('Export Logs…'), { kind: 'command', command: CommandId.exportLogs }),
    action('go-to-file', t('Open Logs as Text'), { kind: 'command', command: CommandId.openLogsAsText }),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: t('Select an action'),
  });
  return picked?.choice;
}
