import * as vscode from 'vscode';
import { plainText } from '../domain/plainText.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import type { PageDeps } from './deps.ts';
import { pickInspectorTarget } from './inspectorTarget.ts';
import { compareListings, toDefinitionLists } from './listingComparison.ts';
import type { McpSession } from './mcpSession.ts';
import type { ListingComparison } from './pageSchemas.ts';
import type { InspectorIdentity } from './protocol.ts';
import { toListingResult } from './readListing.ts';
import { readOtherServer } from './readServer.ts';
import { toServiceEnvironment } from './snapshots/environment.ts';
import { storeSnapshot } from './snapshots/keep.ts';
import type { StoredSnapshot } from './snapshots/store.node.ts';
import { snapshotPickItem, snapshotTitle } from './snapshots/words.ts';
import { identityKey } from './workspace/entryIdentity.ts';

interface ComparingDeps {
  readonly deps: PageDeps;
  readonly identity: () => InspectorIdentity;
  /** The URL with its query. */
  readonly url: () => string;
  readonly session: McpSession;
  readonly changed: () => void;
}

/** Creates the comparison of a page: with another server, or with a snapshot of the same server. */
export function createComparisonController({ deps, identity, url, session, changed }: ComparingDeps) {
  const environment = toServiceEnvironment(identity());
  let comparison: ListingComparison | undefined;
  const show = (next: ListingComparison | undefined): void => {
    comparison = next;
    changed();
  };
  function read() {
    const offers = toListingResult(session.state);
    if ('connection' in offers) return offers;
    // The server's message can contain secrets. It stays on the page, because errors are also written to the log.
    throw new UserError(
      vscode.l10n.t(
        "Couldn't read the tools, resources, and prompts of {0}. For the reason, see the server's page.",
        plainText(identity().title),
      ),
    );
  }
  const kept = async (): Promise<readonly StoredSnapshot[]> =>
    environment ? deps.snapshots.list(environment) : [];

  async function compareWithOther(): Promise<void> {
    const target = await pickInspectorTarget(deps, undefined, compareTitle());
    const { title } = target.identity;
    if (identityKey(target.identity) === identityKey(identity()) && target.url === url())
      throw new UserError(vscode.l10n.t('This page already shows {0}. Select another server.', title));
    const other = await readOtherServer(deps, target);
    show(
      compareListings(
        { title, isSince: false },
        toDefinitionLists(session.state.lists),
        toDefinitionLists(other.lists),
      ),
    );
  }

  function compareWith(snapshot: StoredSnapshot): void {
    const title = snapshotTitle(snapshot);
    show(compareListings({ title, isSince: true }, snapshot.offers, toDefinitionLists(read().lists)));
  }

  return {
    get comparison() {
      return comparison;
    },
    on: {
      async compare() {
        const snapshots = await kept();
        const picked = snapshots.length > 0 ? await pickSnapshot(snapshots) : undefined;
        if (picked) compareWith(picked);
        else await compareWithOther();
      },
      closeComparison: () => show(undefined),
      saveSnapshot: async () => {
        if (environment) await storeSnapshot(deps.snapshots, environment, read());
      },
    },
    /** Waits for the connection, and then shows the changes since a snapshot. */
    async showSince(id: string): Promise<void> {
      const snapshot = (await kept()).find((one) => one.id === id);
      if (!snapshot) throw new UserError(vscode.l10n.t('This snapshot no longer exists.'));
      await session.waitUntilConnected();
      // If there is no connection, the page shows the reason.
      if (session.state.phase === 'connected') compareWith(snapshot);
    },
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
  const lines = snapshots.map((snapshot) => ({ ...snapshotPickItem(snapshot, now), snapshot }));
  const picked = await pickOne([other, ...lines], {
    title: compareTitle(),
    placeHolder: vscode.l10n.t('Select a snapshot or another server to compare with'),
  });
  return picked.snapshot;
}
