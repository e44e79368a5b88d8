/** The texts of many slots in one string, so that a search runs at the speed of the engine. */
export interface TextChunk {
  /** All texts without separators. The last chunk of its kind still grows. */
  readonly text: string;
  /** The slots of the texts in order, valid until the column grows. */
  readonly slots: readonly number[];
}

/** An optional text for each slot, stored in few large strings. */
export interface TextColumn {
  readonly chunks: readonly TextChunk[];
  /** Approximate size of all texts. */
  readonly bytes: number;
  /** Adds the texts of the next slots. */
  add(texts: readonly (string | undefined)[]): void;
  at(slot: number): string | undefined;
  /** Returns the start of a slot's text in its chunk. */
  startOf(slot: number): number;
  /**
   * Returns the ends of the texts of `slots[from]` up to `slots[until]` relative to the start of the first one, with a
   * leading 0. All must be in one chunk.
   */
  boundsOf(slots: readonly number[], from: number, until: number): Uint32Array;
  bytesOf(slot: number): number;
  /** Returns the length in UTF-16 units, or 0 if there is no text. */
  lengthOf(slot: number): number;
  /** Removes all other slots. The remaining ones are renumbered in the same order. `slots` are ascending. */
  keepOnly(slots: Uint32Array): void;
  clear(): void;
}

/** Length in UTF-16 units at which a chunk is complete. */
const chunkLength = 128 * 1024;
const noText = 0xffffffff;
// Engines store a string with one byte per character only if all of them fit. One emoji would double a chunk, so texts
// with wide characters have separate chunks.
const wideCharacters = /[\u0100-\uffff]/;

export function createTextColumn(): TextColumn {
  let chunks: { text: string; slots: number[]; readonly width: number }[] = [];
  let open: { narrow?: number; wide?: number } = {};
  let chunkOf = new Uint32Array(0);
  let starts = new Uint32Array(0);
  let lengths = new Uint32Array(0);
  let size = 0;
  let bytes = 0;

  function reserve(wanted: number): void {
    if (wanted <= starts.length) return;
    const capacity = Math.max(1024, wanted, Math.ceil(starts.length * 1.5));
    const larger = (old: Uint32Array) => {
      const made = new Uint32Array(capacity);
      made.set(old);
      return made;
    };
    [chunkOf, starts, lengths] = [larger(chunkOf), larger(starts), larger(lengths)];
  }

  function chunkFor(kind: 'narrow' | 'wide'): number {
    const last = open[kind];
    if (last !== undefined && (chunks[last]?.text.length ?? 0) < chunkLength) return last;
    open[kind] = chunks.length;
    return chunks.push({ text: '', slots: [], width: kind === 'wide' ? 2 : 1 }) - 1;
  }

  function bytesOf(slot: number): number {
    const length = lengths[slot] ?? noText;
    return length === noText || length === 0 ? 0 : length * (chunks[chunkOf[slot] ?? 0]?.width ?? 1);
  }

  /** Appends texts of one kind in one operation. Growing a string piece by piece would create a tree of pieces. */
  function append(kind: 'narrow' | 'wide', parts: readonly string[], slots: readonly number[]): void {
    if (parts.length === 0) return;
    const index = chunkFor(kind);
    const chunk = chunks[index];
    if (!chunk) return;
    let start = chunk.text.length;
    parts.forEach((text, position) => {
      const slot = slots[position] ?? 0;
      chunkOf[slot] = index;
      starts[slot] = start;
      lengths[slot] = text.length;
      start += text.length;
      bytes += text.length * chunk.width;
      chunk.slots.push(slot);
    });
    chunk.text = [chunk.text, ...parts].join('');
  }

  return {
    get chunks() {
      return chunks;
    },
    add(texts) {
      const base = size;
      reserve(base + texts.length);
      const parts = { narrow: [] as string[], wide: [] as string[] };
      const slots = { narrow: [] as number[], wide: [] as number[] };
      texts.forEach((text, offset) => {
        lengths[base + offset] = text === undefined ? noText : 0;
        if (!text) return;
        const kind = wideCharacters.test(text) ? 'wide' : 'narrow';
        parts[kind].push(text);
        slots[kind].push(base + offset);
      });
      append('narrow', parts.narrow, slots.narrow);
      append('wide', parts.wide, slots.wide);
      size += texts.length;
    },
    at(slot) {
      const length = lengths[slot] ?? noText;
      if (length === noText) return undefined;
      if (length === 0) return '';
      const start = starts[slot] ?? 0;
      return chunks[chunkOf[slot] ?? 0]?.text.slice(start, start + length);
    },
    get bytes() {
      return bytes;
    },
    bytesOf,
    startOf: (slot) => starts[slot] ?? 0,
    boundsOf(slots, from, until) {
      const found = new Uint32Array(until - from + 1);
      const first = starts[slots[from] ?? 0] ?? 0;
      for (let index = from; index < until; index++) {
        const slot = slots[index] ?? 0;
        found[index - from + 1] = (starts[slot] ?? 0) - first + (lengths[slot] ?? 0);
      }
      return found;
    },
    lengthOf(slot) {
      const length = lengths[slot] ?? noText;
      return length === noText ? 0 : length;
    },
    keepOnly(slots) {
      const old = { chunks, chunkOf, starts, lengths };
      // A chunk is released when all of its texts are removed.
      const moved = new Map<number, number>();
      chunks = [];
      open = {};
      chunkOf = new Uint32Array(slots.length);
      starts = new Uint32Array(slots.length);
      lengths = new Uint32Array(slots.length);
      size = slots.length;
      bytes = 0;
      slots.forEach((slot, index) => {
        const length = old.lengths[slot] ?? noText;
        lengths[index] = length;
        if (length === noText || length === 0) return;
        const from = old.chunkOf[slot] ?? 0;
        let to = moved.get(from);
        if (to === undefined) {
          const { text = '', width = 1 } = old.chunks[from] ?? {};
          to = chunks.push({ text, slots: [], width }) - 1;
          moved.set(from, to);
        }
        chunks[to]?.slots.push(index);
        chunkOf[index] = to;
        starts[index] = old.starts[slot] ?? 0;
        bytes += bytesOf(index);
      });
    },
    clear() {
      chunks = [];
      open = {};
      bytes = 0;
      [chunkOf, starts, lengths] = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)];
      size = 0;
    },
  };
}
