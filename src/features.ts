import * as vscode from 'vscode';
import { isApiError } from './api/errors.ts';
import type { Context, CreateFeature, Feature, Services } from './context.ts';
import { registerCommands } from './editor/commands.ts';
import { ContextKey } from './editor/contextKey.ts';
import { Poller } from './editor/poller.ts';
import { Explorer } from './explorer/explorer.ts';
import { ContextKeyId } from './ids.ts';

/** The interval at which relative times are updated while they are visible. */
const ageMs = 60_000;

/** The connection, which is created before all features, and its commands. */
type Base = Feature &
  Pick<Context, 'extension' | 'version' | 'connection' | 'accounts' | 'toProblem' | 'log' | 'onDidOpenLink'>;

type ProvidedBy<Create> = Create extends (context: Context) => { readonly services: infer Provided }
  ? keyof Provided
  : never;

/** Requires that the features provide all services. Otherwise, the type names the missing ones. */
type Complete<Creators extends readonly CreateFeature[]> = [
  Exclude<keyof Services, ProvidedBy<Creators[number]>>,
] extends [never]
  ? unknown
  : { readonly missing: Exclude<keyof Services, ProvidedBy<Creators[number]>> };

/** Creates the features, and adds their contributions to the tree, the commands, and the window. */
export function activateFeatures<const Creators extends readonly CreateFeature[]>(
  base: Base,
  creators: Creators & Complete<Creators>,
): vscode.Disposable {
  const disposables: vscode.Disposable[] = [];
  const register = <T extends vscode.Disposable>(one: T): T => {
    disposables.push(one);
    return one;
  };
  const { connection, toProblem, log } = base;
  const features: Feature[] = [];

  const tree = register(
    new Explorer({
      branches: () => features.flatMap(({ branches }) => branches ?? []),
      isOpen: async () => (await connection.state()) === 'ready',
      toProblem,
      hiddenRows: () => features.flatMap(({ hiddenRows }) => hiddenRows?.() ?? []),
      decorate: (row) => features.reduce((current, feature) => feature.decorate?.(current) ?? current, row),
      onDidRender: (row) => {
        for (const feature of features) feature.onDidRender?.(row);
      },
    }),
  );
  const poller = register(new Poller((error) => (isApiError(error) ? error.retryAfterMs : undefined)));
  // Registered before the features, which add tasks again.
  register(connection.onDidChange(() => poller.clear()));
  const isSeen = (): boolean =>
    vscode.window.state.focused && (tree.visible || features.some((feature) => feature.isVisible?.()));
  const renewAges = (): void => {
    if (!isSeen()) return;
    tree.renewAges();
    for (const feature of features) feature.updateAges?.();
  };
  const notifyVisibilityChanged = (): void => {
    poller.isActive = isSeen();
    renewAges();
    if (isSeen()) for (const feature of features) feature.onDidBecomeVisible?.();
  };
  const refresh = async (argument: unknown): Promise<void> => {
    if (connection.baseUrl !== undefined) (await connection.client()).forgetUnsupported();
    tree.refresh(argument);
    for (const feature of features) feature.refresh?.();
  };

  /** Logs the failure of an operation that isn't awaited. */
  const logFailure = (completion: Promise<void> | void): void => {
    Promise.resolve(completion).catch((error: unknown) => log.error(String(error)));
  };

  const context: Context = {
    ...base,
    poller,
    tree,
    notifyVisibilityChanged,
    services: lateServices(features),
    notifyEnvironmentDeleted: async (environment) => {
      for (const feature of features) await feature.onDidDeleteEnvironment?.(environment);
    },
    notifyDeployed: (environment, deployment) => {
      for (const feature of features) logFailure(feature.onDidDeploy?.(environment, deployment));
    },
    notifyProjectsRead: (baseUrl, projects) => {
      for (const feature of features) logFailure(feature.onDidReadProjects?.(baseUrl, projects));
    },
    notifyProjectDeleted: async (project) => {
      for (const feature of features) await feature.onDidDeleteProject?.(project);
    },
  };
  for (const create of creators) {
    const feature = create(context);
    features.push(feature);
    register({ dispose: () => feature.dispose?.() });
  }
  for (const commands of [{ 'hostedMcp.refresh': refresh }, ...[base, ...features].map(commandsOf)]) {
    register(registerCommands(commands, toProblem, log));
  }

  const state = new ContextKey<string>(ContextKeyId.connection);
  const follow = async (): Promise<void> => {
    state.set(await connection.state());
    tree.description = connection.baseUrl === undefined ? undefined : new URL(connection.baseUrl).host;
  };
  register(connection.onDidChange(() => void follow().then(() => tree.reset())));
  void follow();
  register(tree.onDidChangeVisibility(notifyVisibilityChanged));
  register(vscode.window.onDidChangeWindowState(notifyVisibilityChanged));
  notifyVisibilityChanged();
  const ageTimer = setInterval(renewAges, ageMs);
  register({ dispose: () => clearInterval(ageTimer) });
  return { dispose: () => vscode.Disposable.from(...disposables.toReversed()).dispose() };
}

function commandsOf({ commands = {} }: Feature) {
  return commands;
}

/**
 * Creates the services, which look up their provider on each call, because features are created one after the other and
 * use each other.
 */
function lateServices(features: readonly Feature[]): Services {
  const call = (name: string, args: readonly unknown[]): unknown => {
    const provider = features.find(({ services }) => services && name in services);
    if (!provider) throw new Error(`No feature provides ${name}.`);
    return Reflect.apply(Reflect.get(provider.services ?? {}, name), undefined, args);
  };
  return new Proxy({} as Services, {
    get:
      (_, name) =>
      (...args: readonly unknown[]) =>
        call(String(name), args),
  });
}
