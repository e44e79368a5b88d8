import * as vscode from 'vscode';
import { parseBaseUrl } from '../api/baseUrl.ts';
import type { RequiredCredential } from '../api/operation.ts';
import type { Account, Accounts } from '../auth/accounts.ts';
import type { Auth } from '../auth/auth.ts';
import type { Connection } from '../auth/connection.ts';
import { ServiceError } from '../auth/errors.ts';
import type { ProviderOptions } from '../auth/provider.ts';
import type { AuthSession, SessionKind } from '../auth/session.ts';
import { getUserSession } from '../auth/userSession.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { showInformation } from '../editor/message.ts';
import { settings } from '../editor/settings.ts';
import { formatAccountLabel } from './accountTexts.ts';
import { createKnownServices } from './knownServices.ts';
import { type AccountAction, pickAccount, pickAccountFrom } from './pickAccount.ts';
import type { RequestHistory } from './requestLogger.ts';
import type { SelectedService } from './selectedService.ts';
import { createSelectService } from './selectService.ts';

interface ConnectionCommandOptions {
  readonly auth: Auth;
  readonly version: string;
  readonly service: SelectedService;
  /** Handles a request to sign out of an account that can't be removed. */
  readonly signOutFixed: () => void;
  readonly state: vscode.Memento;
  readonly oauth: ProviderOptions['getOAuthSettings'];
  readonly requests: RequestHistory;
  readonly channel: Pick<vscode.LogOutputChannel, 'show'>;
}

/** The result of a command that signs in or switches accounts. */
interface SignedInAccount {
  readonly account: string;
}

/** Creates the commands for services, accounts, diagnostics, and the log. */
export function createConnectionCommands(options: ConnectionCommandOptions) {
  const commands = new ConnectionCommands(options);
  return {
    'hostedMcp.selectService': (argument) => commands.selectService(argument),
    'hostedMcp.trySample': () => options.service.trySample(),
    'hostedMcp.leaveSample': () => options.service.leaveSample(),
    'hostedMcp.signIn': (argument) => commands.signIn(argument),
    'hostedMcp.useApiKey': (argument) => commands.useApiKey(argument),
    'hostedMcp.switchAccount': (argument) => commands.switchAccount(argument),
    'hostedMcp.signOut': (argument) => commands.signOut(argument),
    'hostedMcp.copyDiagnostics': () => commands.copyDiagnostics(),
    'hostedMcp.showLog': () => options.channel.show(),
  } satisfies CommandTable;
}

class ConnectionCommands {
  readonly #options: ConnectionCommandOptions;
  readonly #connection: Connection;
  readonly #accounts: Accounts;
  readonly #selectService: ReturnType<typeof createSelectService>;

