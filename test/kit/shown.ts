/**
 * Something that is to be seen, found again each time someone looks: as a locator of a browser is, but in data. Tests of
 * pages and of the extension host speak of lists, boxes, messages and rows with it, in the words of the end-to-end tests.
 */
export interface Look {
  readonly text: string;
  /** What a screen reader says first; absent: the text. */
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly isSelected?: boolean | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly icon?: string | undefined;
  readonly level?: number | undefined;
}

export type Words = string | RegExp;

interface Ways<T> {
  find(): readonly T[];
  look(one: T): Look;
  press(one: T): void;
}

export class Shown<T = unknown> {
  readonly what: string;
  readonly #ways: Ways<T>;
  constructor(
    what: string,
    find: () => readonly T[],
    look: (one: T) => Look,
    press: (one: T) => void = () => {
      throw new Error(`${what} takes no click.`);
    },
  ) {
    this.what = what;
    this.#ways = { find, look, press };
  }

  all(): readonly T[] {
    return this.#ways.find();
  }

  looks(): readonly Look[] {
    return this.all().map((one) => this.#ways.look(one));
  }

  filter({ hasText }: { readonly hasText: Words }): Shown<T> {
    return this.#narrowed(`${this.what} with ${hasText}`, (all) =>
      all.filter((one) => has(this.#ways.look(one).text, hasText)),
    );
  }

  nth(index: number): Shown<T> {
    return this.#narrowed(`${this.what}, number ${index}`, (all) => all.slice(index, index + 1));
  }
  first(): Shown<T> {
    return this.nth(0);
  }
  last(): Shown<T> {
    return this.#narrowed(`the last of ${this.what}`, (all) => all.slice(-1));
  }

  #narrowed(what: string, narrow: (all: readonly T[]) => readonly T[]): Shown<T> {
    const { look, press } = this.#ways;
    return new Shown(what, () => narrow(this.#ways.find()), look, press);
  }

  count(): number {
    return this.all().length;
  }
  isVisible(): boolean {
    return this.count() > 0;
  }
  allInnerTexts(): readonly string[] {
    return this.looks().map(({ text }) => text);
  }
  /** Waits for the one that is meant, and reads it. */
  async innerText(): Promise<string> {
    return this.#ways.look(await this.one()).text;
  }

  /** Waits for the one that is meant, and clicks it. */
  async click(): Promise<void> {
    this.#ways.press(await this.one());
  }

  /** Waits for the one that is meant. */
  async one(): Promise<T> {
    const found = await until(
      () => (this.all().length === 1 ? this.all() : undefined),
      () => `${this.what}: there are ${this.all().length} of it, not one`,
    );
    return found[0] as T;
  }
}

/** As in a browser: words are found whatever their case, and blanks count as one. */
export function has(text: string, words: Words): boolean {
  const flat = text.replace(/\s+/g, ' ');
  return typeof words === 'string' ? flat.toLowerCase().includes(words.toLowerCase()) : words.test(flat);
}

/** How long anything is waited for, in milliseconds. */
export const patience = 15_000;

/** Waits for a value. Rejects with what `why` says. */
export async function until<T>(read: () => T | undefined | false, why: () => string): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(why());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
