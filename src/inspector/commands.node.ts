import * as vscode from 'vscode';
import type { Deployment } from '../api/deployments.ts';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef, ServiceEnvironment } from '../domain/environment.ts';
import { getStringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import type { PanelKind, Panels } from '../editor/panel/panels.ts';
import { ArgumentFiles } from './documents/argumentFiles.ts';
import { createReadOnlyDocuments, type OpenReadOnlyDocument } from './documents/readOnlyDocuments.ts';
import { getServerHeaders } from './headers.ts';
import { createInspectorContext, type InspectorContext } from './inspectorContext.ts';
import { formatInspectorTitle, pickInspectorTarget } from './inspectorTarget.ts';
import { InspectorPanel } from './panel.ts';
import { type InspectorIdentity, parseInspectorIdentity } from './protocol.ts';
import { readEnvironmentServer } from './readServer.ts';
import { snapshotAfterDeployment } from './snapshots/afterDeployment.ts';
import { toServiceEnvironment } from './snapshots/snapshot.ts';
import { storeSnapshot } from './snapshots/storeSnapshot.ts';
import { readToolSelection } from './toolSelection.ts';
import { getIdentityKey } from './workspace/entryIdentity.ts';
import { listWorkspaceServerUrls } from './workspace/workspaceServers.ts';

export { createReadOnlyDocuments, getServerHeaders, listWorkspaceServerUrls };

type InspectorPanels = Panels<InspectorIdentity, InspectorPanel>;

export function inspectorCommands(context: FeatureContext, panels: InspectorPanels) {
  const inspectorContext = createInspectorContext(context);
  return {
    'hostedMcp.inspectServer': (argument) => inspectServer(inspectorContext, panels, argument),
    'hostedMcp.saveSnapshot': (argument) => saveSnapshot(inspectorContext, panels, argument),
    'hostedMcp.saveCallAsTest': () => panels.active?.saveTest(),
    'hostedMcp.explainBreakingChange': async (argument) => {
      const question = panels.active?.createBreakingChangeQuestion(argument);
      return question && context.services.explainWithChat(question);
    },
  } satisfies CommandTable;
}

/** Returns the kind of inspector panels. Each server has one panel. */
export function createInspectorPanelKind(
  context: FeatureContext & { readonly openText: OpenReadOnlyDocument },
): PanelKind<InspectorIdentity, InspectorPanel> {
  const { toProblem, extensionContext, openText } = context;
  const argumentFiles = new ArgumentFiles(toProblem);
  extensionContext.subscriptions.push(argumentFiles);
  const panelContext = { ...createInspectorContext(context), openText, argumentFiles };
  return {
    readSaved: parseInspectorIdentity,
    getKey: getIdentityKey,
    getTitle: formatInspectorTitle,
    create(webviewPanel, identity, isRestored) {
      const panel = new InspectorPanel(webviewPanel, identity, panelContext);
      if (isRestored) panel.connectTo(identity.url, { isInteractive: false });
      return panel;
    },
  };
}

export const takeSnapshotAfterDeployment = (
  context: FeatureContext,
  baseUrl: string,
  environment: EnvironmentRef,
  deployment: Deployment,
): Promise<void> =>
  snapshotAfterDeployment(createInspectorContext(context), baseUrl, environment, deployment);

export const removeSnapshots = (context: FeatureContext, environment: ServiceEnvironment): Promise<void> =>
  createInspectorContext(context).snapshots.remove(environment);

/**
 * Implements *Inspect Server*: opens the page of a server, and connects if the page is new or its connection failed.
 * In `argument`, `tool` and `arguments` select a tool and fill in its arguments, and `since` is the ID of a snapshot to
 * compare with. Returns the identity of the page.
 */
async function inspectServer(
  context: InspectorContext,
  panels: InspectorPanels,
  argument: unknown,
): Promise<InspectorIdentity> {
  const { url, identity } = await pickInspectorTarget(context, argument);
  const { opened, isNew } = await panels.open(identity);
  if (isNew || opened.hasFailed) opened.connectTo(url);
  const selection = readToolSelection(argument);
  const since = getStringArgument(argument, 'since');
  if (selection) await opened.showTool(selection);
  if (since !== undefined) await opened.showChangesSince(since);
  return identity;
}

/**
 * Implements *Save Server Snapshot*: for the environment of the argument or of the active page, or else for an
 * environment that the user selects.
 */
async function saveSnapshot(
  context: InspectorContext,
  { active }: InspectorPanels,
  argument: unknown,
): Promise<void> {
  if (getStringArgument(argument, 'environmentId') === undefined && active?.isEnvironmentServer) {
    return active.saveSnapshot();
  }
  const picked = await context.services.pickEnvironment(argument, vscode.l10n.t('Save Server Snapshot'), {
    purpose: 'read',
  });
  const target = await pickInspectorTarget(context, picked);
  const environment = toServiceEnvironment(target.identity);
  if (!environment) return;
  await storeSnapshot(context.snapshots, environment, await readEnvironmentServer(context, target));
}
