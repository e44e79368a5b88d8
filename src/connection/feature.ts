import * as vscode from 'vscode';
import { type BaseUrl, parseBaseUrl } from '../api/baseUrl.ts';
import { createAuth } from '../auth/auth.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { settings } from '../editor/settings.ts';
import { SettingId } from '../ids.ts';
import { ActiveAccounts } from './activeAccounts.ts';
import { describeProblem } from './describeProblem.ts';
import { createMachineKeyNotice, explainMachineKeySignOut, notifySecretsNotStored } from './notices.ts';
import { createRedactedLog } from './redactedLog.ts';
import { createRequestLogger } from './requestLogger.ts';

const commandIds = [
  'hostedMcp.selectService',
  'hostedMcp.signIn',
  'hostedMcp.useApiKey',
  'hostedMcp.switchAccount',
  'hostedMcp.signOut',
  'hostedMcp.copyDiagnostics',
  'hostedMcp.showLog',
] as const;

/**
 * Creates the connection to the service, the accounts, and their commands. Must be called before features are created.
 */
export function createConnection(extension: vscode.ExtensionContext) {
  const disposables: vscode.Disposable[] = [];
  const register = <T extends vscode.Disposable>(disposable: T): T => {
    disposables.push(disposable);
    return disposable;
  };
  const channel = register(vscode.window.createOutputChannel('Hosted MCP Servers', { log: true }));
  // Set later, because the accounts need the log.
  let activeAccounts: ActiveAccounts | undefined;
  const log = createRedactedLog(channel, () =>
    Object.values(activeAccounts?.current ?? {}).filter((account) => account !== undefined),
  );
  const requests = createRequestLogger(log);

  // Cached, because reading a setting is slow: the editor merges all settings each time.
  let baseUrl: BaseUrl | undefined;
  const getBaseUrl = (): BaseUrl => (baseUrl ??= parseBaseUrl(settings.baseUrl()));
  const serviceChanged = register(new vscode.EventEmitter<void>());
  register(
    settings.onDidChange(SettingId.baseUrl, () => {
      baseUrl = undefined;
      serviceChanged.fire();
    }),
  );
  const linkOpened = register(new vscode.EventEmitter<vscode.Uri>());
  register(vscode.window.registerUriHandler({ handleUri: (uri) => linkOpened.fire(uri) }));

  const getOAuthSettings = () => ({ clientId: settings.clientId(), loopbackPort: settings.loopbackPort() });
  const notifyMachineKey = createMachineKeyNotice(extension.globalState);
  const auth = register(
    createAuth({
      context: extension,
      getBaseUrl,
      logger: requests,
      notifyNotStored: notifySecretsNotStored,
      onDidChangeService: serviceChanged.event,
      onDidOpenLink: linkOpened.event,
      warn: (message) => log.warn(message),
      onUseMachineKey: (origin, machine) => void notifyMachineKey(origin, machine),
      signInAgain: async (need, all) => (await import('./signInAgain.ts')).signInAgain(need, all),
      prompts: {
        getOAuthSettings,
        notifyFixedSession: explainMachineKeySignOut,
        withProgress: withCancellableProgress,
        askSecret: async (kind, url, signal) =>
          (await import('./askSecret.ts')).askSecret(kind, url, { signal }),
      },
    }),
  );
  const { connection } = auth;
  const active = register(new ActiveAccounts(connection));
  activeAccounts = active;
  const toProblem: ToProblem = (error) =>
    describeProblem(error, { baseUrl: connection.baseUrl, accountFor: (scope) => active.current[scope] });

  const version = String(extension.extension.packageJSON.version);
  return {
    extensionContext: extension,
    version,
    connection,
    accounts: auth.accounts,
    toProblem,
    log,
    onDidOpenLink: linkOpened.event,
    commands: createLazyCommands(commandIds, async () => {
      const { createConnectionCommands } = await import('./commands.ts');
      const state = extension.globalState;
      return createConnectionCommands({
        auth,
        channel,
        requests,
        service: getBaseUrl,
        oauth: getOAuthSettings,
        version,
        state,
      });
    }),
    dispose: () => vscode.Disposable.from(...disposables.toReversed()).dispose(),
  };
}
