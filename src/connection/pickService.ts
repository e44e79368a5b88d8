import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { toPlainText } from '../domain/plainText.ts';
import { createPickBox, openPick } from '../editor/pickBox.ts';
import { toDisplayItem } from '../editor/pickItem.ts';

/** A service that was selected before, with its accounts. */
export interface ServiceRow {
  readonly baseUrl: string;
  readonly isCurrent: boolean;
  readonly accounts: readonly Account[];
}

type ServiceChoice = { readonly baseUrl: string } | 'another';

interface PickServiceOptions {
  readonly rows: () => Promise<readonly ServiceRow[]>;
  readonly forget: (row: ServiceRow) => Promise<void>;
}

type ServiceItem = vscode.QuickPickItem & { readonly choice: ServiceChoice; readonly row?: ServiceRow };

/**
 * Lets the user select a service that was selected before, or another one. Rejects with a `CancellationError` if the
 * user cancels.
 */
export async function pickService({ rows, forget }: PickServiceOptions): Promise<ServiceChoice> {
  const box = createPickBox<ServiceItem>();
  const fill = async (): Promise<void> => {
    box.items = [...(await rows()).map(createServiceItem), createAnotherItem()].map(toDisplayItem);
  };
  box.placeholder = vscode.l10n.t('Select the service that hosts your MCP servers');
  box.matchOnDescription = true;
  await fill();
  const picked = openPick(box, { title: vscode.l10n.t('Select Service') }, ({ reject }) =>
    box.onDidTriggerItemButton(({ item }) => {
      const { row } = item.source;
      if (row) forget(row).then(fill).catch(reject);
    }),
  );
  return ((await picked) as ServiceItem).choice;
}

function createServiceItem(row: ServiceRow): ServiceItem {
  const { baseUrl, isCurrent, accounts } = row;
  const names = accounts
    .filter(({ hasSessionEnded }) => !hasSessionEnded)
    .map(({ label }) => toPlainText(label));
  const accountNames = names.length > 0 ? names.join(', ') : vscode.l10n.t('not signed in');
  return {
    label: baseUrl.replace(/^https:\/\//, ''),
    description: isCurrent ? vscode.l10n.t('{0} · current', accountNames) : accountNames,
    iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'globe'),
    ...(!isCurrent && {
      buttons: [
        {
          iconPath: new vscode.ThemeIcon('trash'),
          tooltip: vscode.l10n.t('Remove Service from List and Sign Out'),
        },
      ],
    }),
    choice: { baseUrl },
    row,
  };
}

function createAnotherItem(): ServiceItem {
  return {
    label: vscode.l10n.t('Another Service...'),
    iconPath: new vscode.ThemeIcon('add'),
    alwaysShow: true,
    choice: 'another',
  };
}
