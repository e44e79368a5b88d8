import type { Explorer } from './explorer.ts';
import type { Attention, Branch, Node } from './node.ts';

/** A row with the ID of its environment. */
export type EnvironmentScopedNode = Node & { readonly environmentId: string };

interface LazyGroupOptions<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Data> {
  /** The kind of the group nodes. */
  readonly kind: string;
  /** Creates the group node before its data is loaded. */
  createGroup(parent: Parent): Group;
  readData(environmentId: string): Promise<Data>;
  /** Adds the loaded data to the group node. */
  addData(group: Group, data: Data): Group;
  createRows(group: Group, data: Data): readonly Node[];
  /**
   * Whether the group has no row. Absent if it always has one. A group whose data isn't loaded yet has no row, and one
   * whose data couldn't be read has a row with the error below it.
   */
  readonly hidden?: {
    withData(data: Data): boolean;
    withError(error: unknown): boolean;
  };
  /** Returns what marks the row of the environment. */
  readonly getAttention?: (data: Data) => Attention | undefined;
  readonly tree: Pick<Explorer, 'refresh' | 'refreshChildren' | 'redraw' | 'getRenderedRows'>;
}

/**
 * Maximum time in milliseconds that the rows beside a group wait for the first data, so that the group doesn't appear
 * later than they do if the service responds quickly.
 */
const maxFirstWaitMs = 500;

/** Age in milliseconds after which the data of a group is read again when the group is expanded. */
const maxDataAgeMs = 30_000;

/**
 * Time in milliseconds during which the error of a failed read is returned again instead of a new read, because the
 * redraw after a failure makes the editor request the rows again.
 */
const errorLifetimeMs = 2000;

interface LoadedData<Data> {
  readonly data: Data;
  /** Increases with each read and each redraw. */
  readonly revision: number;
  /** The time of the read in milliseconds since the epoch. */
  readonly loadedAt: number;
}

/** The last read, if it failed. */
interface FailedRead {
  readonly error: unknown;
  readonly revision: number;
  /** The time, in milliseconds since the epoch, before which only an explicit refresh reads again. */
  readonly retryAt: number;
}

interface PendingRead<Data> {
  /** The revision that the data will have. */
  readonly revision: number;
  readonly data: Promise<Data>;
}

/**
 * A group below each environment, whose node shows data that is loaded later, and can be hidden because of this data. The data is read when the environment is
 * expanded, and the rows beside the group don't wait for it. If the read fails, the error is shown below the group, and
 * the data is read again when the rows there are requested.
 *
 * Only the group node is redrawn, and only after its data was read, because while the editor waits for rows, an open
 * menu of one of them loses its row.
 */
export class LazyGroup<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Data> {
  readonly branches: readonly [Branch<Parent>, Branch<Group>];
  readonly #options: LazyGroupOptions<Parent, Group, Data>;
  /** The last read data by environment ID. */
  readonly #data = new Map<string, LoadedData<Data>>();
  readonly #failures = new Map<string, FailedRead>();
  readonly #pendingReads = new Map<string, PendingRead<Data>>();
  /** Environment nodes for which data was requested. A second request for the same node doesn't read again. */
  readonly #requestedParents = new WeakSet<Parent>();
  /**
   * The revision that is shown below a group. If the rows of a group are requested again at the same revision, the data
   * is read again.
   */
  readonly #shownRevisions = new WeakMap<Group, number>();
  /** Whether the group was in the last requested rows of an environment, by environment ID. */
  readonly #isGroupShownById = new Map<string, boolean>();
  /** The attention of the environment rows at the last redraw, by environment ID. */
  readonly #attentionTexts = new Map<string, string | undefined>();
  #lastRevision = 0;

