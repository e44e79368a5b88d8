import type { FeatureContext, FeatureWithServices } from '../context.ts';
import type { CommandTable } from '../editor/commands.ts';
import { ContextKey } from '../editor/contextKey.ts';
import { createLazyCommands } from '../editor/lazyCommands.ts';
import type { Node } from '../explorer/node.ts';
import { ContextKeyId } from '../ids.ts';
import { DeploymentGroups } from './deploymentGroups.ts';
import { DeploymentWatcher } from './deploymentWatcher.ts';
import { canPack } from './folder/canPack.node.ts';
import { decorateUploadedDeployment, UploadedDeployments } from './folder/uploadedDeployments.ts';
import { notifyDeploymentEnd, notifyTrackingFailure } from './messages.ts';
import { type EnvironmentRowWithDeployment, markAsDeploying } from './nodes.ts';

const commandIds = [
  'hostedMcp.deploy',
  'hostedMcp.deployAgain',
  'hostedMcp.deployFolder',
  'hostedMcp.deployExplorerFolder',
  'hostedMcp.openDeploymentPage',
  'hostedMcp.copyCommitId',
  'hostedMcp.explainDeployment',
  'hostedMcp.loadMoreDeployments',
] as const;

/**
 * Creates the Deployments feature: *Deploy* and *Deploy Folder*, and the deployments of each environment in the tree.
 */
export function createDeployments(
  context: FeatureContext,
): FeatureWithServices<'getLastDeployment' | 'watchDeployment' | 'loadDeployer'> {
  const { connection, extensionContext } = context;
  const watcher = createDeploymentWatcher(context);
  const groups = new DeploymentGroups(context, watcher);
  const uploadedDeployments = new UploadedDeployments(extensionContext.globalState);
  new ContextKey<boolean>(ContextKeyId.canPack).set(canPack);
  const resume = async (): Promise<void> => {
    if ((await connection.state()) === 'ready') watcher.resumeFollowing();
  };
  const listener = connection.onDidChange(() => {
    watcher.clear();
    groups.clear();
    void resume();
  });
  void resume();
  /** Marks an environment as deploying if a deployment is running that its record doesn't contain yet. */
  const markDeploying = (row: EnvironmentRowWithDeployment): Node =>
    !row.latestDeployment && watcher.isDeploying(row.environmentId) ? markAsDeploying(row) : row;

  return {
    branches: [groups.groupBranch, groups.rowBranch],
    onDidRender: (row) => watcher.followLatestDeployment(row),
    onDidReadProjects: (_baseUrl, projects) => watcher.handleProjects(projects),
    decorate: (row) =>
      row.kind === 'environment'
        ? markDeploying(row as EnvironmentRowWithDeployment)
        : decorateUploadedDeployment(row, (id) => uploadedDeployments.get(id)),
    updateRelativeTimes: () => groups.updateRelativeTimes(),
    services: {
      getLastDeployment: async (target, knownDeployment, signal) => {
        const { loadLastDeployment } = await import('./lastDeployment.ts');
        return loadLastDeployment(target, knownDeployment, signal, await connection.client(), watcher);
      },
      watchDeployment: (watch) => watcher.watch(watch),
      loadDeployer: async () => (await import('./deployer.ts')).createDeployer(context, watcher),
    },
    commands: createLazyCommands(commandIds, () =>
      loadCommands(context, watcher, groups, uploadedDeployments),
    ),
    dispose: () => listener.dispose(),
  };
}

function createDeploymentWatcher(context: FeatureContext): DeploymentWatcher {
  const { connection, poller, tree, extensionContext } = context;
  return new DeploymentWatcher({
    connection,
    poller,
    getRows: (environmentId) => tree.getRenderedRows('environment', environmentId),
    onDidReadDeployment: context.notifyDeploymentRead,
    notifyTrackingFailure: notifyTrackingFailure,
    now: Date.now,
    workspaceState: extensionContext.workspaceState,
    onDidDeploy: context.notifyDeployed,
    refreshTree: () => tree.refresh(),
    refreshParent: (row) => tree.refreshParent(row),
    notifyEnd: (target, deployment) => void notifyDeploymentEnd(context, target, deployment),
  });
}

async function loadCommands(
  context: FeatureContext,
  watcher: DeploymentWatcher,
  groups: DeploymentGroups,
  uploadedDeployments: UploadedDeployments,
): Promise<CommandTable> {
  const [{ deployCommand }, { deployFolderCommand }, { createDeploymentRowCommands }] = await Promise.all([
    import('./deployCommand.ts'),
    import('./folder/deployFolderCommand.ts'),
    import('./rowCommands.ts'),
  ]);
  const deployFolder = deployFolderCommand(context, watcher, uploadedDeployments);
  const deploy = deployCommand(context, watcher);
  return {
    'hostedMcp.deploy': deploy,
    // The title of *Deploy* in the menu of a deployment.
    'hostedMcp.deployAgain': deploy,
    'hostedMcp.deployFolder': deployFolder,
    // A separate command with its own title, because menus of the Explorer show titles without a category, beside
    // commands of other extensions.
    'hostedMcp.deployExplorerFolder': deployFolder,
    ...createDeploymentRowCommands(context, groups),
  };
}
