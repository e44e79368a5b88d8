import type { Explorer } from './explorer.ts';
import type { Branch, Node } from './node.ts';

/** A row with the ID of its environment. */
export type EnvironmentScopedNode = Node & { readonly environmentId: string };

interface LazyGroupOptions<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Fact> {
  /** The kind of the group nodes. */
  readonly kind: string;
  /** Creates the group node before its data is loaded. */
  createGroup(parent: Parent): Group;
  readData(environmentId: string): Promise<Fact>;
  /** Adds the loaded data to the group node. */
  addData(group: Group, data: Fact): Group;
  createRows(group: Group, data: Fact): readonly Node[];
  readonly tree: Pick<Explorer, 'refresh' | 'getRenderedRows'>;
}

/** Age in ms after which the data of a group is read again when the group is opened. */
const maxDataAgeMs = 30_000;

/**
 * Time in ms during which the error of a failed read is returned again. The failure itself causes requests for rows.
 */
const errorLifetimeMs = 2000;

interface LoadedData<Fact> {
  readonly data: Fact;
  /** Increases with each read and each redraw. */
  readonly revision: number;
  /** The time of the read in ms since 1970. */
  readonly loadedAt: number;
}

/** A read that failed after an earlier one succeeded. */
interface FailedRead {
  readonly error: unknown;
  readonly revision: number;
  /** The time in ms since 1970 until which only an explicit refresh reads again. */
  readonly retryAt: number;
}

interface PendingRead<Fact> {
  /** The revision that the data will have. */
  readonly revision: number;
  readonly data: Promise<Fact>;
}

/**
 * A group below each environment, whose node shows data that is loaded later. The data is read when the environment is
 * opened, and no row waits for it. If the read fails, the rows below the group show the error, and request the data
 * again.
 *
 * Only the group node is redrawn, and only with known data: while the editor waits for rows, an open menu of one of
 * them would lose its row.
 */
export class LazyGroup<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Fact> {
  readonly branches: readonly [Branch<Parent>, Branch<Group>];
  readonly #options: LazyGroupOptions<Parent, Group, Fact>;
  /** The last read data by environment ID. */
  readonly #facts = new Map<string, LoadedData<Fact>>();
  readonly #failed = new Map<string, FailedRead>();
  readonly #reading = new Map<string, PendingRead<Fact>>();
  /** Environment nodes for which data was requested. A second request for the same node doesn't read again. */
  readonly #opened = new WeakSet<Parent>();
  /** The revision that is shown below a group. A second request for the same revision reads again. */
  readonly #shown = new WeakMap<Group, number>();
  #last = 0;