  constructor(options: LazyGroupOptions<Parent, Group, Data>) {
    this.#options = options;
    this.branches = [
      { parentKind: 'environment', getChildren: (parent) => this.#getGroups(parent) },
      { parentKind: options.kind, getChildren: (group) => this.#getRows(group) },
    ];
  }

  /** Returns the last read data of an environment. */
  getData(environmentId: string): Data | undefined {
    return this.#data.get(environmentId)?.data;
  }

  /** Adds the loaded data to a group node, and the attention that results from it to the row of the environment. */
  decorate(row: Node): Node {
    if (row.kind === 'environment') {
      const attention = this.#getAttention((row as Parent).environmentId);
      if (!attention) return row;
      const { attention: others = [] } = row;
      const urgentText = others.length > 0 ? '' : (attention.shortText ?? '');
      return { urgentText, ...row, attention: [...others, attention] };
    }
    if (row.kind !== this.#options.kind) return row;
    const group = row as Group;
    const loaded = this.#data.get(group.environmentId);
    return loaded ? this.#options.addData(group, loaded.data) : group;
  }

  #getAttention(environmentId: string): Attention | undefined {
    const loaded = this.#data.get(environmentId);
    return loaded && this.#options.getAttention?.(loaded.data);
  }

  /** Sets the data of an environment and updates the tree. Pending reads are ignored. */
  setData(environmentId: string, data: Data): void {
    this.#pendingReads.delete(environmentId);
    this.#store(environmentId, data);
    this.#redraw(environmentId);
  }

  /** Reads the data of an environment again and updates the tree. Pending reads are ignored. */
  reload(environmentId: string): Promise<void> {
    this.#pendingReads.delete(environmentId);
    return this.#loadAndRedraw(environmentId);
  }

  /** Redraws all groups with their current data. */
  redrawAll(): void {
    for (const [id, { data, loadedAt }] of this.#data) {
      this.#store(id, data, loadedAt);
      this.#redraw(id);
    }
  }

  /** Forgets all data after the service or the account has changed. */
  clear(): void {
    this.#data.clear();
    this.#failures.clear();
    this.#pendingReads.clear();
    this.#isGroupShownById.clear();
    this.#attentionTexts.clear();
  }

  async #getGroups(parent: Parent): Promise<readonly Group[]> {
    const { environmentId } = parent;
    if (!this.#requestedParents.has(parent)) {
      this.#requestedParents.add(parent);
      void this.#loadAndRedraw(environmentId);
    }
    if (this.#options.hidden && !this.#data.has(environmentId)) await this.#waitForFirstData(environmentId);
    const hasRow = this.#hasRow(environmentId);
    this.#isGroupShownById.set(environmentId, hasRow);
    return hasRow ? [this.#options.createGroup(parent)] : [];
  }

  async #waitForFirstData(environmentId: string): Promise<void> {
    const pendingRead = this.#pendingReads.get(environmentId);
    if (!pendingRead) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxFirstWaitMs);
    pendingRead.data.then(
      () => resolve(),
      () => resolve(),
    );
    await promise;
    clearTimeout(timer);
  }

  /** Whether an environment has a row for its group. */
  #hasRow(environmentId: string): boolean {
    const { hidden } = this.#options;
    if (!hidden) return true;
    const loaded = this.#data.get(environmentId);
    if (loaded) return !hidden.withData(loaded.data);
    const failure = this.#failures.get(environmentId);
    return failure !== undefined && !hidden.withError(failure.error);
  }

  async #loadAndRedraw(environmentId: string): Promise<void> {
    const dataBefore = this.#data.get(environmentId);
    try {
      await this.#startRead(environmentId).data;
    } catch {
      // The rows below the group show the error.
      if (
        dataBefore === undefined &&
        this.#hasRow(environmentId) === this.#isGroupShownById.get(environmentId)
      )
        return;
      if (this.#data.get(environmentId) === dataBefore) this.#data.delete(environmentId);
    }
    this.#increaseRevision(environmentId);
    this.#redraw(environmentId);
  }

