import type { Explorer } from './explorer.ts';
import type { Branch, Node } from './node.ts';

/** A row with the ID of its environment. */
export type EnvironmentScopedNode = Node & { readonly environmentId: string };

interface LazyGroupOptions<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Fact> {
  /** The kind of the group nodes. */
  readonly kind: string;
  /** Creates the group node before its data is loaded. */
  group(parent: Parent): Group;
  read(environmentId: string): Promise<Fact>;
  /** Adds the loaded data to the group node. */
  decorate(group: Group, fact: Fact): Group;
  rows(group: Group, fact: Fact): readonly Node[];
  readonly tree: Pick<Explorer, 'refresh' | 'getRenderedRows'>;
}

/** Age in ms after which the data of a group is read again when the group is opened. */
const maxAgeMs = 30_000;

/**
 * Time in ms during which the error of a failed read is returned again. The failure itself causes requests for rows.
 */
const retryDelayMs = 2000;

interface LoadedFact<Fact> {
  readonly fact: Fact;
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
  readonly fact: Promise<Fact>;
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
  readonly #facts = new Map<string, LoadedFact<Fact>>();
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
    return known ? this.#options.decorate(group, known.fact) : group;
  }

  /** Sets the data of an environment and updates the tree. Pending reads are ignored. */
  setFact(environmentId: string, fact: Fact): void {
    this.#reading.delete(environmentId);
    this.#keep(environmentId, fact);
    this.#redraw(environmentId);
  }

  /** Reads the data of an environment again and updates the tree. Pending reads are ignored. */
  reload(environmentId: string): Promise<void> {
    this.#reading.delete(environmentId);
    return this.#show(environmentId);
  }

  /** Redraws all groups with their current data. */
  redrawAll(): void {
    for (const [id, { fact, loadedAt }] of this.#facts) {
      this.#keep(id, fact, loadedAt);
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
    return this.#options.group(parent);
  }

  async #show(environmentId: string): Promise<void> {
    const before = this.#facts.get(environmentId);
    try {
      await this.#read(environmentId).fact;
    } catch {
      // The rows below the group show the error.
      if (before === undefined) return;
      if (this.#facts.get(environmentId) === before) this.#facts.delete(environmentId);
    }
    this.#increaseRevision(environmentId);
    this.#redraw(environmentId);
  }

  async #rows(group: Group): Promise<readonly Node[]> {
    const { environmentId } = group;
    const known = this.#facts.get(environmentId);
    const failed = this.#failed.get(environmentId);
    const shown = this.#shown.get(group);
    // A redraw of rows that were already shown doesn't read them again.
    const isNew = ({ revision }: { readonly revision: number }, isFresh: boolean): boolean =>
      revision !== shown && (shown !== undefined || isFresh) && !this.#reading.has(environmentId);
    if (failed && isNew(failed, Date.now() < failed.retryAt)) {
      this.#shown.set(group, failed.revision);
      throw failed.error;
    }
    if (known && !failed && isNew(known, Date.now() - known.loadedAt < maxAgeMs)) {
      this.#shown.set(group, known.revision);
      return this.#options.rows(group, known.fact);
    }
    const reading = this.#read(environmentId);
    // Set before the read ends, because a redraw during the read has another revision.
    this.#shown.set(group, reading.revision);
    const fact = await reading.fact;
    const now = this.#facts.get(environmentId);
    // The data for the rows can also change the group node.
    if (JSON.stringify(known?.fact) !== JSON.stringify(now?.fact))
      this.setFact(environmentId, now?.fact ?? fact);
    return this.#options.rows(group, now?.fact ?? fact);
  }

  /** Starts a read, or returns the pending one. The result of a replaced read isn't stored. */
  #read(environmentId: string): PendingRead<Fact> {
    const running = this.#reading.get(environmentId);
    if (running !== undefined) return running;
    const revision = ++this.#last;
    /** Removes the read from the pending ones. Returns whether it was still pending. */
    const ends = (): boolean =>
      this.#reading.get(environmentId)?.revision === revision && this.#reading.delete(environmentId);
    const fact = this.#options.read(environmentId).then(
      (read) => {
        if (ends()) this.#keep(environmentId, read, Date.now(), revision);
        return read;
      },
      (error: unknown) => {
        const retryAt = Date.now() + Math.max(retryDelayMs, readRetryAfterMs(error));
        if (ends()) this.#failed.set(environmentId, { error, revision, retryAt });
        throw error;
      },
    );
    const reading = { revision, fact };
    this.#reading.set(environmentId, reading);
    return reading;
  }

  #keep(environmentId: string, fact: Fact, loadedAt = Date.now(), revision = ++this.#last): void {
    this.#failed.delete(environmentId);
    this.#facts.set(environmentId, { fact, revision, loadedAt });
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
