import * as vscode from 'vscode';
import { showError } from '../editor/message.ts';
import { AuthenticationProviderId } from '../ids.ts';
import { describeSignInError } from './describeSignInError.ts';
import { SignInError, type SignInFailure } from './errors.ts';
import { rejectOnAbort, runExclusiveSignIn } from './exclusiveSignIn.ts';
import type { SignInFlow, SignInFlowContext, WithProgress } from './flow.ts';
import { detectHost, getSignInFlows } from './flows.ts';
import { type AuthSession, compareSessions, hasSessionEnded, type SessionKind } from './session.ts';
import type { SessionStore } from './sessionStore.ts';
import type { UriRedirects } from './uriRedirects.ts';

/** The dependencies of the provider. */
export interface ProviderOptions {
  readonly store: SessionStore;
  /** Returns the base URL of the chosen service, or `undefined` if there is none. */
  readonly getBaseUrl: () => string | undefined;
  readonly onDidChangeBaseUrl: vscode.Event<void>;
  readonly getOAuthSettings: () => Pick<SignInFlowContext, 'clientId' | 'loopbackPort'>;
  readonly uriRedirects: UriRedirects;
  /** Prompts for a secret of this kind and validates it with the service. Rejects if the user cancels. */
  readonly askSecret: (kind: SessionKind, baseUrl: string, replaced?: AbortSignal) => Promise<AuthSession>;
  readonly add: (session: AuthSession) => Promise<void>;
  readonly signOut: (id: string) => Promise<void>;
  /** Notifies the user why a session from an environment variable can't be signed out. */
  readonly notifyFixedSession: () => void;
  readonly withProgress: WithProgress;
  readonly warn: (message: string) => void;
}

/**
 * Provides the sessions of the chosen service to the Accounts menu and the authentication API of the editor. The scopes
 * are `user` and `apiKey`.
 */
