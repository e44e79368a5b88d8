import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { plainText } from '../domain/plainText.ts';
import { createPickBox } from '../editor/pickBox.ts';
import { shownLine } from '../editor/shownLine.ts';

/** A service that was chosen before, and who is signed in there. */
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

type Item = vscode.QuickPickItem & { readonly choice: ServiceChoice; readonly row?: ServiceRow };

/** One of the services chosen before, or another one. Rejects with a `CancellationError` when the user leaves. */
export function pickService({ rows, forget }: PickServiceOptions): Promise<ServiceChoice> {
  return new Promise((resolve, reject) => {
    const pick = createPickBox<Item>();
    const fill = async (): Promise<void> => {
      pick.items = [...(await rows()).map(serviceItem), anotherItem()].map(shownLine);
    };
    pick.title = vscode.l10n.t('Select Service');
    pick.placeholder = vscode.l10n.t('The service that hosts your MCP servers');
    pick.matchOnDescription = true;
    // A question lies over it for a while.
    pick.ignoreFocusOut = true;
    const fail = (error: unknown): void => {
      reject(error);
      pick.hide();
    };
    pick.onDidTriggerItemButton(({ item }) => {
      const { row } = item.of;
      if (row) forget(row).then(fill).catch(fail);
    });
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.of.choice;
      if (choice === undefined) return;
      resolve(choice);
      pick.hide();
    });
    pick.onDidHide(() => {
      reject(new vscode.CancellationError());
      pick.dispose();
    });
    fill().then(() => pick.show(), fail);
  });
}

function serviceItem(row: ServiceRow): Item {
  const { baseUrl, isCurrent, accounts } = row;
  const names = accounts.filter(({ hasEnded }) => !hasEnded).map(({ label }) => plainText(label));
  const who = names.length > 0 ? names.join(', ') : vscode.l10n.t('not signed in');
  return {
    label: baseUrl.replace(/^https:\/\//, ''),
    description: isCurrent ? vscode.l10n.t('{0} · in use', who) : who,
    iconPath: new vscode.ThemeIcon(isCurrent ? 'check' : 'globe'),
    ...(!isCurrent && {
      buttons: [
        {
          iconPath: new vscode.ThemeIcon('trash'),
          tooltip: vscode.l10n.t('Forget This Service and Sign Out'),
        },
      ],
    }),
    choice: { baseUrl },
    row,
  };
}

function anotherItem(): Item {
  return {
    label: vscode.l10n.t('Another Service...'),
    iconPath: new vscode.ThemeIcon('add'),
    alwaysShow: true,
    choice: 'another',
  };
}
