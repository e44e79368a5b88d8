import * as vscode from 'vscode';
import type { Account } from '../auth/accounts.ts';
import { accountIcon, accountLabel, shortAccountLabel } from './accountTexts.ts';

/** Shows the current account in the status bar. A click opens the list of accounts. */
export class AccountStatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('account', vscode.StatusBarAlignment.Left);

  constructor() {
    this.#item.name = vscode.l10n.t('Hosted MCP Account');
    this.#item.command = 'hostedMcp.switchAccount';
  }

  /** Hides the item if there is no account. The view then shows how to sign in. */
  show(account: Account | undefined): void {
    if (!account) {
      this.#item.hide();
      return;
    }
    const { host } = new URL(account.origin);
    const label = accountLabel(account);
    const isWrong = account.hasEnded || account.isRefused;
    this.#item.text = `$(${isWrong ? 'warning' : accountIcon(account)}) ${shortAccountLabel(account)}`;
    this.#item.backgroundColor = isWrong
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    const tip = createTooltip(account, label, host);
    this.#item.tooltip = tip;
    this.#item.accessibilityInformation = { label: tip, role: 'button' };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function createTooltip({ hasEnded, isRefused }: Account, label: string, host: string): string {
  if (hasEnded)
    return vscode.l10n.t('{0} is no longer signed in to {1}. Select to sign in again.', label, host);
  if (isRefused)
    return vscode.l10n.t(
      '{0} rejected the account {1}. Select to switch accounts or use a new API key.',
      host,
      label,
    );
  return vscode.l10n.t('Signed in to {0} as {1}. Select to switch accounts or services.', host, label);
}
