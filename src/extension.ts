import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createAnalytics } from './analytics/feature.ts';
import { type BaseUrl, parseBaseUrl } from './api/baseUrl.ts';
import { isApiError } from './api/errors.ts';
import { createAudits } from './audits/feature.ts';
import { createAuth } from './auth/auth.ts';
import { createConnectionFeature, tellFixed, tellUnkept } from './connection/feature.ts';
import { createMachineKeyNotice } from './connection/machineKey.ts';
import { namelessLog } from './connection/namelessLog.ts';
import { describeProblem } from './connection/problem.ts';
import { requestLogger } from './connection/requestLogger.ts';
import { WhoAsks } from './connection/whoAsks.ts';
import { createDeployments } from './deployments/feature.ts';
import { type CommandTable, registerCommands } from './editor/commands.ts';
import { ContextKey } from './editor/contextKey.ts';
import { Poller } from './editor/poller.ts';
import type { Describe } from './editor/problem.ts';
import { withCancellableProgress } from './editor/progress.ts';
import { settings } from './editor/settings.ts';
import { keepWindowZone } from './editor/windowZone.ts';
import { createEnvironments } from './environments/feature.ts';
import { Explorer } from './explorer/explorer.ts';
import type { Branch, Node } from './explorer/node.ts';
import { createFavorites } from './favorites/feature.ts';
import { CommandId, ContextKeyId, SettingId } from './ids.ts';
import { createIntentCategories } from './intentCategories/feature.ts';
import { createLinks } from './links/feature.ts';
import { createLogs } from './logs/feature.ts';
import { createPlayground } from './playground/feature.ts';
import { createProjects } from './projects/feature.ts';
import { createTelemetry } from './telemetry/feature.ts';
import { createTunnels } from './tunnels/feature.ts';
import { createVariables } from './variables/feature.ts';

/** What a feature hands to this composition root. */
interface Feature {
  readonly commands?: CommandTable;
  readonly branches?: readonly Branch[];
  dispose?(): void;
}

/** Rows say how long ago something was; while somebody sees them, that is renewed so often. */
const ageMs = 60_000;