  constructor(options: LazyGroupOptions<Parent, Group, Fact>) {
    this.#options = options;
    this.branches = [
      { parentKind: 'environment', getChildren: (parent) => [this.#group(parent)] },
      { parentKind: options.kind, getChildren: (group) => this.#rows(group) },
    ];
  }

  /** Adds the loaded data to a group node. */
  decorate(row: Node): Node {
    if (row.kind !== this.#options.kind) return row;
    const group = row as Group;
    const known = this.#facts.get(group.environmentId);
    return known ? this.#options.addData(group, known.data) : group;
  }

  /** Sets the data of an environment and updates the tree. Pending reads are ignored. */
  setData(environmentId: string, data: Fact): void {
    this.#reading.delete(environmentId);
    this.#keep(environmentId, data);
    this.#redraw(environmentId);
  }

  /** Reads the data of an environment again and updates the tree. Pending reads are ignored. */
  reload(environmentId: string): Promise<void> {
    this.#reading.delete(environmentId);
    return this.#show(environmentId);
  }

  /** Redraws all groups with their current data. */
  redrawAll(): void {
    for (const [id, { data, loadedAt }] of this.#facts) {
      this.#keep(id, data, loadedAt);
      this.#redraw(id);
    }
  }

  /** Forgets all data after the service or the account has changed. */
  clear(): void {
    this.#facts.clear();
    this.#failed.clear();
    this.#reading.clear();
  }

  #group(parent: Parent): Group {
    const { environmentId } = parent;
    if (!this.#opened.has(parent)) {
      this.#opened.add(parent);
      void this.#show(environmentId);
    }
    return this.#options.createGroup(parent);
  }

  async #show(environmentId: string): Promise<void> {
    const dataBefore = this.#facts.get(environmentId);
    try {
      await this.#read(environmentId).data;
    } catch {
      // The rows below the group show the error.
      if (dataBefore === undefined) return;
      if (this.#facts.get(environmentId) === dataBefore) this.#facts.delete(environmentId);
    }
    this.#increaseRevision(environmentId);
    this.#redraw(environmentId);
  }

  async #rows(group: Group): Promise<readonly Node[]> {
    const { environmentId } = group;
    const loaded = this.#facts.get(environmentId);
    const failure = this.#failed.get(environmentId);
    const shownRevision = this.#shown.get(group);
    // A redraw of rows that were already shown doesn't read them again.
    const isNew = ({ revision }: { readonly revision: number }, isRecent: boolean): boolean =>
      revision !== shownRevision &&
      (shownRevision !== undefined || isRecent) &&
      !this.#reading.has(environmentId);
    if (failure && isNew(failure, Date.now() < failure.retryAt)) {
      this.#shown.set(group, failure.revision);
      throw failure.error;
    }
    if (loaded && !failure && isNew(loaded, Date.now() - loaded.loadedAt < maxDataAgeMs)) {
      this.#shown.set(group, loaded.revision);
      return this.#options.createRows(group, loaded.data);
    }
    const pendingRead = this.#read(environmentId);
    // Set before the read ends, because a redraw during the read has another revision.
    this.#shown.set(group, pendingRead.revision);
    const data = await pendingRead.data;
    const current = this.#facts.get(environmentId);
    // The data for the rows can also change the group node.
    if (JSON.stringify(loaded?.data) !== JSON.stringify(current?.data))
      this.setData(environmentId, current?.data ?? data);
    return this.#options.createRows(group, current?.data ?? data);
  }

  /** Starts a read, or returns the pending one. The result of a replaced read isn't stored. */
  #read(environmentId: string): PendingRead<Fact> {
    const existingRead = this.#reading.get(environmentId);
    if (existingRead !== undefined) return existingRead;
    const revision = ++this.#last;
    /** Removes the read from the pending ones. Returns whether it was still pending. */
    const endRead = (): boolean =>
      this.#reading.get(environmentId)?.revision === revision && this.#reading.delete(environmentId);
    const data = this.#options.readData(environmentId).then(
      (read) => {
        if (endRead()) this.#keep(environmentId, read, Date.now(), revision);
        return read;
      },
      (error: unknown) => {
        const retryAt = Date.now() + Math.max(errorLifetimeMs, readRetryAfterMs(error));
        if (endRead()) this.#failed.set(environmentId, { error, revision, retryAt });
        throw error;
      },
    );
    const pendingRead = { revision, data };
    this.#reading.set(environmentId, pendingRead);
    return pendingRead;
  }

  #keep(environmentId: string, data: Fact, loadedAt = Date.now(), revision = ++this.#last): void {
    this.#failed.delete(environmentId);
    this.#facts.set(environmentId, { data, revision, loadedAt });
  }

  /** Increases the revision, so that requested rows show the current data. */
  #increaseRevision(environmentId: string): void {
    const [known, failed] = [this.#facts.get(environmentId), this.#failed.get(environmentId)];
    const revision = ++this.#last;
    if (known) this.#facts.set(environmentId, { ...known, revision });
    if (failed) this.#failed.set(environmentId, { ...failed, revision });
  }

  #redraw(environmentId: string): void {
    const { kind, tree } = this.#options;
    for (const group of tree.getRenderedRows(kind, environmentId)) tree.refresh(group);
  }
}

/** Returns the delay in ms that the service requested with `Retry-After`. */
function readRetryAfterMs(error: unknown): number {
  const ms: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'retryAfterMs') : undefined;
  return typeof ms === 'number' ? ms : 0;
}
