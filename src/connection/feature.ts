import * as vscode from 'vscode';
import { type Auth, createAuth } from '../auth/auth.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { settings } from '../editor/settings.ts';
import { ActiveAccounts } from './activeAccounts.ts';
import { describeProblem } from './describeProblem.ts';
import { createMachineKeyNotice, explainMachineKeySignOut, notifySecretsNotStored } from './notices.ts';
import { createRedactedLog } from './redactedLog.ts';
import { createRequestLogger } from './requestLogger.ts';
import { createSelectedService, type SelectedService } from './selectedService.ts';

const commandIds = [
  'hostedMcp.selectService',
  'hostedMcp.trySample',
  'hostedMcp.leaveSample',
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

  const selectedService: SelectedService = register(
    createSelectedService(extension.extensionUri.fsPath, (sample) => auth.setSampleAccount(sample)),
  );
  const linkOpened = register(new vscode.EventEmitter<vscode.Uri>());
  register(vscode.window.registerUriHandler({ handleUri: (uri) => linkOpened.fire(uri) }));

  /** Handles a request to sign out of an account that can't be removed. */
  const signOutFixed = (): void => {
    if (selectedService.isSample()) void selectedService.leaveSample();
    else explainMachineKeySignOut();
  };
  const getOAuthSettings = () => ({ clientId: settings.clientId(), loopbackPort: settings.loopbackPort() });
  const notifyMachineKey = createMachineKeyNotice(extension.globalState);
  const auth: Auth = register(
    createAuth({
      context: extension,
      getBaseUrl: selectedService.getBaseUrl,
      logger: requests,
      notifyNotStored: notifySecretsNotStored,
      onDidChangeService: selectedService.onDidChange,
      onDidOpenLink: linkOpened.event,
      warn: (message) => log.warn(message),
      onUseMachineKey: (origin, machine) => void notifyMachineKey(origin, machine),
      signInAgain: async (need, all) => (await import('./signInAgain.ts')).signInAgain(need, all),
      prompts: {
        getOAuthSettings,
        notifyFixedSession: signOutFixed,
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
    getServiceName: selectedService.getName,
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
        service: selectedService,
        signOutFixed,
        oauth: getOAuthSettings,
        version,
        state,
      });
    }),
    dispose: () => vscode.Disposable.from(...disposables.toReversed()).dispose(),
  };
}