  async #getRows(group: Group): Promise<readonly Node[]> {
    const { environmentId } = group;
    const loaded = this.#data.get(environmentId);
    const failure = this.#failures.get(environmentId);
    const shownRevision = this.#shownRevisions.get(group);
    /**
     * Whether a result can be shown without a read: it isn't shown yet, it's recent or the group was already expanded,
     * and no read is pending.
     */
    const canReuse = ({ revision }: { readonly revision: number }, isRecent: boolean): boolean =>
      revision !== shownRevision &&
      (shownRevision !== undefined || isRecent) &&
      !this.#pendingReads.has(environmentId);
    if (failure && canReuse(failure, Date.now() < failure.retryAt)) {
      this.#shownRevisions.set(group, failure.revision);
      throw failure.error;
    }
    if (loaded && !failure && canReuse(loaded, Date.now() - loaded.loadedAt < maxDataAgeMs)) {
      this.#shownRevisions.set(group, loaded.revision);
      return this.#options.createRows(group, loaded.data);
    }
    const pendingRead = this.#startRead(environmentId);
    // Set before the read ends, because a redraw during the read has another revision.
    this.#shownRevisions.set(group, pendingRead.revision);
    const data = await pendingRead.data;
    const current = this.#data.get(environmentId);
    // The data for the rows can also change the group node.
    if (JSON.stringify(loaded?.data) !== JSON.stringify(current?.data))
      this.setData(environmentId, current?.data ?? data);
    return this.#options.createRows(group, current?.data ?? data);
  }

  /** Starts a read, or returns the pending one. The result of a replaced read isn't stored. */
  #startRead(environmentId: string): PendingRead<Data> {
    const existingRead = this.#pendingReads.get(environmentId);
    if (existingRead !== undefined) return existingRead;
    const revision = ++this.#lastRevision;
    /** Removes the read from the pending ones. Returns whether it was still pending. */
    const endRead = (): boolean =>
      this.#pendingReads.get(environmentId)?.revision === revision &&
      this.#pendingReads.delete(environmentId);
    const data = this.#options.readData(environmentId).then(
      (read) => {
        if (endRead()) this.#store(environmentId, read, Date.now(), revision);
        return read;
      },
      (error: unknown) => {
        const retryAt = Date.now() + Math.max(errorLifetimeMs, readRetryAfterMs(error));
        if (endRead()) this.#failures.set(environmentId, { error, revision, retryAt });
        throw error;
      },
    );
    const pendingRead = { revision, data };
    this.#pendingReads.set(environmentId, pendingRead);
    return pendingRead;
  }

  #store(environmentId: string, data: Data, loadedAt = Date.now(), revision = ++this.#lastRevision): void {
    this.#failures.delete(environmentId);
    this.#data.set(environmentId, { data, revision, loadedAt });
  }

  /** Increases the revision, so that the next request for rows returns the current data without a read. */
  #increaseRevision(environmentId: string): void {
    const [known, failed] = [this.#data.get(environmentId), this.#failures.get(environmentId)];
    const revision = ++this.#lastRevision;
    if (known) this.#data.set(environmentId, { ...known, revision });
    if (failed) this.#failures.set(environmentId, { ...failed, revision });
  }

  #redraw(environmentId: string): void {
    const { kind, tree } = this.#options;
    const wasShown = this.#isGroupShownById.get(environmentId);
    if (wasShown !== undefined && wasShown !== this.#hasRow(environmentId)) {
      for (const row of tree.getRenderedRows('environment', environmentId)) tree.refreshChildren(row);
      return;
    }
    const text = this.#getAttention(environmentId)?.text;
    if (text !== this.#attentionTexts.get(environmentId))
      for (const row of tree.getRenderedRows('environment', environmentId)) tree.redraw(row);
    this.#attentionTexts.set(environmentId, text);
    for (const group of tree.getRenderedRows(kind, environmentId)) tree.refresh(group);
  }
}

/** Returns the delay in ms that the service requested with `Retry-After`. */
function readRetryAfterMs(error: unknown): number {
  const ms: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'retryAfterMs') : undefined;
  return typeof ms === 'number' ? ms : 0;
}
