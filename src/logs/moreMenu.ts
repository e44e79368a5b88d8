import * as vscode from 'vscode';
import { pickMenu } from '../editor/pickBox.ts';
import type { CommandId } from '../ids.ts';
import type { MenuAction } from './menuMessages.ts';
import { type RequestSort, toggleSort } from './requestSort.ts';
import type { ToggleOption, ViewOptions } from './savedState.ts';

/** The choice of the user: changed options, an action of the page, or a command. */
type MoreMenuChoice =
  | { readonly kind: 'options'; readonly options: ViewOptions }
  | MenuAction
  | { readonly kind: 'command'; readonly command: CommandId };

/** The state of the page that the menu shows. */
export interface MoreMenuState {
  readonly options: ViewOptions;
  readonly isSummaryOpen: boolean;
}

/**
 * Shows the menu of less frequent actions, with a check mark at active options. Returns `undefined` if the user closes
 * it.
 */
export async function showMoreMenu(
  title: string,
  { options, isSummaryOpen }: MoreMenuState,
): Promise<MoreMenuChoice | undefined> {
  type MoreMenuItem = vscode.QuickPickItem & { readonly choice?: MoreMenuChoice };
  const group = (label: string): MoreMenuItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const item = (
    icon: string,
    label: string,
    words: readonly string[],
    choice: MoreMenuChoice,
  ): MoreMenuItem => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    description: words.join(' · '),
    choice,
  });
  // Without "Off", an option that is off would look like an action. Screen readers don't read the check mark.
  const stateItem = (isOn: boolean, label: string, keys: readonly string[], choice: MoreMenuChoice) =>
    item(
      isOn ? 'check' : 'blank',
      label,
      [isOn ? vscode.l10n.t('On') : vscode.l10n.t('Off'), ...keys],
      choice,
    );
  const toggle = (name: ToggleOption, label: string, ...keys: readonly string[]): MoreMenuItem =>
    stateItem(options[name], label, keys, {
      kind: 'options',
      options: { ...options, [name]: !options[name] },
    });
  const nextError = (isForward: boolean): MoreMenuChoice => ({ kind: 'nextError', isForward });
  const run = (command: CommandId): MoreMenuChoice => ({ kind: 'command', command });

  const sortBy = (by: RequestSort['by'], label: string): MoreMenuItem => {
    const { sort } = options;
    const direction = sort.isDescending ? vscode.l10n.t('descending') : vscode.l10n.t('ascending');
    const choice: MoreMenuChoice = { kind: 'options', options: { ...options, sort: toggleSort(sort, by) } };
    return item(sort.by === by ? 'check' : 'blank', label, sort.by === by ? [direction] : [], choice);
  };

  const items: MoreMenuItem[] = [
    group(vscode.l10n.t('View')),
    toggle('isWrapped', vscode.l10n.t('Wrap Lines'), 'W'),
    toggle('isGrouped', vscode.l10n.t('Group by Request'), 'G'),
    stateItem(isSummaryOpen, vscode.l10n.t('Summary by Tool and Method'), ['T'], { kind: 'showSummary' }),
    toggle('isUtc', vscode.l10n.t('Show Times in UTC')),
    ...(options.isGrouped
      ? [
          group(vscode.l10n.t('Sort requests')),
          sortBy('time', vscode.l10n.t('Sort by Time')),
          sortBy('duration', vscode.l10n.t('Sort by Duration')),
          sortBy('errors', vscode.l10n.t('Sort by Errors')),
        ]
      : []),
    group(vscode.l10n.t('Go to')),
    item('arrow-down', vscode.l10n.t('Next Error'), ['E'], nextError(true)),
    item('arrow-up', vscode.l10n.t('Previous Error'), ['Shift+E'], nextError(false)),
    item('watch', vscode.l10n.t('Slowest Request'), ['S'], { kind: 'goToSlowest' }),
    group(vscode.l10n.t('Export')),
    item('export', vscode.l10n.t('Export Logs...'), [], run('hostedMcp.exportLogs')),
    item('go-to-file', vscode.l10n.t('Open Logs as Text'), [], run('hostedMcp.openLogsAsText')),
  ];
  const picked = await pickMenu(items, {
    title,
    placeHolder: vscode.l10n.t('Select an action'),
  });
  return picked?.choice;
}
