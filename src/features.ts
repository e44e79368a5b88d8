import * as vscode from 'vscode';
import { isApiError } from './api/errors.ts';
import type { CreateFeature, Feature, FeatureContext, Services } from './context.ts';
import { registerCommands } from './editor/commands.ts';
import { ContextKey } from './editor/contextKey.ts';
import type { Log } from './editor/log.ts';
import { Poller } from './editor/poller.ts';
import { Explorer } from './explorer/explorer.ts';
import { ContextKeyId } from './ids.ts';

/** The interval at which relative times, such as "3h ago", are updated while they are visible. */
const relativeTimeUpdateMs = 10_000;

/** The connection with its commands, and everything else that is created before the features. */
type BaseFeature = Feature &
  Pick<
    FeatureContext,
    'extensionContext' | 'version' | 'connection' | 'accounts' | 'toProblem' | 'log' | 'onDidOpenLink'
  > & {
    /** Returns the name of the selected service for display, or `undefined` if none is selected. */
    readonly getServiceName: () => string | undefined;
  };

/** The names of the services that the feature created by `Create` provides. */
type ServicesOf<Create> = Create extends (context: FeatureContext) => { readonly services: infer Provided }
  ? keyof Provided
  : never;

/**
 * `unknown` if the features provide all services. Otherwise a type that no list of features has, so that the compiler's
 * error names the missing services.
 */
type ProvidesAllServices<Creators extends readonly CreateFeature[]> = [
  Exclude<keyof Services, ServicesOf<Creators[number]>>,
] extends [never]
  ? unknown
  : { readonly missing: Exclude<keyof Services, ServicesOf<Creators[number]>> };

/** Creates the features, and adds their contributions to the tree, the commands, and the window. */
export function activateFeatures<const Creators extends readonly CreateFeature[]>(
  base: BaseFeature,
  creators: Creators & ProvidesAllServices<Creators>,
): vscode.Disposable {
  const disposables: vscode.Disposable[] = [];
  const register = <T extends vscode.Disposable>(disposable: T): T => {
    disposables.push(disposable);
    return disposable;
  };
  const { connection, toProblem, log } = base;
  const features: Feature[] = [];

  const tree = register(createTree(base, features));
  const poller = register(new Poller((error) => (isApiError(error) ? error.retryAfterMs : undefined)));
  // Must be registered before the listeners of the features, which add their tasks again after this one has removed
  // all.
  register(connection.onDidChange(() => poller.clear()));
  const isExtensionVisible = (): boolean =>
    vscode.window.state.focused && (tree.isVisible || features.some((feature) => feature.isVisible?.()));
  const updateRelativeTimes = (): void => {
    if (!isExtensionVisible()) return;
    tree.updateRelativeTimes();
    for (const feature of features) feature.updateRelativeTimes?.();
  };
  const notifyVisibilityChanged = (): void => {
    poller.isActive = isExtensionVisible();
    updateRelativeTimes();
    if (isExtensionVisible()) for (const feature of features) feature.onDidBecomeVisible?.();
  };
  const refresh = async (argument: unknown): Promise<void> => {
    if (connection.baseUrl !== undefined) (await connection.client()).forgetUnsupported();
    tree.refresh(argument);
    for (const feature of features) feature.refresh?.();
  };

  const context: FeatureContext = {
    ...base,
    poller,
    tree,
    notifyVisibilityChanged,
    services: createServices(features),
    ...createNotifications(features, log),
  };
  for (const create of creators) {
    const feature = create(context);
    features.push(feature);
    register({ dispose: () => feature.dispose?.() });
  }
  const tables = [base, ...features].map(({ commands = {} }) => commands);
  for (const table of [{ 'hostedMcp.refresh': refresh }, ...tables]) {
    register(registerCommands(table, toProblem, log));
  }

  register(showConnectionState(base, tree));
  register(tree.onDidChangeVisibility(notifyVisibilityChanged));
  register(vscode.window.onDidChangeWindowState(notifyVisibilityChanged));
  notifyVisibilityChanged();
  const relativeTimeTimer = setInterval(updateRelativeTimes, relativeTimeUpdateMs);
  register({ dispose: () => clearInterval(relativeTimeTimer) });
  // In reverse order, because later objects use earlier ones.
  return { dispose: () => vscode.Disposable.from(...disposables.toReversed()).dispose() };
}

function createTree({ connection, toProblem }: BaseFeature, features: readonly Feature[]): Explorer {
  return new Explorer({
    getBranches: () => features.flatMap(({ branches }) => branches ?? []),
    canShowRows: async () => (await connection.state()) === 'ready',
    toProblem,
    getHiddenRows: () => features.flatMap(({ hiddenRows }) => hiddenRows?.() ?? []),
    decorate: (row) => features.reduce((current, feature) => feature.decorate?.(current) ?? current, row),
    onDidRender: (row) => {
      for (const feature of features) feature.onDidRender?.(row);
    },
  });
}

type Notifications = Pick<
  FeatureContext,
  | 'notifyEnvironmentDeleted'
  | 'notifyDeployed'
  | 'notifyDeploymentRead'
  | 'notifyProjectsRead'
  | 'notifyProjectDeleted'
>;

function createNotifications(features: readonly Feature[], log: Log): Notifications {
  /** Logs the failure of an operation that isn't awaited. */
  const logFailure = (completion: Promise<void> | void): void => {
    Promise.resolve(completion).catch((error: unknown) => log.error(String(error)));
  };
  return {
    notifyEnvironmentDeleted: async (environment) => {
      for (const feature of features) await feature.onDidDeleteEnvironment?.(environment);
    },
    notifyDeployed: (environment, deployment) => {
      for (const feature of features) logFailure(feature.onDidDeploy?.(environment, deployment));
    },
    notifyDeploymentRead: async (environmentId, latest) => {
      for (const feature of features) await feature.onDidReadDeployment?.(environmentId, latest);
    },
    notifyProjectsRead: (baseUrl, projects) => {
      for (const feature of features) logFailure(feature.onDidReadProjects?.(baseUrl, projects));
    },
    notifyProjectDeleted: async (project) => {
      for (const feature of features) await feature.onDidDeleteProject?.(project);
    },
  };
}

/**
 * Shows the state of the connection in a context key, and the service's name in the description of the tree. Resets the
 * tree when the connection changes.
 */
function showConnectionState(
  { connection, getServiceName }: Pick<BaseFeature, 'connection' | 'getServiceName'>,
  tree: Explorer,
): vscode.Disposable {
  const state = new ContextKey<string>(ContextKeyId.connection);
  const update = async (): Promise<void> => {
    state.set(await connection.state());
    tree.description = getServiceName();
  };
  void update();
  return connection.onDidChange(() => void update().then(() => tree.reset()));
}

/**
 * Creates the services. Each call looks for the feature that provides the function, because features are created one
 * after another and use each other's services.
 */
function createServices(features: readonly Feature[]): Services {
  const call = (name: string, args: readonly unknown[]): unknown => {
    const provider = features.find(({ services }) => services && name in services);
    if (!provider) throw new Error(`No feature provides ${name}.`);
    return Reflect.apply(Reflect.get(provider.services ?? {}, name), undefined, args);
  };
  // Every property is a function, also `then`, so this object must never be awaited.
  return new Proxy({} as Services, {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        call(String(name), args),
  });
}
