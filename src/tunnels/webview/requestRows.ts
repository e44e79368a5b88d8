import { findFirstIndex } from '../../editor/webview/binarySearch.ts';
import type { RequestRow } from '../page/protocol.ts';

/** A batch of rows, which the panel sends. */
interface RowBatch {
  readonly generation: number;
  readonly firstId: number;
  readonly rows: readonly RequestRow[];
  readonly hits?: readonly number[];
}

/** The change of a list after a batch. */
interface RowChange {
  /** Whether the rows belong to a new tunnel. */
  readonly isNew: boolean;
  /** The number of visible rows that were removed at the top, and added at the end. */
  readonly removedRows: number;
  readonly addedRows: number;
}

/** The requests of the tunnel, and which of them are visible. The IDs increase by one. */
export class RequestRows {
  readonly #rows: RequestRow[] = [];
  #generation: number | undefined;
  #firstId = 1;
  /** The sorted IDs of the rows with the searched text. `undefined` without a search. */
  #hits: number[] | undefined;
  /** Whether rows without the searched text are visible. */
  isHighlighting = false;

  /** The number of all requests that are kept. */
  get count(): number {
    return this.#rows.length;
  }

  /** The number of requests that are no longer kept. */
  get droppedCount(): number {
    return this.#firstId - 1;
  }

  /** The number of visible rows. */
  get length(): number {
    return this.#visibleIds?.length ?? this.#rows.length;
  }

  get hitCount(): number | undefined {
    return this.#hits?.length;
  }

  get(id: number): RequestRow | undefined {
    return this.#rows[id - this.#firstId];
  }

  idAt(index: number): number {
    return this.#visibleIds?.[index] ?? this.#firstId + index;
  }

  /** Returns the index of a visible row, or -1. */
  indexOf(id: number): number {
    const visibleIds = this.#visibleIds;
    if (!visibleIds) return this.get(id) ? id - this.#firstId : -1;
    const index = findPosition(visibleIds, id);
    return visibleIds[index] === id ? index : -1;
  }

  /** Returns the number of a hit, from 1. */
  getHitNumber(id: number | undefined): number | undefined {
    if (!this.#hits || id === undefined) return undefined;
    const position = findPosition(this.#hits, id);
    return this.#hits[position] === id ? position + 1 : undefined;
  }

  /** Returns the next or previous hit. Wraps around at the ends. */
  findNextHit(id: number | undefined, isForward: boolean): number | undefined {
    const hits = this.#hits ?? [];
    if (hits.length === 0) return undefined;
    const position = findPosition(hits, id ?? (isForward ? 0 : Number.POSITIVE_INFINITY));
    const next = isForward ? position + (hits[position] === id ? 1 : 0) : position - 1;
    return hits[(next + hits.length) % hits.length];
  }

  /** Sets the hits of a search. `undefined`: there is no search. */
  setHits(hits: readonly number[] | undefined): void {
    this.#hits = hits && [...hits].sort((one, other) => one - other);
  }

  /** Adds rows, or replaces their earlier states. */
  apply({ generation, firstId, rows, hits }: RowBatch): RowChange {
    const isNew = generation !== this.#generation;
    if (isNew) {
      this.#rows.length = 0;
      if (this.#hits) this.#hits = [];
      this.#firstId = firstId;
    }
    this.#generation = generation;
    const earlierLength = this.length;
    this.#drop(firstId);
    const remainingLength = this.length;
    // Rows can be dropped while their batch is on its way.
    const keptRows = rows.filter(({ id }) => id >= this.#firstId);
    for (const row of keptRows) this.#rows[row.id - this.#firstId] = row;
    if (this.#hits && hits) this.#updateHits(keptRows, new Set(hits));
    return {
      isNew,
      removedRows: earlierLength - remainingLength,
      addedRows: Math.max(0, this.length - remainingLength),
    };
  }

  get #visibleIds(): readonly number[] | undefined {
    return this.isHighlighting ? undefined : this.#hits;
  }

  #drop(firstId: number): void {
    if (firstId <= this.#firstId) return;
    this.#rows.splice(0, firstId - this.#firstId);
    this.#firstId = firstId;
    this.#hits?.splice(0, findPosition(this.#hits, firstId));
  }

  #updateHits(rows: readonly RequestRow[], hits: ReadonlySet<number>): void {
    const list = this.#hits ?? [];
    for (const { id } of rows) {
      const position = findPosition(list, id);
      const wasHit = list[position] === id;
      if (wasHit !== hits.has(id)) list.splice(position, wasHit ? 1 : 0, ...(wasHit ? [] : [id]));
    }
  }
}

/** Returns the index of a number in a sorted array, or the index at which it would be inserted. */
const findPosition = (sorted: readonly number[], wanted: number): number =>
  findFirstIndex(sorted.length, (index) => (sorted[index] ?? 0) >= wanted);
