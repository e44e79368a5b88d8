import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createAnalytics } from './analytics/feature.ts';
import { isApiError } from './api/errors.ts';
import { createAudits } from './audits/feature.ts';
import { connect } from './connection/connect.ts';
import { createConnectionFeature } from './connection/feature.ts';
import { createDeployments } from './deployments/feature.ts';
import { type CommandTable, registerCommands } from './editor/commands.ts';
import { ContextKey } from './editor/contextKey.ts';
import { Poller } from './editor/poller.ts';
import { keepWindowZone } from './editor/windowZone.ts';
import { createEnvironments } from './environments/feature.ts';
import { Explorer } from './explorer/explorer.ts';
import type { Branch, Node } from './explorer/node.ts';
import { createFavorites } from './favorites/feature.ts';
import { CommandId, ContextKeyId } from './ids.ts';
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
  const base = own(connect(context));
  const { accounts, connection, log, toProblem } = base;

  const explorer = own(
    new Explorer({
      branches: () => features.flatMap(({ branches }) => branches ?? []),
      isOpen: async () => (await connection.state()) === 'ready',
      toProblem,
      hidden: () => projects.hidden(),
      drawn: (row) =>
        [environments, variables, deployments, intentCategories, telemetry, playground, favorites].reduce(
          (drawn, feature) => feature.drawn(drawn),
          row,
        ),
    }),
  );
  keepWindowZone(context.globalState);

  // The features, and what they hang into the tree.
  const environments = createEnvironments({
    ...{ connection, toProblem, log, extensionUri: context.extensionUri },
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
    toProblem,
    extensionUri: context.extensionUri,
    pickEnvironment: environments.pickEnvironment,
    watchDeployment: (watch) => deployments.watch(watch),
    log,
  });
  const variables = createVariables({
    connection,
    toProblem,
    state: context.globalState,
    pickEnvironment: environments.pickEnvironment,
    pickOther: environments.pickOther,
    refresh: (row) => explorer.refresh(row),
    changed: environments.variablesChanged,
    redraw: environments.drawAnew,
  });
  const projects = createProjects({
    ...{ connection, toProblem, readEnv: variables.readEnv },
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
    ...{ connection, toProblem, poller, workspaceState: context.workspaceState },
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
    ...{ connection, toProblem },
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
    ...{ connection, toProblem, log },
    state: context.globalState,
    extensionUri: context.extensionUri,
    knownProjects: () => projects.known(),
  });
  const audits = createAudits({
    ...{ connection, toProblem, log, poller },
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
      ...base,
      state: context.globalState,
      version: String(context.extension.packageJSON.version),
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
      ...{ connection, toProblem },
      extensionId: context.extension.id,
      onDidOpenLink: base.onDidOpenLink,
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
    own(registerCommands(commands, toProblem, log));
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
