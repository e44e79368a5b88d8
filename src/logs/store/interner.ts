/** Stores each distinct text once, and assigns a code to it. Code 0 means no text. */
export interface Interner {
  /** Texts by code. `texts[0]` means no text. */
  readonly texts: readonly string[];
  /** Total number of characters. */
  readonly characterCount: number;
  getOrAddCode(textAt: string | undefined): number;
  /** Returns `undefined` if the text has no code. */
  findCode(text: string | undefined): number | undefined;
  text(code: number): string | undefined;
  /** Removes texts that aren't in `codes`, and replaces the codes in that array by new ones. */
  keepOnly(codes: Uint32Array): void;
  clear(): void;
}

export function createInterner(): Interner {
  let codes = new Map<string, number>();
  let texts = [''];
  let characters = 0;
  return {
    get characterCount() {
      return characters;
    },
    get texts() {
      return texts;
    },
    getOrAddCode(text) {
      if (text === undefined) return 0;
      const known = codes.get(text);
      if (known !== undefined) return known;
      codes.set(text, texts.length);
      characters += text.length;
      return texts.push(text) - 1;
    },
    findCode: (text) => (text === undefined ? 0 : codes.get(text)),
    text: (code) => (code === 0 ? undefined : texts[code]),
    keepOnly(used) {
      const old = texts;
      const changed = new Uint32Array(old.length);
      codes = new Map();
      texts = [''];
      characters = 0;
      used.forEach((code, index) => {
        if (code === 0) return;
        if (changed[code] === 0) {
          const text = old[code] ?? '';
          changed[code] = texts.push(text) - 1;
          codes.set(text, changed[code] ?? 0);
          characters += text.length;
        }
        used[index] = changed[code] ?? 0;
      });
    },
    clear() {
      codes = new Map();
      characters = 0;
      texts = [''];
    },
  };
}
