import * as vscode from 'vscode';
import type { RequiredCredential } from '../api/operation.ts';
import type { Account } from '../auth/accounts.ts';
import type { Connection } from '../auth/connection.ts';
import { Disposable } from '../editor/disposable.ts';
import { formatAccountLabel, formatShortAccountLabel, getAccountIcon } from './accountTexts.ts';

/** The accounts in use, by the credential that an operation requires. Also shows the account in the status bar. */
export class ActiveAccounts extends Disposable {
  readonly #connection: Connection;
  readonly #item = this.register(new AccountStatusItem());
  #current: { readonly [Scope in RequiredCredential]?: Account | undefined } = {};

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.register(connection.onDidChange(() => void this.#read()));
    this.register(connection.onDidChangeRejected(() => void this.#read()));
    void this.#read();
  }

  get current() {
    return this.#current;
  }

  async #read(): Promise<void> {
    const [any, user] = await Promise.all([
      this.#connection.account('any'),
      this.#connection.account('user'),
    ]);
    if (this.isDisposed) return;
    this.#current = { any, user };
    this.#item.show(any);
  }
}

/** The item in the status bar with the account in use. A click opens the list of accounts. */
class AccountStatusItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('account', vscode.StatusBarAlignment.Left);

  constructor() {
    this.#item.name = vscode.l10n.t('Hosted MCP Account');
    this.#item.command = 'hostedMcp.switchAccount';
  }

  /** Shows an account. Hides the item if there is none, because the Projects view then shows how to sign in. */
  show(account: Account | undefined): void {
    if (!account) {
      this.#item.hide();
      return;
    }
    const { host } = new URL(account.origin);
    const label = formatAccountLabel(account);
    const hasProblem = account.hasSessionEnded || account.isRejected;
    this.#item.text = `$(${hasProblem ? 'warning' : getAccountIcon(account)}) ${formatShortAccountLabel(account)}`;
    this.#item.backgroundColor = hasProblem
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    const tooltip = createTooltip(account, label, host);
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: tooltip, role: 'button' };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function createTooltip({ hasSessionEnded, isRejected }: Account, label: string, host: string): string {
  if (hasSessionEnded)
    return vscode.l10n.t(
      'The sign-in of {0} to {1} has expired or was revoked. Select to sign in again.',
      label,
      host,
    );
  if (isRejected)
    return vscode.l10n.t(
      '{0} rejected the account {1}. Select to switch accounts or use a new API key.',
      host,
      label,
    );
  return vscode.l10n.t('Signed in to {0} as {1}. Select to switch accounts or services.', host, label);
}
