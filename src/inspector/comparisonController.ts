import * as vscode from 'vscode';
import type { ChatQuestion } from '../context.ts';
import { formatAge } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import { formatDateTime } from '../editor/webview/dateTime.ts';
import { omitUndefined } from '../fields.ts';
import { type ComparedListings, createBreakingChangeQuestion } from './breakingChange.ts';
import type { InspectorPageContext } from './inspectorContext.ts';
import { pickInspectorTarget } from './inspectorTarget.ts';
import { compareListings, toDefinitionLists } from './listingComparison.ts';
import type { McpSession } from './mcpSession.ts';
import { limitComparison } from './pageLimits.ts';
import type { ListingComparison, SnapshotChanges } from './pageSchemas.ts';
import type { InspectorIdentity } from './protocol.ts';
import { toListingResult } from './readListing.ts';
import { readOtherServer } from './readServer.ts';
import { toServiceEnvironment } from './snapshots/snapshot.ts';
import type { StoredSnapshot } from './snapshots/snapshotStore.node.ts';
import { storeSnapshot } from './snapshots/storeSnapshot.ts';
import { getIdentityKey } from './workspace/entryIdentity.ts';

interface ComparisonOptions {
  readonly identity: () => InspectorIdentity;
  /** Returns the server's URL with its query. */
  readonly url: () => string;
  readonly session: McpSession;
  /** Called when the page's state has changed. */
  readonly onChange: () => void;
}

/** Creates the comparison of a page: with another server, or with a snapshot of the same server. */
export function createComparisonController(
  context: InspectorPageContext,
  { identity, url, session, onChange }: ComparisonOptions,
) {
  const environment = toServiceEnvironment(identity());
  let comparison: ComparedListings | undefined;
  let snapshotChanges: SnapshotChanges | undefined;
  /** The lists for which `snapshotChanges` is up to date. */
  let comparedLists: McpSession['state']['lists'] | undefined;
  const setComparison = (next: ComparedListings | undefined): void => {
    comparison = next;
    onChange();
  };
  function requireListing() {
    const listing = toListingResult(session.state);
    if ('connection' in listing) return listing;
    // The server's message can contain secrets. It stays on the page, because errors are also written to the log.
    throw new UserError(
      vscode.l10n.t(
        "Couldn't read the tools, resources, and prompts of {0}. For the reason, see the server's page.",
        toPlainText(identity().title),
      ),
    );
  }
  const listSnapshots = async (): Promise<readonly StoredSnapshot[]> =>
    environment ? context.snapshots.list(environment) : [];

  async function compareWithOther(): Promise<void> {
    const target = await pickInspectorTarget(context, undefined, compareTitle());
    const { title } = target.identity;
    if (getIdentityKey(target.identity) === getIdentityKey(identity()) && target.url === url())
      throw new UserError(vscode.l10n.t('This page already shows {0}. Select another server.', title));
    const other = await readOtherServer(context, target);
    const [before, after] = [toDefinitionLists(session.state.lists), toDefinitionLists(other.lists)];
    setComparison({
      before,
      after,
      changes: compareListings({ title, isWithSnapshot: false }, before, after),
    });
  }

  const compareLists = (snapshot: StoredSnapshot, lists: McpSession['state']['lists']): ComparedListings => {
    const [before, after] = [snapshot.offers, toDefinitionLists(lists)];
    const title = formatSnapshotTitle(snapshot);
    return { before, after, changes: compareListings({ title, isWithSnapshot: true }, before, after) };
  };
  const compareWith = (snapshot: StoredSnapshot): void =>
    setComparison(compareLists(snapshot, requireListing().lists));

  /** Compares the lists with the newest snapshot, unless neither has changed since the last call. */
  async function updateSnapshotChanges(): Promise<void> {
    const { phase, lists } = session.state;
    if (!environment || phase !== 'connected' || lists === comparedLists) return;
    comparedLists = lists;
    const [newest] = await listSnapshots();
    if (lists !== comparedLists) return;
    snapshotChanges = newest && countChanges(compareLists(newest, lists).changes);
    onChange();
  }

  return {
    messageHandlers: {
      async compare() {
        const snapshots = await listSnapshots();
        const picked = snapshots.length > 0 ? await pickSnapshot(snapshots) : undefined;
        if (picked) compareWith(picked);
        else await compareWithOther();
      },
      closeComparison: () => setComparison(undefined),
      saveSnapshot: async () => {
        if (!environment) return;
        await storeSnapshot(context.snapshots, environment, requireListing());
        comparedLists = undefined;
        await updateSnapshotChanges();
      },
      async showSnapshotChanges() {
        const [newest] = await listSnapshots();
        if (newest) compareWith(newest);
      },
    },
    updateSnapshotChanges,
    /** Returns a question about an item of the comparison. The argument is the context of its row. */
    createQuestion: (argument: unknown): ChatQuestion | undefined =>
      comparison && createBreakingChangeQuestion(identity(), comparison, argument),
    state: () =>
      omitUndefined({ comparison: comparison && limitComparison(comparison.changes), snapshotChanges }),
    dispose: () => undefined,
    /** Waits for the connection, and then shows the changes since a snapshot. */
    async showChangesSince(id: string): Promise<void> {
      const snapshot = (await listSnapshots()).find((stored) => stored.id === id);
      if (!snapshot) throw new UserError(vscode.l10n.t('This snapshot no longer exists.'));
      await session.waitUntilConnected();
      // If there is no connection, the page shows the reason.
      if (session.state.phase === 'connected') compareWith(snapshot);
    },
  };
}

