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

  getOrAddCode(text: string | undefined): number {
    if (text === undefined) return 0;
    const knownCode = this.#codes.get(text);
    if (knownCode !== undefined) return knownCode;
    this.#codes.set(text, this.#texts.length);
    this.#characters += text.length;
    return this.#texts.push(text) - 1;
  }

  /** Returns `undefined` if the text has no code. */
  findCode(text: string | undefined): number | undefined {
    return text === undefined ? 0 : this.#codes.get(text);
  }

  getText(code: number): string | undefined {
    return code === 0 ? undefined : this.#texts[code];
  }

  /** Removes texts whose code isn't in `codes`, and replaces the codes in that array by new ones. */
  keepOnly(codes: Uint32Array): void {
    const oldTexts = this.#texts;
    const newCodes = new Uint32Array(oldTexts.length);
    this.#codes = new Map();
    this.#texts = [''];
    this.#characters = 0;
    codes.forEach((code, index) => {
      if (code === 0) return;
      if (newCodes[code] === 0) {
        const text = oldTexts[code] ?? '';
        newCodes[code] = this.#texts.push(text) - 1;
        this.#codes.set(text, newCodes[code] ?? 0);
        this.#characters += text.length;
      }
      codes[index] = newCodes[code] ?? 0;
    });
  }

  clear(): void {
    this.#codes = new Map();
    this.#characters = 0;
    this.#texts = [''];
  }
}
