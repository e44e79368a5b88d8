import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Account, Accounts } from '../auth/accounts.ts';
import type { Connection } from '../auth/connection.ts';
import { ServiceError } from '../auth/errors.ts';
import type { AuthSession, SessionKind, SessionScope } from '../auth/session.ts';
import { getUserSession } from '../auth/userSession.ts';
import { stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { showInformation, showWarning } from '../editor/message.ts';
import { showRecurringMessage } from '../editor/recurringMessage.ts';
import { settings } from '../editor/settings.ts';
import { SettingId } from '../ids.ts';
import { accountLabel } from './accountTexts.ts';
import type { DiagnosticsSubject } from './diagnostics.ts';
import { createKnownServices } from './knownServices.ts';
import { type AccountAction, pickAccount, pickAccountFrom } from './pickAccount.ts';
import { createSelectService } from './serviceChoice.ts';

interface ConnectionDeps extends Pick<DiagnosticsSubject, 'version'> {
  readonly connection: Connection;
  readonly accounts: Accounts;
  readonly signInAnother: () => Promise<{
    readonly id: string;
    readonly account: { readonly label: string };
  }>;
  readonly service: () => BaseUrl;
  readonly state: vscode.Memento;
  readonly oauth: () => { readonly clientId: string | undefined; readonly loopbackPort: number };
  readonly keepsSecrets: () => boolean;
  readonly requests: { recent(): DiagnosticsSubject['requests'] };
  readonly channel: Pick<vscode.LogOutputChannel, 'show'>;
}

/** The result of a sign-in command. */
interface SignedInAccount {
  readonly account: string;
}

/** Creates the commands for services, accounts, and diagnostics. */
export function connectionCommands(deps: ConnectionDeps): CommandTable {
  const { connection, accounts, state } = deps;
  const selectService = createSelectService({
    ...deps,
    writeBaseUrl: settings.writeBaseUrl,
    known: createKnownServices(state),
    signOut,
  });

  /** Returns the URL of the service. Prompts for one if none is set. */
  const ensureService = async (): Promise<URL> => {
    if (connection.baseUrl === undefined) await selectService(undefined);
    if (connection.baseUrl === undefined) throw new ServiceError('empty');
    return new URL(connection.baseUrl);
  };

  /** Uses an account from now on, for all operations or for those that require a user. */
  const use = async (
    id: string,
    label: string,
    { host }: URL,
    scope: SessionScope = 'any',
  ): Promise<SignedInAccount> => {
    await accounts.choose(id, scope);
    // The label could contain icon syntax.
    showConnectionStatus(vscode.l10n.t('$(check) Signed in to {0} as {1}', host, accountLabel({ label })));
    return { account: label };
  };

  const useSecret = async (kind: SessionKind, secret: string | undefined): Promise<SignedInAccount> => {
    const service = await ensureService();
    const { askSecret, createSecretSession } = await import('./askSecret.ts');
    const { baseUrl } = connection;
    if (baseUrl === undefined) throw new ServiceError('empty');
    const session: AuthSession =
      secret === undefined
        ? await askSecret(kind, baseUrl)
        : await createSecretSession(kind, baseUrl, secret, new AbortController().signal);
    await accounts.add(session);
    return use(session.id, session.account.label, service);
  };

  const signIn = async (argument: unknown): Promise<SignedInAccount> => {
    const token = stringArgument(argument, 'accessToken');
    if (token !== undefined) return useSecret('user', token);
    const service = await ensureService();
    const list = await accounts.list(service.origin);
    const isAnother = list.some(({ kind, hasEnded }) => kind === 'user' && !hasEnded);
    const detail = vscode.l10n.t('Sign in to see your projects on {0}.', service.host);
    const { id, account } = await (isAnother ? deps.signInAnother() : getUserSession(detail));
    return use(id, account.label, service, stringArgument(argument, 'scope') === 'user' ? 'user' : 'any');
  };

  const useApiKey = (argument: unknown): Promise<SignedInAccount> =>
    useSecret('apiKey', stringArgument(argument, 'apiKey'));

  const switchAccount = async (argument: unknown): Promise<unknown> => {
    const service = await ensureService();
    const list = await accounts.list(service.origin);
    const label = stringArgument(argument, 'account');
    const named = list.find((one) => one.label === label || one.id === label);
    const choice = named
      ? { account: named }
      : await pickAccount(service.host, list, await connection.account('any'));
    if (!choice) return undefined;
    if ('action' in choice) return actions[choice.action](undefined);
    const { account } = choice;
    if (account.hasEnded) return signIn(undefined);
    return use(account.id, account.label, service);
  };

  const signOutCommand = async (argument: unknown): Promise<void> => {
    const service = await ensureService();
    const list = await accounts.list(service.origin);
    const own = list.filter(({ isFixed }) => !isFixed);
    if (own.length === 0) {
      if (list.length > 0) notifyFixed();
      else showConnectionStatus(vscode.l10n.t("You aren't signed in to {0}.", service.host));
      return;
    }
    const label = stringArgument(argument, 'account');
    const account =
      own.find((one) => one.label === label || one.id === label) ??
      (await pickAccountFrom(
        vscode.l10n.t('Sign Out of {0}', service.host),
        own,
        await connection.account('any'),
      ));
    if (account && (await confirmSignOut(account, service.host))) await signOut(account);
  };

  async function signOut({ id, origin }: Account): Promise<void> {
    await accounts.signOut(id);
    showConnectionStatus(vscode.l10n.t('$(check) Signed out of {0}', new URL(origin).host));
  }

  const actions: Readonly<Record<AccountAction, (argument: unknown) => Promise<unknown>>> = {
    signIn,
    useApiKey,
    selectService,
    signOut: signOutCommand,
  };

  const copyDiagnostics = async (): Promise<string> => {
    const { readAccounts, diagnosticsText } = await import('./diagnostics.ts');
    const { baseUrl } = connection;
    const { clientId, loopbackPort } = deps.oauth();
    const text = diagnosticsText({
      version: deps.version,
      hasClientId: clientId !== undefined,
      loopbackPort,
      canStoreSecrets: deps.keepsSecrets(),
      requests: deps.requests.recent(),
      ...(await readAccounts(accounts, baseUrl)),
      baseUrl,
      state: await connection.state(),
    });
    await vscode.env.clipboard.writeText(text);
    void offerToRead(text);
    return text;
  };

  return {
    'hostedMcp.selectService': selectService,
    'hostedMcp.signIn': signIn,
    'hostedMcp.useApiKey': useApiKey,
    'hostedMcp.switchAccount': switchAccount,
    'hostedMcp.signOut': signOutCommand,
    'hostedMcp.copyDiagnostics': copyDiagnostics,
    'hostedMcp.showLog': () => deps.channel.show(),
  };
}

async function confirmSignOut(account: Account, host: string): Promise<boolean> {
  const confirm = vscode.l10n.t('Sign Out');
  const detail =
    account.kind === 'apiKey'
      ? vscode.l10n.t('The key is removed from this editor but remains valid on the service.')
      : vscode.l10n.t('You can sign in again at any time.');
  const message = vscode.l10n.t('Sign "{0}" out of {1}?', accountLabel(account), host);
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, confirm)) === confirm;
}

/** Explains why a key from an environment variable can't be signed out. */
export function notifyFixed(): void {
  void showInformation(
    vscode.l10n.t(
      'This API key comes from the HOSTED_MCP_API_KEY environment variable. To sign out, remove the variable.',
    ),
  );
}

/** Reports that the editor can't store secrets. */
export function notifySecretsNotStored(): void {
  void showRecurringMessage(
    SettingId.secretStorageMessages,
    showWarning,
    vscode.l10n.t(
      'Sign-ins last only until this window is closed, because the editor has no working secret storage (keyring).',
    ),
  );
}

/** Offers to open the copied text, so that users can read it before they send it. */
async function offerToRead(content: string): Promise<void> {
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