export class HostedMcpAuthenticationProvider implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #options: ProviderOptions;
  readonly #onDidChangeSessions =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #disposables: vscode.Disposable;
  /** The sessions that the editor was last notified of. */
  #notified: Promise<readonly AuthSession[]>;
  readonly onDidChangeSessions = this.#onDidChangeSessions.event;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#notified = this.#list();
    this.#disposables = vscode.Disposable.from(
      this.#onDidChangeSessions,
      new vscode.Disposable(options.store.onDidChange(() => void this.#notify())),
      options.onDidChangeBaseUrl(() => void this.#notify()),
      vscode.authentication.registerAuthenticationProvider(AuthenticationProviderId, 'Hosted MCP', this, {
        supportsMultipleAccounts: true,
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    return (await this.#list())
      .map(toAuthenticationSession)
      .filter(
        (session) =>
          (scopes ?? []).every((scope) => session.scopes.includes(scope)) &&
          (options?.account === undefined || options.account.id === session.account.id),
      );
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const baseUrl = this.#options.getBaseUrl();
    if (baseUrl === undefined) throw new Error(vscode.l10n.t('Select a service first.'));
    const session = scopes.includes('apiKey')
      ? await this.#options.askSecret('apiKey', baseUrl)
      : await runExclusiveSignIn((replaced) => this.#signIn(baseUrl, replaced));
    await this.#options.add(session);
    return toAuthenticationSession(session);
  }

  async removeSession(id: string): Promise<void> {
    if (this.#options.store.isFixed(id)) {
      this.#options.notifyFixedSession();
      return;
    }
    await this.#options.signOut(id);
  }

  /** Tries the best flow of the host. After a failure, the user can try again, use another flow, or cancel. */
  async #signIn(baseUrl: string, replacedSignal: AbortSignal): Promise<AuthSession> {
    const { askSecret, getOAuthSettings, uriRedirects, withProgress, warn } = this.#options;
    const { clientId, loopbackPort } = getOAuthSettings();
    const flows = getSignInFlows(detectHost(baseUrl, loopbackPort));
    const isAdditionalAccount = (await this.#list()).some(({ kind }) => kind === 'user');
    const pasteToken = (): Promise<AuthSession> => askSecret('user', baseUrl, replacedSignal);
    const context: SignInFlowContext = {
      baseUrl,
      clientId,
      loopbackPort,
      isAdditionalAccount,
      uriRedirects,
      pasteToken,
      withProgress,
      replacedSignal,
    };
    let flow: SignInFlow | undefined = flows[0];
    while (flow) {
      try {
        return await flow.run(context);
      } catch (error) {
        if (replacedSignal.aborted || error instanceof vscode.CancellationError) throw error;
        warn(`Sign-in (${flow.id}): ${await describeSignInError(error)}`);
        flow =
          getFallbackFlow(flow, flows, error) ??
          (await rejectOnAbort(askForAnotherFlow(flow, flows, error), replacedSignal));
      }
    }
    throw new vscode.CancellationError();
  }

  async #list(): Promise<readonly AuthSession[]> {
    const baseUrl = this.#options.getBaseUrl();
    if (baseUrl === undefined) return [];
    const { origin } = new URL(baseUrl);
    const sessions = await this.#options.store.list();
    return sessions.filter((session) => session.origin === origin && !hasSessionEnded(session));
  }

  async #notify(): Promise<void> {
    const [previous, current] = [this.#notified, this.#list()];
    this.#notified = current;
    const { added, removed, changed } = compareSessions(await previous, await current);
    if (added.length + removed.length + changed.length === 0) return;
    this.#onDidChangeSessions.fire({
      added: added.map(toAuthenticationSession),
      removed: removed.map(toAuthenticationSession),
      changed: changed.map(toAuthenticationSession),
    });
  }
}

function toAuthenticationSession({
  id,
  kind,
  account,
  accessToken,
}: AuthSession): vscode.AuthenticationSession {
  return { id, account, accessToken, scopes: [kind] };
}

/**
 * Returns the next flow if the server rejected the registration, because it might accept another redirect URI. No
 * message is needed, because the browser wasn't opened yet.
 */
function getFallbackFlow(
  failedFlow: SignInFlow,
  flows: readonly SignInFlow[],
  error: unknown,
): SignInFlow | undefined {
  if (!(error instanceof SignInError && error.reason === 'registrationRejected')) return undefined;
  const nextFlow = flows[flows.indexOf(failedFlow) + 1];
  return nextFlow?.id === 'pasteToken' ? undefined : nextFlow;
}

/** Failures that another redirect URI might fix. */
const redirectFailures: readonly SignInFailure[] = [
  'browserTimeout',
  'portInUse',
  'rejectedByServer',
  'registrationRejected',
];
/** Failures that a client ID of the administrator, or its port, might fix. */
const settingFailures: readonly SignInFailure[] = ['noClientId', 'portInUse', 'registrationRejected'];

async function askForAnotherFlow(
  failedFlow: SignInFlow,
  flows: readonly SignInFlow[],
  error: unknown,
): Promise<SignInFlow | undefined> {
  const { classifySignInError } = await import('./oauth.ts');
  const failure = classifySignInError(error);
  const tryAgainLabel = vscode.l10n.t('Try Again');
  const openSettingsLabel = vscode.l10n.t('Open Settings');
  const otherFlows = flows.filter(
    (flow) => flow !== failedFlow && (flow.id === 'pasteToken' || redirectFailures.includes(failure)),
  );
  const selectedLabel = await showError(
    vscode.l10n.t("Couldn't sign in. {0}", await describeSignInError(error)),
    tryAgainLabel,
    ...(settingFailures.includes(failure) ? [openSettingsLabel] : []),
    ...otherFlows.map(({ label }) => label),
  );
  if (selectedLabel === openSettingsLabel) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'hostedMcp.oauth');
  }
  return selectedLabel === tryAgainLabel
    ? failedFlow
    : otherFlows.find(({ label }) => label === selectedLabel);
}
