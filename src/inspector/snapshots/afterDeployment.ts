import * as vscode from 'vscode';
import type { Deployment } from '../../api/deployments.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { showWarning } from '../../editor/message.ts';
import { formatEnvironmentLabel } from '../../explorer/environmentLabel.ts';
import { findListingChanges } from '../compare/listingChanges.ts';
import { resolveStoredHeaders } from '../headers.ts';
import { findErrorCode } from '../httpExchange.ts';
import type { InspectorContext } from '../inspectorContext.ts';
import { type InspectorTarget, readEnvironmentTarget } from '../inspectorTarget.ts';
import type { McpConnector } from '../mcpConnection.ts';
import { type ListingResult, readListing } from '../readListing.ts';
import { createStoredSignIn } from '../signIn/signIn.ts';
import { createSnapshot, toServiceEnvironment } from './snapshot.ts';
import type { StoredSnapshot } from './snapshotStore.node.ts';

type SnapshotContext = Pick<
  InspectorContext,
  'connection' | 'lease' | 'log' | 'secrets' | 'snapshots' | 'version'
>;

/** The snapshots before and after a deployment. */
interface SnapshotPair {
  readonly previous: StoredSnapshot | undefined;
  readonly current: StoredSnapshot;
}

/**
 * Takes a snapshot of an environment after a deployment, and shows a warning if the changes since the last snapshot
 * might break callers. Doesn't prompt. If the server can't be read, the log has the reason. Never rejects.
 */
export async function snapshotAfterDeployment(
  context: SnapshotContext,
  baseUrl: string,
  environment: EnvironmentRef,
  { id }: Deployment,
): Promise<void> {
  try {
    const target = await readEnvironmentTarget(context.connection, baseUrl, environment);
    // If several windows follow the deployment, only one takes the snapshot.
    const result = await context.lease(`inspector:snapshot:${id}`, () => takeSnapshot(context, target, id));
    if (typeof result === 'string') context.log.info(`No snapshot after deployment ${id}: ${result}`);
    else if (result) await notifyBreakingChanges(environment, result);
  } catch (error) {
    context.log.warn(`No snapshot after deployment ${id}: ${findErrorCode(error)}`);
  }
}

/** Returns the snapshots, the reason why there is none, or `undefined` if another window has taken it. */
async function takeSnapshot(
  context: SnapshotContext,
  { url, identity }: InspectorTarget,
  deploymentId: string,
): Promise<SnapshotPair | string | undefined> {
  const { snapshots, version } = context;
  const owner = toServiceEnvironment(identity);
  if (!owner) return undefined;
  const [before, ...older] = await snapshots.list(owner);
  if ([before, ...older].some((one) => one?.deploymentId === deploymentId)) return undefined;
  const { headers, missing } = await resolveStoredHeaders(context, url, identity);
  if (missing.length > 0) return `the server requires the headers ${missing.join(', ')}.`;
  const authorization = createStoredSignIn(context, identity.url);
  const connect: McpConnector = async (options) =>
    (await import('../connectToServer.node.ts')).connectToServer({ ...options, authorization });
  const listingResult = await readListing({ url, headers, connect, version });
  if ('failure' in listingResult) return describeListingFailure(listingResult);
  const snapshot = createSnapshot(listingResult.connection, listingResult.lists, {
    at: Date.now(),
    deploymentId,
  });
  return { previous: before, current: await snapshots.save(owner, snapshot) };
}

/** Describes a failure without the server's message, which can contain secrets of the request. */
const describeListingFailure = ({
  failure,
  failedStep = 'initialize',
}: Extract<ListingResult, { failure: string }>): string =>
  failedStep === 'initialize' || failedStep === 'list'
    ? `the server doesn't meet the requirements of MCP in the step "${failedStep}".`
    : failure;

async function notifyBreakingChanges(
  environment: EnvironmentRef,
  { previous, current }: SnapshotPair,
): Promise<void> {
  if (!previous || !findListingChanges(previous.offers, current.offers).hasBreakingChanges) return;
  const label = vscode.l10n.t('Show Changes');
  const message = vscode.l10n.t(
    '{0} was deployed with changes that might break callers.',
    formatEnvironmentLabel(environment),
  );
  if ((await showWarning(message, label)) !== label) return;
  await vscode.commands.executeCommand('hostedMcp.inspectServer', { ...environment, since: previous.id });
}