  constructor(options: ConnectionCommandOptions) {
    const { accounts, connection } = options.auth;
    this.#options = options;
    this.#connection = connection;
    this.#accounts = accounts;
    this.#selectService = createSelectService(
      accounts,
      createKnownServices(options.state),
      () => parseBaseUrl(settings.baseUrl()),
      (account) => this.#signOut(account),
    );
  }

  async selectService(argument: unknown): Promise<{ readonly baseUrl: string }> {
    const selected = await this.#selectService(argument);
    // The setting doesn't change if the service in it is selected again.
    await this.#options.service.leaveSample();
    return selected;
  }

  async signIn(argument: unknown): Promise<SignedInAccount> {
    const token = getStringArgument(argument, 'accessToken');
    if (token !== undefined) return this.#useSecret('user', token);
    const service = await this.#ensureService();
    const list = await this.#accounts.list(service.origin);
    const isAdditional = list.some(({ kind, hasSessionEnded }) => kind === 'user' && !hasSessionEnded);
    const detail = vscode.l10n.t('Sign in to see your projects on {0}.', service.host);
    const session = isAdditional ? this.#options.auth.signInAnotherUser() : getUserSession(detail);
    const { id, account } = await session;
    const scope = getStringArgument(argument, 'scope') === 'user' ? 'user' : 'any';
    return this.#useAccount(id, account.label, service, scope);
  }

  useApiKey(argument: unknown): Promise<SignedInAccount> {
    return this.#useSecret('apiKey', getStringArgument(argument, 'apiKey'));
  }

  async switchAccount(argument: unknown): Promise<unknown> {
    const service = await this.#ensureService();
    const list = await this.#accounts.list(service.origin);
    const namedAccount = findAccount(list, argument);
    const choice = namedAccount
      ? { account: namedAccount }
      : await pickAccount(service.host, list, await this.#connection.account('any'));
    if (!choice) return undefined;
    if ('action' in choice) return this.#run(choice.action);
    const { account } = choice;
    if (account.hasSessionEnded) return this.signIn(undefined);
    return this.#useAccount(account.id, account.label, service);
  }

  async signOut(argument: unknown): Promise<void> {
    const service = await this.#ensureService();
    const list = await this.#accounts.list(service.origin);
    const removable = list.filter(({ isFixed }) => !isFixed);
    if (removable.length === 0) {
      if (list.length > 0) this.#options.signOutFixed();
      else showConnectionStatus(vscode.l10n.t("You aren't signed in to {0}.", service.host));
      return;
    }
    const account =
      findAccount(removable, argument) ??
      (await pickAccountFrom(
        vscode.l10n.t('Sign Out of {0}', service.host),
        removable,
        await this.#connection.account('any'),
      ));
    if (account && (await confirmSignOut(account, service.host))) await this.#signOut(account);
  }

  async copyDiagnostics(): Promise<string> {
    const { readAccounts, formatDiagnostics } = await import('./diagnostics.ts');
    const { auth, oauth, requests, version } = this.#options;
    const { baseUrl } = this.#connection;
    const { clientId, loopbackPort } = oauth();
    const text = formatDiagnostics({
      version,
      hasClientId: clientId !== undefined,
      loopbackPort,
      canStoreSecrets: auth.canStoreSecrets(),
      requests: requests.listRecent(),
      ...(await readAccounts(this.#accounts, baseUrl)),
      baseUrl,
      state: await this.#connection.state(),
    });
    await vscode.env.clipboard.writeText(text);
    void offerToOpen(text);
    return text;
  }

  /** Returns the base URL of the service. If none is selected, lets the user select one. */
  async #ensureService(): Promise<URL> {
    if (this.#connection.baseUrl === undefined) await this.selectService(undefined);
    return new URL(this.#requireBaseUrl());
  }

  #requireBaseUrl(): string {
    const { baseUrl } = this.#connection;
    if (baseUrl === undefined) throw new ServiceError('empty');
    return baseUrl;
  }

  /** Makes an account the one in use, for all operations or only for those that require a user. */
  async #useAccount(
    id: string,
    label: string,
    { host }: URL,
    scope: RequiredCredential = 'any',
  ): Promise<SignedInAccount> {
    await this.#accounts.choose(id, scope);
    // The label could contain icon syntax.
    showConnectionStatus(
      vscode.l10n.t('$(check) Signed in to {0} as {1}', host, formatAccountLabel({ label })),
    );
    return { account: label };
  }

  async #useSecret(kind: SessionKind, secret: string | undefined): Promise<SignedInAccount> {
    const service = await this.#ensureService();
    const { askSecret, createSecretSession } = await import('./askSecret.ts');
    const baseUrl = this.#requireBaseUrl();
    const session: AuthSession =
      secret === undefined
        ? await askSecret(kind, baseUrl)
        : await createSecretSession(kind, baseUrl, secret, new AbortController().signal);
    await this.#accounts.add(session);
    return this.#useAccount(session.id, session.account.label, service);
  }

  async #signOut({ id, origin }: Account): Promise<void> {
    await this.#accounts.signOut(id);
    showConnectionStatus(vscode.l10n.t('$(check) Signed out of {0}', new URL(origin).host));
  }

  #run(action: AccountAction): Promise<unknown> {
    return this[action](undefined);
  }
}

function findAccount(accounts: readonly Account[], argument: unknown): Account | undefined {
  const name = getStringArgument(argument, 'account');
  return accounts.find(({ label, id }) => label === name || id === name);
}

async function confirmSignOut(account: Account, host: string): Promise<boolean> {
  const confirm = vscode.l10n.t('Sign Out');
  const detail =
    account.kind === 'apiKey'
      ? vscode.l10n.t('The key is removed from this editor but remains valid on the service.')
      : vscode.l10n.t('You can sign in again at any time.');
  const message = vscode.l10n.t('Sign "{0}" out of {1}?', formatAccountLabel(account), host);
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, confirm)) === confirm;
}

/** Shows a message with a button that opens the copied text, so that users can read the text before they send it. */
async function offerToOpen(content: string): Promise<void> {
  const openLabel = vscode.l10n.t('Open');
  const message = vscode.l10n.t(
    'Diagnostics were copied to the clipboard. They contain no secrets or names.',
  );
  if ((await showInformation(message, openLabel)) !== openLabel) return;
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  await vscode.window.showTextDocument(document);
}

/** Shows a message in the status bar for 4 seconds. */
function showConnectionStatus(message: string): void {
  vscode.window.setStatusBarMessage(message, 4000);
}
