import * as vscode from 'vscode';
import { AuthenticationProviderId } from '../ids.ts';
import { type Flow, type FlowContext, flows, type WithProgress } from './flows.ts';
import type { Session, SessionKind } from './session.ts';
import type { SessionStore } from './sessionStore.ts';
import { signInReason } from './signInReason.ts';
import { takeTurn, unlessAborted } from './signInTurn.ts';

/** What the provider asks of the layers above it. */
export interface ProviderOptions {
  readonly store: SessionStore;
  /** The chosen service; undefined when there is none. */
  readonly baseUrl: () => string | undefined;
  readonly onDidChangeBaseUrl: vscode.Event<void>;
  readonly oauth: () => Pick<FlowContext, 'clientId' | 'loopbackPort'>;
  /** Asks for a secret of this kind and checks it with the service; rejects when the user leaves. */
  readonly askSecret: (kind: SessionKind, baseUrl: string) => Promise<Session>;
  readonly withProgress: WithProgress;
  readonly warn: (message: string) => void;
}

/**
 * The editor's Accounts menu is the only place where sessions are seen and ended. It shows those of the chosen
 * service; scope `user` or `apiKey` tells the kinds apart.
 */
export class HostedMcpAuthenticationProvider implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #options: ProviderOptions;
  readonly #onDidChangeSessions =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #owned: vscode.Disposable;
  #shown: Promise<readonly vscode.AuthenticationSession[]>;
  readonly onDidChangeSessions = this.#onDidChangeSessions.event;

  constructor(options: ProviderOptions) {
    this.#options = options;
    this.#shown = this.#list();
    this.#owned = vscode.Disposable.from(
      this.#onDidChangeSessions,
      options.store.onDidChange(() => void this.#tell()),
      options.onDidChangeBaseUrl(() => void this.#tell()),
      vscode.authentication.registerAuthenticationProvider(AuthenticationProviderId, 'Hosted MCP', this, {
        supportsMultipleAccounts: true,
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async getSessions(
    scopes: readonly string[] | undefined,
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    return (await this.#list()).filter(
      (session) =>
        (scopes ?? []).every((scope) => session.scopes.includes(scope)) &&
        (options?.account === undefined || options.account.id === session.account.id),
    );
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const baseUrl = this.#options.baseUrl();
    if (baseUrl === undefined) throw new Error(vscode.l10n.t('Select a service first.'));
    const session = scopes.includes('apiKey')
      ? await this.#options.askSecret('apiKey', baseUrl)
      : await takeTurn((replaced) => this.#signIn(baseUrl, replaced));
    await this.#options.store.add(session);
    return shown(session);
  }

  async removeSession(id: string): Promise<void> {
    if (this.#options.store.isFixed(id)) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This key comes from the environment variable HOSTED_MCP_API_KEY. Remove it there.'),
      );
      return;
    }
    await this.#options.store.remove(id);
  }

  /** Tries the host's flows, best first; after a failure the user chooses to try again, another way, or to leave. */
  async #signIn(baseUrl: string, replaced: AbortSignal): Promise<Session> {
    const ways = flows();
    const { askSecret, oauth, withProgress } = this.#options;
    const pasteToken = (): Promise<Session> => unlessAborted(askSecret('user', baseUrl), replaced);
    let flow: Flow | undefined = ways[0];
    while (flow) {
      try {
        return await flow.run({ baseUrl, pasteToken, withProgress, replaced, ...oauth() });
      } catch (error) {
        if (replaced.aborted || error instanceof vscode.CancellationError) throw error;
        flow = await unlessAborted(this.#anotherWay(flow, ways, error), replaced);
      }
    }
    throw new vscode.CancellationError();
  }

  async #anotherWay(failed: Flow, ways: readonly Flow[], error: unknown): Promise<Flow | undefined> {
    const reason = await signInReason(error);
    this.#options.warn(`Sign-in (${failed.id}): ${reason}`);
    const again = vscode.l10n.t('Try Again');
    const others = ways.filter((way) => way !== failed);
    const picked = await vscode.window.showErrorMessage(
      vscode.l10n.t('Could not sign in: {0}', reason),
      again,
      ...others.map(({ label }) => label),
    );
    return picked === again ? failed : others.find(({ label }) => label === picked);
  }

  async #list(): Promise<vscode.AuthenticationSession[]> {
    const baseUrl = this.#options.baseUrl();
    if (baseUrl === undefined) return [];
    const { origin } = new URL(baseUrl);
    return (await this.#options.store.list()).filter((session) => session.origin === origin).map(shown);
  }

  async #tell(): Promise<void> {
    const previous = this.#shown;
    this.#shown = this.#list();
    const before = await previous;
    const after = await this.#shown;
    const known = new Map(before.map((session) => [session.id, session.accessToken]));
    const ids = new Set(after.map(({ id }) => id));
    this.#onDidChangeSessions.fire({
      added: after.filter(({ id }) => !known.has(id)),
      removed: before.filter(({ id }) => !ids.has(id)),
      changed: after.filter(({ id, accessToken }) => known.has(id) && known.get(id) !== accessToken),
    });
  }
}

function shown({ id, kind, account, accessToken }: Session): vscode.AuthenticationSession {
  return { id, account, accessToken, scopes: [kind] };
}
