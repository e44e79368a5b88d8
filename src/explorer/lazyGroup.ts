import type { Explorer } from './explorer.ts';
import type { Branch, Node } from './node.ts';

/** A row that says something of its environment. */
export type EnvironmentScopedNode = Node & { readonly environmentId: string };

interface LazyGroupOptions<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Fact> {
  /** The kind of the groups. */
  readonly kind: string;
  /** The group as it is before anything is known. */
  group(parent: Parent): Group;
  read(environmentId: string): Promise<Fact>;
  /** The group's own row, once that is known. */
  decorate(group: Group, fact: Fact): Group;
  rows(group: Group, fact: Fact): readonly Node[];
  readonly tree: Pick<Explorer, 'refresh' | 'rowsOf'>;
}

/** What was read longer ago, in ms, is read again for a group that is opened. */
const maxAgeMs = 30_000;

/** A failure that is shorter ago, in ms, isn't met again for rows that are asked for because of it. */
const retryDelayMs = 2000;

interface LoadedFact<Fact> {
  readonly fact: Fact;
  /** Grows with each reading and each drawing. */
  readonly number: number;
  /** When it was read, in ms. */
  readonly loadedAt: number;
}

/** What couldn't be read, after what was. */
interface FailedRead {
  readonly error: unknown;
  readonly number: number;
  /** Until then only someone who asks again has it read, in ms. */
  readonly retryAt: number;
}

interface PendingRead<Fact> {
  /** Of what will be known. */
  readonly number: number;
  readonly fact: Promise<Fact>;
}

/**
 * A group below each environment whose own row says what comes late: it is read when the environment is opened, and no
 * row waits for it. What can't be read then is said by the rows inside, which read again.
 *
 * Only the group is drawn again, and only from what is known: while the editor waits for rows, a menu that is open on
 * one of them would lose it.
 */
export class LazyGroup<Parent extends EnvironmentScopedNode, Group extends EnvironmentScopedNode, Fact> {
  readonly branches: readonly [Branch<Parent>, Branch<Group>];
  readonly #options: LazyGroupOptions<Parent, Group, Fact>;
  /** By environment, what was read last. */
  readonly #facts = new Map<string, LoadedFact<Fact>>();
  readonly #failed = new Map<string, FailedRead>();
  readonly #reading = new Map<string, PendingRead<Fact>>();
  /** Rows of environments for which it was read: asked again, the same row doesn't read again. */
  readonly #opened = new WeakSet<Parent>();
  /** The number of what is shown below a group: asked again, that is read. */
  readonly #shown = new WeakMap<Group, number>();
  #last = 0;

  constructor(options: LazyGroupOptions<Parent, Group, Fact>) {
    this.#options = options;
    this.branches = [
      { under: 'environment', children: (parent) => [this.#group(parent)] },
      { under: options.kind, children: (group) => this.#rows(group) },
    ];
  }

  /** A row of the tree as it stands now. */
  decorate(row: Node): Node {
    if (row.kind !== this.#options.kind) return row;
    const group = row as Group;
    const known = this.#facts.get(group.environmentId);
    return known ? this.#options.decorate(group, known.fact) : group;
  }

  /** This is so now: the tree shows it, and what is still being read is out of date. */
  setFact(environmentId: string, fact: Fact): void {
    this.#reading.delete(environmentId);
    this.#keep(environmentId, fact);
    this.#redraw(environmentId);
  }

  /** It is another now: it is read, and the tree shows it then. What is being read already is out of date. */
  reload(environmentId: string): Promise<void> {
    this.#reading.delete(environmentId);
    return this.#show(environmentId);
  }

  /** The groups are drawn again, from what is known. */
  redrawAll(): void {
    for (const [id, { fact, loadedAt }] of this.#facts) {
      this.#keep(id, fact, loadedAt);
      this.#redraw(id);
    }
  }

  /** Another service, or another account: nothing is known any more. */
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
      // The rows inside say why.
      if (before === undefined) return;
      if (this.#facts.get(environmentId) === before) this.#facts.delete(environmentId);
    }
    this.#renumber(environmentId);
    this.#redraw(environmentId);
  }

  async #rows(group: Group): Promise<readonly Node[]> {
    const { environmentId } = group;
    const known = this.#facts.get(environmentId);
    const failed = this.#failed.get(environmentId);
    const shown = this.#shown.get(group);
    // What was seen below this group, and is drawn again, isn't read for that.
    const isNew = ({ number }: { readonly number: number }, isFresh: boolean): boolean =>
      number !== shown && (shown !== undefined || isFresh) && !this.#reading.has(environmentId);
    if (failed && isNew(failed, Date.now() < failed.retryAt)) {
      this.#shown.set(group, failed.number);
      throw failed.error;
    }
    if (known && !failed && isNew(known, Date.now() - known.loadedAt < maxAgeMs)) {
      this.#shown.set(group, known.number);
      return this.#options.rows(group, known.fact);
    }
    const reading = this.#read(environmentId);
    // Before it ends: whoever draws the group again then has another number for what came.
    this.#shown.set(group, reading.number);
    const fact = await reading.fact;
    const now = this.#facts.get(environmentId);
    // What is read for the rows may be news for the group's own row.
    if (JSON.stringify(known?.fact) !== JSON.stringify(now?.fact))
      this.setFact(environmentId, now?.fact ?? fact);
    return this.#options.rows(group, now?.fact ?? fact);
  }

  /** Reads once at a time; what was overtaken meanwhile isn't kept. */
  #read(environmentId: string): PendingRead<Fact> {
    const running = this.#reading.get(environmentId);
    if (running !== undefined) return running;
    const number = ++this.#last;
    /** Whether it wasn't overtaken. */
    const ends = (): boolean =>
      this.#reading.get(environmentId)?.number === number && this.#reading.delete(environmentId);
    const fact = this.#options.read(environmentId).then(
      (read) => {
        if (ends()) this.#keep(environmentId, read, Date.now(), number);
        return read;
      },
      (error: unknown) => {
        const retryAt = Date.now() + Math.max(retryDelayMs, readRetryAfterMs(error));
        if (ends()) this.#failed.set(environmentId, { error, number, retryAt });
        throw error;
      },
    );
    const reading = { number, fact };
    this.#reading.set(environmentId, reading);
    return reading;
  }

  #keep(environmentId: string, fact: Fact, loadedAt = Date.now(), number = ++this.#last): void {
    this.#failed.delete(environmentId);
    this.#facts.set(environmentId, { fact, number, loadedAt });
  }

  /** Rows that are asked for now draw what is known. */
  #renumber(environmentId: string): void {
    const [known, failed] = [this.#facts.get(environmentId), this.#failed.get(environmentId)];
    const number = ++this.#last;
    if (known) this.#facts.set(environmentId, { ...known, number });
    if (failed) this.#failed.set(environmentId, { ...failed, number });
  }

  #redraw(environmentId: string): void {
    const { kind, tree } = this.#options;
    for (const group of tree.rowsOf(kind, environmentId)) tree.refresh(group);
  }
}

/** How long the service wants to be left alone, in ms, as the client read it from `Retry-After`. */
function readRetryAfterMs(error: unknown): number {
  const ms: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'retryAfterMs') : undefined;
  return typeof ms === 'number' ? ms : 0;
}
