/** A set of distinct texts with a code for each. Code 0 means no text. */
export class Interner {
  #codes = new Map<string, number>();
  #texts = [''];
  #characters = 0;

  /** Total number of characters. */
  get characterCount(): number {
    return this.#characters;
  }

  /** Texts by code. `texts[0]` means no text. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  getOrAddCode(getText: string | undefined): number {
    if (getText === undefined) return 0;
    const known = this.#codes.get(getText);
    if (known !== undefined) return known;
    this.#codes.set(getText, this.#texts.length);
    this.#characters += getText.length;
    return this.#texts.push(getText) - 1;
  }

  /** Returns `undefined` if the text has no code. */
  findCode(text: string | undefined): number | undefined {
    return text === undefined ? 0 : this.#codes.get(text);
  }

  text(code: number): string | undefined {
    return code === 0 ? undefined : this.#texts[code];
  }

  /** Removes texts whose code isn't in `codes`, and replaces the codes in that array by new ones. */
  keepOnly(used: Uint32Array): void {
    const old = this.#texts;
    const changed = new Uint32Array(old.length);
    this.#codes = new Map();
    this.#texts = [''];
    this.#characters = 0;
    used.forEach((code, index) => {
      if (code === 0) return;
      if (changed[code] === 0) {
        const text = old[code] ?? '';
        changed[code] = this.#texts.push(text) - 1;
        this.#codes.set(text, changed[code] ?? 0);
        this.#characters += text.length;
      }
      used[index] = changed[code] ?? 0;
    });
  }

  clear(): void {
    this.#codes = new Map();
    this.#characters = 0;
    this.#texts = [''];
  }
}
