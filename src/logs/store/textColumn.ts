/** The texts of many slots in one string, so that a search runs at the speed of the engine. */
export interface TextChunk {
  /** All texts without separators. The last chunk of its kind still grows. */
  readonly text: string;
  /** The slots of the texts in order, valid until the column grows. */
  readonly slots: readonly number[];
}

/** Length in UTF-16 units at which a chunk is complete. */
const chunkLength = 128 * 1024;
const noText = 0xffffffff;
// JavaScript engines store a string with one byte per character only if every character fits into a byte. One emoji
// would double a chunk's size, so texts with wide characters have separate chunks.
const wideCharacters = /[\u0100-\uffff]/;

/** An optional text for each slot, stored in few large strings. */
export class TextColumn {
  #chunks: { text: string; slots: number[]; readonly width: number }[] = [];
  #open: { narrow?: number; wide?: number } = {};
  #chunkOf = new Uint32Array(0);
  #starts = new Uint32Array(0);
  #lengths = new Uint32Array(0);
  #size = 0;
  #bytes = 0;

  countBytes(slot: number): number {
    const length = this.#lengths[slot] ?? noText;
    return length === noText || length === 0
      ? 0
      : length * (this.#chunks[this.#chunkOf[slot] ?? 0]?.width ?? 1);
  }

  get chunks(): readonly TextChunk[] {
    return this.#chunks;
  }

  /** Adds the texts of the next slots. */
  add(texts: readonly (string | undefined)[]): void {
    const base = this.#size;
    this.#reserve(base + texts.length);
    const parts = { narrow: [] as string[], wide: [] as string[] };
    const slots = { narrow: [] as number[], wide: [] as number[] };
    texts.forEach((text, offset) => {
      this.#lengths[base + offset] = text === undefined ? noText : 0;
      if (!text) return;
      const kind = wideCharacters.test(text) ? 'wide' : 'narrow';
      parts[kind].push(text);
      slots[kind].push(base + offset);
    });
    this.#append('narrow', parts.narrow, slots.narrow);
    this.#append('wide', parts.wide, slots.wide);
    this.#size += texts.length;
  }

  getText(slot: number): string | undefined {
    const length = this.#lengths[slot] ?? noText;
    if (length === noText) return undefined;
    if (length === 0) return '';
    const start = this.#starts[slot] ?? 0;
    return this.#chunks[this.#chunkOf[slot] ?? 0]?.text.slice(start, start + length);
  }

  /** Approximate size of all texts in bytes. */
  get totalBytes(): number {
    return this.#bytes;
  }

  /** Returns the start of a slot's text in its chunk. */
  getStart(slot: number): number {
    return this.#starts[slot] ?? 0;
  }

  /**
   * Returns the ends of the texts of `slots[from]` up to but not including `slots[until]`, relative to the start of the
   * first one, with a leading 0. All must be in one chunk, one after another.
   */
  getBounds(slots: readonly number[], from: number, until: number): Uint32Array {
    const bounds = new Uint32Array(until - from + 1);
    const first = this.#starts[slots[from] ?? 0] ?? 0;
    for (let index = from; index < until; index++) {
      const slot = slots[index] ?? 0;
      bounds[index - from + 1] = (this.#starts[slot] ?? 0) - first + (this.#lengths[slot] ?? 0);
    }
    return bounds;
  }

  /** Returns the length in UTF-16 units, or 0 if there is no text. */
  getLength(slot: number): number {
    const length = this.#lengths[slot] ?? noText;
    return length === noText ? 0 : length;
  }

  /** Removes all other slots. The remaining ones are renumbered in the same order. `slots` are ascending. */
  keepOnly(slots: Uint32Array): void {
    const old = {
      chunks: this.#chunks,
      chunkOf: this.#chunkOf,
      starts: this.#starts,
      lengths: this.#lengths,
    };
    // A chunk is released when all of its texts are removed.
    const newChunks = new Map<number, number>();
    this.#chunks = [];
    this.#open = {};
    this.#chunkOf = new Uint32Array(slots.length);
    this.#starts = new Uint32Array(slots.length);
    this.#lengths = new Uint32Array(slots.length);
    this.#size = slots.length;
    this.#bytes = 0;
    slots.forEach((slot, index) => {
      const length = old.lengths[slot] ?? noText;
      this.#lengths[index] = length;
      if (length === noText || length === 0) return;
      const from = old.chunkOf[slot] ?? 0;
      let to = newChunks.get(from);
      if (to === undefined) {
        const { text = '', width = 1 } = old.chunks[from] ?? {};
        to = this.#chunks.push({ text, slots: [], width }) - 1;
        newChunks.set(from, to);
      }
      this.#chunks[to]?.slots.push(index);
      this.#chunkOf[index] = to;
      this.#starts[index] = old.starts[slot] ?? 0;
      this.#bytes += this.countBytes(index);
    });
  }

  clear(): void {
    this.#chunks = [];
    this.#open = {};
    this.#bytes = 0;
    [this.#chunkOf, this.#starts, this.#lengths] = [
      new Uint32Array(0),
      new Uint32Array(0),
      new Uint32Array(0),
    ];
    this.#size = 0;
  }

  #reserve(slotCount: number): void {
    if (slotCount <= this.#starts.length) return;
    const capacity = Math.max(1024, slotCount, Math.ceil(this.#starts.length * 1.5));
    const enlarge = (old: Uint32Array) => {
      const copy = new Uint32Array(capacity);
      copy.set(old);
      return copy;
    };
    [this.#chunkOf, this.#starts, this.#lengths] = [
      enlarge(this.#chunkOf),
      enlarge(this.#starts),
      enlarge(this.#lengths),
    ];
  }

  #chunkFor(kind: 'narrow' | 'wide'): number {
    const last = this.#open[kind];
    if (last !== undefined && (this.#chunks[last]?.text.length ?? 0) < chunkLength) return last;
    this.#open[kind] = this.#chunks.length;
    return this.#chunks.push({ text: '', slots: [], width: kind === 'wide' ? 2 : 1 }) - 1;
  }

  /** Appends texts of one kind in one operation. Growing a string piece by piece would create a tree of pieces. */
  #append(kind: 'narrow' | 'wide', parts: readonly string[], slots: readonly number[]): void {
    if (parts.length === 0) return;
    const index = this.#chunkFor(kind);
    const chunk = this.#chunks[index];
    if (!chunk) return;
    let start = chunk.text.length;
    parts.forEach((text, position) => {
      const slot = slots[position] ?? 0;
      this.#chunkOf[slot] = index;
      this.#starts[slot] = start;
      this.#lengths[slot] = text.length;
      start += text.length;
      this.#bytes += text.length * chunk.width;
      chunk.slots.push(slot);
    });
    chunk.text = [chunk.text, ...parts].join('');
  }
}
