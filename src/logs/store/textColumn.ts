/** Texts of many slots, one after the other in one string: a search goes through it at the speed of the engine. */
export interface TextChunk {
  /** All texts without anything between them; longer while the chunk is the last of its kind. */
  readonly text: string;
  /** The slots of the texts in order; valid until the column grows. */
  readonly slots: readonly number[];
}

/** One text or none for each slot, in few large strings. */
export interface TextColumn {
  readonly chunks: readonly TextChunk[];
  /** Takes the texts of the next slots. */
  add(texts: readonly (string | undefined)[]): void;
  at(slot: number): string | undefined;
  /** Where the text of a slot lies in its chunk. */
  start(slot: number): number;
  /** Length in UTF-16 units; 0 as well when there is no text. */
  lengthOf(slot: number): number;
  clear(): void;
}

/** A chunk takes no more texts once it is as long as this, in UTF-16 units. */
const chunkLength = 128 * 1024;
const none = 0xffffffff;
// An engine keeps a string at one byte a character only if all of them fit: one emoji would double a whole chunk.
const wide = /[\u0100-\uffff]/;

/** Makes a column without slots. */
export function createTextColumn(): TextColumn {
  let chunks: { text: string; slots: number[] }[] = [];
  let open: { narrow?: number; wide?: number } = {};
  let chunkOf = new Uint32Array(0);
  let starts = new Uint32Array(0);
  let lengths = new Uint32Array(0);
  let size = 0;

  function reserve(wanted: number): void {
    if (wanted <= starts.length) return;
    const capacity = Math.max(1024, wanted, Math.ceil(starts.length * 1.5));
    [chunkOf, starts, lengths] = [chunkOf, starts, lengths].map((old) => {
      const larger = new Uint32Array(capacity);
      larger.set(old);
      return larger;
    }) as [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>];
  }

  function chunkFor(kind: 'narrow' | 'wide'): number {
    const last = open[kind];
    if (last !== undefined && (chunks[last]?.text.length ?? 0) < chunkLength) return last;
    open[kind] = chunks.length;
    return chunks.push({ text: '', slots: [] }) - 1;
  }

  /** Texts of one kind, joined at once: growing a string piece by piece would leave a tree of pieces. */
  function append(kind: 'narrow' | 'wide', texts: readonly (string | undefined)[], base: number): void {
    const parts: string[] = [];
    const index = chunkFor(kind);
    const chunk = chunks[index];
    if (!chunk) return;
    let start = chunk.text.length;
    texts.forEach((text, offset) => {
      if (!text || wide.test(text) !== (kind === 'wide')) return;
      const slot = base + offset;
      chunkOf[slot] = index;
      starts[slot] = start;
      lengths[slot] = text.length;
      start += text.length;
      parts.push(text);
      chunk.slots.push(slot);
    });
    if (parts.length > 0) chunk.text = [chunk.text, ...parts].join('');
  }

  return {
    get chunks() {
      return chunks;
    },
    add(texts) {
      const base = size;
      reserve(base + texts.length);
      texts.forEach((text, offset) => {
        lengths[base + offset] = text === undefined ? none : 0;
      });
      append('narrow', texts, base);
      append('wide', texts, base);
      size += texts.length;
    },
    at(slot) {
      const length = lengths[slot] ?? none;
      if (length === none) return undefined;
      if (length === 0) return '';
      const start = starts[slot] ?? 0;
      return chunks[chunkOf[slot] ?? 0]?.text.slice(start, start + length);
    },
    start: (slot) => starts[slot] ?? 0,
    lengthOf(slot) {
      const length = lengths[slot] ?? none;
      return length === none ? 0 : length;
    },
    clear() {
      chunks = [];
      open = {};
      [chunkOf, starts, lengths] = [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)];
      size = 0;
    },
  };
}
