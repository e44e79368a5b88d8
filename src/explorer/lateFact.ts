import type { Branch, Node } from './node.ts';

/** A row that says something of its environment. */
export type AboutEnvironment = Node & { readonly environmentId: string };

interface LateFactOptions<Parent extends AboutEnvironment, Group extends AboutEnvironment, Fact> {
  /** The kind of the groups. */
  readonly kind: string;
  /** The group as it is before anything is known. */
  group(parent: Parent): Group;
  read(environmentId: string): Promise<Fact>;
  /** The group's own row, once that is known. */
  drawn(group: Group, fact: Fact): Group;
  rows(group: Group, fact: Fact): readonly Node[];
  /** That row of the tree is to be asked again. */
  readonly refresh: (row: Node) => void;
}

/** What was read longer ago, in ms, is read again for a group that is opened. */
const freshMs = 30_000;

interface Known<Fact> {
  readonly fact: Fact;
  /** Grows with each reading and each drawing. */
  readonly number: number;
  /** When it was read, in ms. */
  readonly at: number;
}

/**
 * A group below each environment whose own row says what comes late: it is read when the environment is opened, and no
 * row waits for it. What cannot be read then is said by the rows inside, which read again.
 *
 * Only the group is drawn again, and only from what is known: while the editor waits for rows, a menu that is open on
 * one of them would lose it.
 */
export class LateFact<Parent extends AboutEnvironment, Group extends AboutEnvironment, Fact> {
  readonly branches: readonly [Branch<Parent>, Branch<Group>];
  readonly #options: LateFactOptions<Parent, Group, Fact>;
  /** By environment, what was read last. */
  readonly #facts = new Map<string, Known<Fact>>();
  readonly #reading = new Map<string, Promise<Fact>>();
  /** Rows of environments for which it was read: asked again, the same row does not read again. */
  readonly #opened = new WeakSet<Parent>();
  /** The number of what is shown below a group: asked again, that is read. */
  readonly #shown = new WeakMap<Group, number>();
  /** The groups that the tree has, by id. */
  readonly #groups = new Map<string, Group>();
  #last = 0;

  constructor(options: LateFactOptions<Parent, Group, Fact>) {
    this.#options = options;
    this.branches = [
      { under: 'environment', children: (parent) => [this.#group(parent)] },
      { under: options.kind, children: (group) => this.#rows(group) },
    ];
  }

  /** A row of the tree as it is to be drawn now. */
  drawn(row: Node): Node {
    if (row.kind !== this.#options.kind) return row;
    const group = row as Group;
    this.#groups.set(row.id, group);
    const known = this.#facts.get(group.environmentId);
    return known ? this.#options.drawn(group, known.fact) : group;
  }

  /** This is so now: the tree shows it, and what is still being read is out of date. */
  put(environmentId: string, fact: Fact): void {
    this.#reading.delete(environmentId);
    this.#keep(environmentId, fact);
    this.#redraw(environmentId);
  }

  /** It is another now: it is read, and the tree shows it then. What is being read already is out of date. */
  again(environmentId: string): Promise<void> {
    this.#reading.delete(environmentId);
    return this.#show(environmentId);
  }

  /** The groups are drawn again, from what is known. */
  redrawAll(): void {
    for (const [id, { fact, at }] of this.#facts) {
      this.#keep(id, fact, at);
      this.#redraw(id);
    }
  }

  /** Another service, or another account: nothing is known any more. */
  forget(): void {
    this.#facts.clear();
    this.#reading.clear();
    this.#groups.clear();
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
      await this.#read(environmentId);
    } catch {
      // The rows inside say why.
      if (before === undefined) return;
      if (this.#facts.get(environmentId) === before) this.#facts.delete(environmentId);
    }
    this.#redraw(environmentId);
  }

  async #rows(group: Group): Promise<readonly Node[]> {
    const { environmentId } = group;
    const known = this.#facts.get(environmentId);
    const shown = this.#shown.get(group);
    const isNew =
      known !== undefined &&
      known.number !== shown &&
      // What was seen below this group, and is drawn again, is not read for that.
      (shown !== undefined || Date.now() - known.at < freshMs);
    if (isNew && !this.#reading.has(environmentId)) {
      this.#shown.set(group, known.number);
      return this.#options.rows(group, known.fact);
    }
    const fact = await this.#read(environmentId);
    const now = this.#facts.get(environmentId);
    if (now) this.#shown.set(group, now.number);
    // What is read for the rows may be news for the group's own row.
    if (JSON.stringify(known?.fact) !== JSON.stringify(now?.fact)) this.put(environmentId, now?.fact ?? fact);
    return this.#options.rows(group, now?.fact ?? fact);
  }

  /** Reads once at a time; what was overtaken meanwhile is not kept. */
  #read(environmentId: string): Promise<Fact> {
    const running = this.#reading.get(environmentId);
    if (running !== undefined) return running;
    const reading = this.#options.read(environmentId).then(
      (fact) => {
        if (this.#reading.get(environmentId) === reading) {
          this.#reading.delete(environmentId);
          this.#keep(environmentId, fact);
        }
        return fact;
      },
      (error: unknown) => {
        if (this.#reading.get(environmentId) === reading) this.#reading.delete(environmentId);
        throw error;
      },
    );
    this.#reading.set(environmentId, reading);
    return reading;
  }

  #keep(environmentId: string, fact: Fact, at = Date.now()): void {
    this.#last += 1;
    this.#facts.set(environmentId, { fact, number: this.#last, at });
  }

  #redraw(environmentId: string): void {
    for (const group of this.#groups.values()) {
      if (group.environmentId === environmentId) this.#options.refresh(group);
    }
  }
}