function countChanges({ title, hasBreakingChanges, groups }: ListingComparison): SnapshotChanges {
  const count = (kind: 'added' | 'removed' | 'changed'): number =>
    groups.reduce((sum, group) => sum + group[kind].length, 0);
  return {
    title,
    hasBreakingChanges,
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
  };
}

const compareTitle = (): string => vscode.l10n.t('Compare');

/** Lets the user select a snapshot; `undefined` if the user selects *Another Server*. */
async function pickSnapshot(snapshots: readonly StoredSnapshot[]): Promise<StoredSnapshot | undefined> {
  const other = {
    label: vscode.l10n.t('Another Server...'),
    iconPath: new vscode.ThemeIcon('globe'),
    snapshot: undefined,
  };
  const now = Date.now();
  const items = snapshots.map((snapshot) => ({ ...createSnapshotItem(snapshot, now), snapshot }));
  const picked = await pickOne([other, ...items], {
    title: compareTitle(),
    placeHolder: vscode.l10n.t('Select a snapshot or another server to compare with'),
  });
  return picked.snapshot;
}

/** Returns a list item for a snapshot, such as "Snapshot: 2 hours ago". */
function createSnapshotItem({ at: timestamp, deploymentId }: StoredSnapshot, now: number) {
  const age = formatAge(now - timestamp, vscode.env.language);
  return {
    label: vscode.l10n.t('Snapshot: {0}', age),
    description:
      deploymentId === undefined
        ? vscode.l10n.t('saved by you')
        : vscode.l10n.t('after deployment {0}', shortenDeploymentId(deploymentId)),
    detail: formatSnapshotTime(timestamp),
    iconPath: new vscode.ThemeIcon('history'),
  };
}

/**
 * Returns the title of a comparison with a snapshot. It contains the time instead of the age, which would become
 * outdated while the page is open.
 */
function formatSnapshotTitle({ at: timestamp, deploymentId }: StoredSnapshot): string {
  return deploymentId === undefined
    ? vscode.l10n.t('the snapshot from {0}', formatSnapshotTime(timestamp))
    : vscode.l10n.t(
        'the snapshot from {0}, after deployment {1}',
        formatSnapshotTime(timestamp),
        shortenDeploymentId(deploymentId),
      );
}

const formatSnapshotTime = (timestamp: number): string => formatDateTime(timestamp, vscode.env.language);

const shortenDeploymentId = (id: string): string =>
  id.length > 12 ? `${toPlainText(id.slice(0, 12))}…` : toPlainText(id);
