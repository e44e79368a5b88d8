import * as vscode from 'vscode';
import type { BaseUrl } from '../api/baseUrl.ts';
import type { Connection } from '../auth/connection.ts';
import { ServiceError } from '../auth/errors.ts';
import { type Session, sessionFor } from '../auth/session.ts';
import type { SessionStore } from '../auth/sessionStore.ts';
import { userSession } from '../auth/userSession.ts';
import { answer } from '../editor/answers.ts';
import type { CommandTable } from '../editor/commands.ts';
import { plainText } from '../explorer/plainText.ts';
import { CommandId } from '../ids.ts';

interface ConnectionDeps {
  readonly connection: Connection;
  readonly store: SessionStore;
  readonly service: () => BaseUrl;
  readonly writeBaseUrl: (url: string) => Promise<void>;
  readonly showLog: () => void;
}

/** Which service, and who asks: *Select Service*, *Sign In*, *Use API Key*, *Sign Out*. */
export function createConnectionFeature(deps: ConnectionDeps): { commands: CommandTable } {
  const { connection, store, service, writeBaseUrl, showLog } = deps;

  /** Leads to the choice of a service when there is none yet. */
  const chosen = async (): Promise<string> => {
    if (connection.baseUrl === undefined) await selectService(undefined);
    if (connection.baseUrl === undefined) throw new ServiceError('empty');
    return connection.baseUrl;
  };

  const selectService = async (argument: unknown): Promise<{ baseUrl: string }> => {
    const { parseBaseUrl } = await import('../api/baseUrl.ts');
    const given = answer(argument, 'baseUrl');
    const current = service();
    if (given !== undefined) {
      const parsed = parseBaseUrl(given);
      if (!parsed.ok) throw new ServiceError(parsed.rule);
      await writeBaseUrl(parsed.url);
      return { baseUrl: parsed.url };
    }
    const { askForService } = await import('./selectService.ts');
    const baseUrl = await askForService(current.ok ? current.url : '');
    await writeBaseUrl(baseUrl);
    return { baseUrl };
  };

  const signIn = async (): Promise<{ account: string }> => {
    const { host, origin } = new URL(await chosen());
    const again = sessionFor(await store.list(), origin, 'user') !== undefined;
    const detail = vscode.l10n.t('Your projects on {0} are shown with it.', host);
    const session = await userSession(detail, { again });
    tellSignedIn(host, session.account.label);
    return { account: session.account.label };
  };

  const useApiKey = async (): Promise<{ account: string }> => {
    const baseUrl = await chosen();
    const { askSecret } = await import('./askSecret.ts');
    const session = await askSecret('apiKey', baseUrl);
    await store.add(session);
    tellSignedIn(new URL(baseUrl).host, session.account.label);
    return { account: session.account.label };
  };

  const signOut = async (): Promise<void> => {
    const { origin, host } = new URL(await chosen());
    const sessions = (await store.list()).filter((one) => one.origin === origin);
    const ownSessions = sessions.filter(({ id }) => !store.isFixed(id));
    if (sessions.length > 0 && ownSessions.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This key comes from the environment variable HOSTED_MCP_API_KEY. Remove it there.'),
      );
      return;
    }
    const session = await pickSession(ownSessions, host);
    if (!session) return;
    const confirm = vscode.l10n.t('Sign Out');
    const picked = await vscode.window.showWarningMessage(
      vscode.l10n.t('Sign out "{0}" from {1}?', session.account.label, host),
      {
        modal: true,
        detail:
          session.kind === 'apiKey'
            ? vscode.l10n.t('The key is removed from this editor. It stays valid on the service.')
            : vscode.l10n.t('You can sign in again at any time.'),
      },
      confirm,
    );
    if (picked !== confirm) return;
    await store.remove(session.id);
    tell(vscode.l10n.t('$(check) Signed out of {0}', host));
  };

  return {
    commands: {
      [CommandId.selectService]: selectService,
      [CommandId.signIn]: signIn,
      [CommandId.useApiKey]: useApiKey,
      [CommandId.signOut]: signOut,
      [CommandId.showLog]: showLog,
    },
  };
}

function tellSignedIn(host: string, account: string): void {
  // A name from outside draws no icon.
  const label = plainText(account).replaceAll('$(', '$ (');
  tell(vscode.l10n.t('$(check) Signed in to {0} as {1}', host, label));
}

/** Says it for a moment in the status bar. */
function tell(message: string): void {
  vscode.window.setStatusBarMessage(message, 4000);
}

async function pickSession(sessions: readonly Session[], host: string): Promise<Session | undefined> {
  if (sessions.length < 2) return sessions[0];
  const picked = await vscode.window.showQuickPick(
    sessions.map((session) => ({
      label: session.account.label,
      description: session.kind === 'apiKey' ? vscode.l10n.t('API key') : vscode.l10n.t('User'),
      iconPath: new vscode.ThemeIcon(session.kind === 'apiKey' ? 'key' : 'account'),
      session,
    })),
    { title: vscode.l10n.t('Sign Out of {0}', host) },
  );
  return picked?.session;
}
