import * as vscode from 'vscode';
import { type BaseUrl, parseBaseUrl } from '../api/baseUrl.ts';
import { createAuth } from '../auth/auth.ts';
import type { ToProblem } from '../editor/problem.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { settings } from '../editor/settings.ts';
import { SettingId } from '../ids.ts';
import { ActiveAccounts } from './activeAccounts.ts';
import { notifyFixed, notifyUnkept } from './feature.ts';
import { createMachineKeyNotice } from './machineKey.ts';
import { namelessLog } from './namelessLog.ts';
import { describeProblem } from './problem.ts';
import { requestLogger } from './requestLogger.ts';

/** What all features begin with: which service is asked, by whom, what is logged of it, and how its errors read. */
export function connect(context: vscode.ExtensionContext) {
  const disposables: vscode.Disposable[] = [];
  const own = <T extends vscode.Disposable>(one: T): T => {
    disposables.push(one);
    return one;
  };
  const channel = own(vscode.window.createOutputChannel('Hosted MCP Servers', { log: true }));
  // Who they are is known once something is asked.
  let activeAccounts: ActiveAccounts | undefined;
  const log = namelessLog(channel, () =>
    Object.values(activeAccounts?.current ?? {}).filter((one) => one !== undefined),
  );
  const requests = requestLogger(log);

  // Kept until it changes: the editor joins all its settings anew for each reading.
  let baseUrl: BaseUrl | undefined;
  const service = (): BaseUrl => (baseUrl ??= parseBaseUrl(settings.baseUrl()));
  const serviceChanged = own(new vscode.EventEmitter<void>());
  own(
    settings.onDidChange(SettingId.baseUrl, () => {
      baseUrl = undefined;
      serviceChanged.fire();
    }),
  );
  const linkOpened = own(new vscode.EventEmitter<vscode.Uri>());
  own(vscode.window.registerUriHandler({ handleUri: (uri) => linkOpened.fire(uri) }));

  const oauth = () => ({ clientId: settings.clientId(), loopbackPort: settings.loopbackPort() });
  const notifyMachineKey = createMachineKeyNotice(context.globalState);
  const auth = own(
    createAuth({
      ...{ context, service, logger: requests, notifyUnkept },
      onDidChangeService: serviceChanged.event,
      onDidOpenLink: linkOpened.event,
      warn: (message) => log.warn(message),
      usesMachineKey: (origin, machine) => void notifyMachineKey(origin, machine),
      signInAgain: async (need, all) => (await import('./signInAgain.ts')).signInAgain(need, all),
      prompts: {
        ...{ oauth, notifyFixed, withProgress: withCancellableProgress },
        askSecret: async (kind, url, signal) =>
          (await import('./askSecret.ts')).askSecret(kind, url, { signal }),
      },
    }),
  );
  const { connection } = auth;
  const active = own(new ActiveAccounts(connection));
  activeAccounts = active;
  const toProblem: ToProblem = (error) =>
    describeProblem(error, { baseUrl: connection.baseUrl, accountFor: (scope) => active.current[scope] });

  return {
    ...{ channel, log, requests, service, oauth, toProblem },
    ...{ accounts: auth.accounts, connection, keepsSecrets: auth.keepsSecrets },
    signInAnother: auth.signInAnother,
    onDidOpenLink: linkOpened.event,
    dispose: () => vscode.Disposable.from(...disposables.toReversed()).dispose(),
  };
}