/** Builds, wires and registers; nothing here waits for the network. */
export function activate(context: vscode.ExtensionContext): void {
  // For modules that know no editor; absent where the editor speaks English.
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const own = <T extends vscode.Disposable>(one: T): T => {
    context.subscriptions.push(one);
    return one;
  };
  const channel = own(vscode.window.createOutputChannel('Hosted MCP Servers', { log: true }));
  const log = namelessLog(channel, () => Object.values(whoAsks.current).filter((one) => one !== undefined));

  // First of all: the editor says of a view that nobody fills that nothing is registered for it.
  const explorer = own(
    new Explorer({
      branches: () => features.flatMap(({ branches }) => branches ?? []),
      isOpen: async () => (await connection.state()) === 'ready',
      describe: (error) => describe(error),
      hidden: () => projects.hidden(),
      drawn: (row) =>
        [environments, variables, deployments, intentCategories, telemetry, playground, favorites].reduce(
          (drawn, feature) => feature.drawn(drawn),
          row,
        ),
    }),
  );

  keepWindowZone(context.globalState);
  // Which service, and who asks.
  const serviceChanged = own(new vscode.EventEmitter<void>());
  // Kept until it changes: the editor joins all its settings anew for each reading.
  let baseUrl: BaseUrl | undefined;
  const service = (): BaseUrl => (baseUrl ??= parseBaseUrl(settings.baseUrl()));
  own(
    settings.onDidChange(SettingId.baseUrl, () => {
      baseUrl = undefined;
      serviceChanged.fire();
    }),
  );
  const linkOpened = own(new vscode.EventEmitter<vscode.Uri>());
  own(vscode.window.registerUriHandler({ handleUri: (uri) => linkOpened.fire(uri) }));
  const requests = requestLogger(log);
  const oauth = () => ({ clientId: settings.clientId(), loopbackPort: settings.loopbackPort() });
  const tellMachineKey = createMachineKeyNotice(context.globalState);
  const { accounts, connection, signInAnother, keepsSecrets } = own(
    createAuth({
      context,
      service,
      onDidChangeService: serviceChanged.event,
      onDidOpenLink: linkOpened.event,
      logger: requests,
      warn: (message) => log.warn(message),
      tellUnkept,
      usesMachineKey: (origin, machine) => void tellMachineKey(origin, machine),
      signInAgain: async (need, all) => (await import('./connection/signInAgain.ts')).signInAgain(need, all),
      prompts: {
        oauth,
        askSecret: async (kind, baseUrl, signal) =>
          (await import('./connection/askSecret.ts')).askSecret(kind, baseUrl, { signal }),
        tellFixed,
        withProgress: withCancellableProgress,
      },
    }),
  );
  const whoAsks = own(new WhoAsks(connection));
  const describe: Describe = (error) =>
    describeProblem(error, { baseUrl: connection.baseUrl, accountFor: (scope) => whoAsks.current[scope] });

  // The features, and what they hang into the tree.
  const environments = createEnvironments({
    ...{ connection, describe, log, extensionUri: context.extensionUri },
    state: context.globalState,
    readers: {
      deployment: (...asked) => deployments.last(...asked),
      telemetry: (...asked) => telemetry.facts(...asked),
      playground: (...asked) => playground.facts(...asked),
    },
    pagesSeen: () => look(),
    knownProjects: () => projects.known(),
    changed: () => explorer.refresh(),
    redraw: (row) => explorer.redraw(row),
    projectGone: (project) => projects.gone(project),
    reveal: (path) => explorer.reveal(path),
    deleted: async (environment) => {
      logs.environmentDeleted(environment);
      await favorites.environmentDeleted(environment);
      await variables.environmentDeleted(environment);
      await intentCategories.environmentDeleted(environment);
    },
  });
  const logs = createLogs({
    connection,
    describe,
    extensionUri: context.extensionUri,
    pickEnvironment: environments.pickEnvironment,
    watchDeployment: (watch) => deployments.watch(watch),
    log,
  });
  const variables = createVariables({
    connection,
    describe,
    state: context.globalState,
    pickEnvironment: environments.pickEnvironment,
    pickOther: environments.pickOther,
    refresh: (row) => explorer.refresh(row),
    changed: environments.variablesChanged,
    redraw: environments.drawAnew,
  });
  const projects = createProjects({
    ...{ connection, describe, readEnv: variables.readEnv },
    state: context.globalState,
    workspaceState: context.workspaceState,
    refresh: () => explorer.refresh(),
    redraw: () => explorer.refreshRoot(),
    reveal: (path) => explorer.reveal(path),
    say: (message) => {
      explorer.message = message;
    },
  });
  const favorites = createFavorites({
    connection,
    state: context.globalState,
    pickEnvironment: environments.pickEnvironment,
    environmentRow: environments.rowAt,
    projectRow: projects.rowAt,
    redraw: () => explorer.refreshRoot(),
  });
  // What the extension asks by itself, while somebody sees the answers or waits for one.
  const poller = own(new Poller((error) => (isApiError(error) ? error.retryAfterMs : undefined)));
  own(connection.onDidChange(() => poller.clear()));
  const deployments = createDeployments({
    ...{ connection, describe, poller, workspaceState: context.workspaceState },
    pickEnvironment: environments.pickEnvironment,
    changedKeys: environments.changedKeys,
    refresh: (row) => explorer.refresh(row),
    refreshAbove: (row) => explorer.refreshAbove(row),
    shows: (row) => explorer.shows(row),
    showsPage: environments.pages.isShown,
    rowsOf: environments.rowsOf,
    sawDeployment: environments.sawDeployment,
  });
  const ofEnvironment = {
    ...{ connection, describe },
    pickEnvironment: environments.pickEnvironment,
    refresh: (row: Node) => explorer.refresh(row),
  };
  const { pages } = environments;
  const telemetry = createTelemetry({
    ...ofEnvironment,
    show: (target) => pages.open(target, 'telemetry'),
  });
  const playground = createPlayground({
    ...ofEnvironment,
    show: (target) => pages.open(target, 'playground'),
    changed: pages.playgroundChanged,
  });
  const analytics = createAnalytics({
    ...{ connection, describe, log },
    state: context.globalState,
    extensionUri: context.extensionUri,
    knownProjects: () => projects.known(),
  });
  const audits = createAudits({
    ...{ connection, describe, log, poller },
    extensionUri: context.extensionUri,
    version: String(context.extension.packageJSON.version),
    state: context.globalState,
    workspaceState: context.workspaceState,
    pickEnvironment: environments.pickEnvironment,
    pickOrOther: environments.pickOrOther,
    isSeen: () => explorer.visible || audits.visible,
  });
  const intentCategories = createIntentCategories({ ...ofEnvironment, state: context.globalState });
  const features: readonly Feature[] = [
    createConnectionFeature({
      ...{ connection, accounts, signInAnother, service },
      writeBaseUrl: settings.writeBaseUrl,
      state: context.globalState,
      diagnostics: () => {
        const { clientId, loopbackPort } = oauth();
        return {
          version: String(context.extension.packageJSON.version),
          hasClientId: clientId !== undefined,
          loopbackPort,
          keepsSecrets: keepsSecrets(),
          requests: requests.recent(),
        };
      },
      showLog: () => channel.show(),
    }),
    favorites,
    projects,
    environments,
    logs,
    variables,
    deployments,
    intentCategories,
    telemetry,
    playground,
    audits,
    analytics,
    createTunnels({ connection, accounts }),
    createLinks({
      ...{ connection, describe },
      extensionId: context.extension.id,
      onDidOpenLink: linkOpened.event,
      reveal: (path) => explorer.reveal(path),
      pickEnvironment: environments.pickEnvironment,
    }),
  ];
  for (const feature of features) own({ dispose: () => feature.dispose?.() });
  const isSeen = (): boolean =>
    vscode.window.state.focused && (explorer.visible || audits.visible || pages.isVisible);
  const renewAges = (): void => {
    if (!isSeen()) return;
    explorer.looked();
    deployments.looked();
  };
  const look = (): void => {
    poller.isActive = isSeen();
    renewAges();
    if (isSeen()) audits.looked();
  };
  const aging = setInterval(renewAges, ageMs);
  own({ dispose: () => clearInterval(aging) });
  own(explorer.onDidChangeVisibility(look));
  own(audits.onDidChangeVisibility(look));
  own(vscode.window.onDidChangeWindowState(look));
  look();
  const refresh = async (argument: unknown): Promise<void> => {
    if (connection.baseUrl !== undefined) (await connection.client()).forgetAbsent();
    explorer.refresh(argument);
    variables.refresh();
    playground.refresh();
    // What failed there may work again.
    logs.retryFailed();
    analytics.retryFailed();
    pages.retryFailed();
  };
  for (const commands of [
    { [CommandId.refresh]: refresh },
    ...features.map(({ commands }) => commands ?? {}),
  ]) {
    own(registerCommands(commands, describe, log));
  }

  // What follows the connection.
  const state = new ContextKey<string>(ContextKeyId.connection);
  const follow = async (): Promise<void> => {
    state.set(await connection.state());
    explorer.subject = connection.baseUrl === undefined ? undefined : new URL(connection.baseUrl).host;
  };
  own(connection.onDidChange(() => void follow().then(() => explorer.restart())));
  void follow();
}
