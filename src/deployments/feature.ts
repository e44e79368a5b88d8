import * as vscode from 'vscode';
import type { Context, Provider } from '../context.ts';
import type { CommandTable } from '../editor/commands.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { lazyCommands } from '../editor/lazyCommands.ts';
import type { Node } from '../explorer/node.ts';
import { ContextKeyId } from '../ids.ts';
import { DeploymentTree } from './deploymentTree.ts';
import { DeploymentWatcher } from './deploymentWatcher.ts';
import { canPack } from './folder/canPack.node.ts';
import { decorateUploaded, UploadedDeployments } from './folder/uploadedDeployments.ts';
import { notifyDeploymentEnd, notifyNotFollowed } from './messages.ts';
import { type DeployedRow, deployingRow } from './nodes.ts';

const commandIds = [
  'hostedMcp.deploy',
  'hostedMcp.deployFolder',
  'hostedMcp.deployExplorerFolder',
  'hostedMcp.openDeploymentPage',
  'hostedMcp.copyCommitId',
  'hostedMcp.loadMoreDeployments',
] as const;

/**
 * Creates the Deployments feature: *Deploy* and *Deploy Folder*, and the deployments of each environment in the tree.
 */
export function createDeployments(context: Context): Provider<'getLastDeployment' | 'watchDeployment'> {
  const { connection, toProblem, poller, tree: explorer, extension } = context;
  const {
    pickEnvironment,
    getChangedKeys,
    isEnvironmentShown,
    notifyDeploymentRead,
    findLinkedProject,
    findEnvironmentFolders,
  } = context.services;
  const rowsOf = (environmentId: string) => explorer.rowsOf('environment', environmentId);
  const isShown = async (environmentId: string): Promise<boolean> =>
    isEnvironmentShown(environmentId) ||
    (await Promise.all(rowsOf(environmentId).map((row) => explorer.shows(row)))).includes(true);
  const watcher = new DeploymentWatcher({
    connection,
    poller,
    rowsOf,
    onDidReadDeployment: notifyDeploymentRead,
    notifyGivenUp: notifyNotFollowed,
    now: Date.now,
    workspaceState: extension.workspaceState,
    onDidDeploy: context.notifyDeployed,
    refresh: () => explorer.refresh(),
    refreshAbove: (row) => explorer.refreshAbove(row),
    notifyEnd: (target, deployment) => void notifyDeploymentEnd(target, deployment, isShown),
  });
  const tree = new DeploymentTree({
    connection,
    refresh: (row) => explorer.refresh(row),
    onDidRead: (environmentId, deployments) => watcher.onDidRead(environmentId, deployments),
  });
  const uploaded = new UploadedDeployments(extension.globalState);
  new ContextKey<boolean>(ContextKeyId.canPack).set(canPack);
  const resume = async (): Promise<void> => {
    if ((await connection.state()) === 'ready') watcher.resume();
  };
  const listener = connection.onDidChange(() => {
    watcher.clear();
    tree.clear();
    void resume();
  });
  void resume();
  /** Marks an environment as deploying if its record lacks the deployment. */
  const marked = (row: DeployedRow): Node =>
    !row.latestDeployment && watcher.isDeploying(row.environmentId) ? deployingRow(row) : row;
  const commands = async (): Promise<CommandTable> => {
    const [{ deployCommand }, { deployFolderCommand }, { deploymentRowCommands }] = await Promise.all([
      import('./deployCommand.ts'),
      import('./folder/command.ts'),
      import('./rowCommands.ts'),
    ]);
    const shared: Parameters<typeof deployCommand>[0] = {
      connection,
      toProblem,
      pickEnvironment,
      isShown,
      changedKeys: getChangedKeys,
      started: (target, deployment) => watcher.start(target, deployment),
      onDidRead: (environmentId, deployments) => watcher.onDidRead(environmentId, deployments),
    };
    const deployFolder = deployFolderCommand({
      ...shared,
      foldersOf: findEnvironmentFolders,
      linkedProjectId: async (folder, signal) => {
        const linked = await findLinkedProject(folder, signal);
        return linked?.isMissing ? undefined : linked?.projectId;
      },
      remember: (one) => uploaded.add(one),
      storage: vscode.Uri.joinPath(extension.globalStorageUri, 'archives'),
    });
    return {
      'hostedMcp.deploy': deployCommand(shared),
      'hostedMcp.deployFolder': deployFolder,
      // Menus of the Explorer show titles without a category, beside commands of other extensions.
      'hostedMcp.deployExplorerFolder': deployFolder,
      ...deploymentRowCommands({
        connection,
        pickEnvironment,
        showMore: (groupId) => tree.showMore(groupId),
      }),
    };
  };

  return {
    branches: [tree.groups, tree.rows],
    onDidRender: (row) => watcher.onDidRender(row),
    decorate: (row) =>
      row.kind === 'environment'
        ? marked(row as DeployedRow)
        : decorateUploaded(tree.decorate(row), (id) => uploaded.get(id)),
    updateAges: () => tree.renewAges(),
    services: {
      getLastDeployment: async (target, known, signal) => {
        const { loadLastDeployment } = await import('./lastDeployment.ts');
        return loadLastDeployment(target, known, signal, {
          client: await connection.client(),
          onDidRead: (environmentId, deployments) => watcher.onDidRead(environmentId, deployments),
        });
      },
      watchDeployment: (watch) => watcher.watch(watch),
    },
    commands: lazyCommands(commandIds, commands),
    dispose: () => listener.dispose(),
  };
}
