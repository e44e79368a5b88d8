import type * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import { isRunning } from '../domain/deployment.ts';
import type { EnvironmentRef, PickEnvironment } from '../domain/environment.ts';
import type { CommandTable } from '../editor/commands.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { ToProblem } from '../editor/problem.ts';
import type { Branch, Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { DeployedRow } from './deployedRow.ts';
import { DeploymentWatcher, type DeploymentWatcherDeps, type EndWatch } from './deploymentWatcher.ts';
import type { DeploymentFacts } from './facts.ts';
import { notifyEnd, notifyGivenUp } from './messages.ts';
import { deployingRow } from './nodes.ts';
import { PendingNotifications } from './pendingNotifications.ts';
import { DeploymentTree } from './tree.ts';

interface DeploymentsDeps extends Omit<DeploymentWatcherDeps, 'pending' | 'refresh'> {
  /** Whether a row of the tree is before somebody. */
  readonly shows: (row: Node) => Promise<boolean>;
  /** Whether the page of an environment is. */
  readonly showsPage: (environmentId: string) => boolean;
  readonly toProblem: ToProblem;
  readonly workspaceState: vscode.Memento;
  readonly pickEnvironment: PickEnvironment;
  /** Keys of the variables of an environment that were changed here and are not deployed. */
  readonly changedKeys: (environmentId: string) => readonly string[];
  /** The tree is to be asked again, or one row of it. */
  readonly refresh: (row?: Node) => void;
}

interface DeploymentsFeature extends vscode.Disposable {
  readonly commands: CommandTable;
  readonly branches: readonly Branch[];
  /** A row of the tree as it is to be drawn now. */
  readonly drawn: (row: Node) => Node;
  /** Somebody looks at the tree again. */
  readonly looked: () => void;
  /** The newest one of an environment; `known`: what is known of it where the service lists none. */
  readonly last: (
    target: EnvironmentRef,
    known: Deployment | undefined,
    signal: AbortSignal,
  ) => Promise<DeploymentFacts | 'none' | 'unlisted'>;
  /** Tells once how a deployment ended, whoever shows it. Returns what calls that off. */
  readonly watch: (watch: EndWatch) => () => void;
}

const commandIds = [
  CommandId.deploy,
  CommandId.openDeploymentPage,
  CommandId.copyCommitId,
  CommandId.loadMoreDeployments,
] as const;

/** The deployments of each environment in the tree, followed while they run; *Deploy*. */
export function createDeployments(deps: DeploymentsDeps): DeploymentsFeature {
  const { connection, toProblem, workspaceState, pickEnvironment, refresh } = deps;
  const isShown = async (environmentId: string): Promise<boolean> =>
    deps.showsPage(environmentId) ||
    (await Promise.all(deps.rowsOf(environmentId).map(deps.shows))).includes(true);
  const pending = new PendingNotifications({
    ...{ state: workspaceState, baseUrl: () => connection.baseUrl, now: Date.now },
    notifyEnd: (target, deployment) => void notifyEnd(target, deployment, isShown),
    notifyGivenUp,
  });
  const watcher = new DeploymentWatcher({ ...deps, pending, refresh: () => refresh() });
  const tree = new DeploymentTree({
    ...{ connection, refresh },
    saw: (environmentId, deployments) => watcher.saw(environmentId, deployments),
  });
  const resume = async (): Promise<void> => {
    if ((await connection.state()) !== 'ready') return;
    for (const { deploymentId, target } of pending.restore()) {
      watcher.resume(target.environmentId, deploymentId);
    }
  };
  const listener = connection.onDidChange(() => {
    watcher.clear();
    tree.clear();
    pending.clear();
    void resume();
  });
  void resume();
  /** Where the record of an environment does not say it. */
  const marked = (row: DeployedRow): Node =>
    !row.latestDeployment && watcher.isDeploying(row.environmentId) ? deployingRow(row) : row;
  const commands = async (): Promise<CommandTable> => {
    const [{ deployCommand }, { rowCommands }] = await Promise.all([
      import('./deploy.ts'),
      import('./rowCommands.ts'),
    ]);
    return {
      [CommandId.deploy]: deployCommand({
        ...{ connection, toProblem, pickEnvironment, isShown, changedKeys: deps.changedKeys },
        started: async (target, deployment) => {
          if (isRunning(deployment)) pending.add(target, deployment.id);
          await watcher.changed(target.environmentId, deployment);
        },
        saw: (environmentId, deployments) => watcher.saw(environmentId, deployments),
      }),
      ...rowCommands({ connection, pickEnvironment, showMore: (groupId) => tree.showMore(groupId) }),
    };
  };

  return {
    branches: [tree.groups, tree.rows],
    drawn: (row) => {
      watcher.drew(row);
      return row.kind === 'environment' ? marked(row as DeployedRow) : tree.drawn(row);
    },
    looked: () => tree.redrawAges(),
    last: async (target, known, signal) => {
      const { lastDeployment } = await import('./facts.ts');
      return lastDeployment(target, known, signal, {
        client: await connection.client(),
        saw: (environmentId, deployments) => watcher.saw(environmentId, deployments),
      });
    },
    watch: (watch) => watcher.watch(watch),
    commands: lazyCommands(commandIds, commands),
    dispose: () => listener.dispose(),
  };
}
