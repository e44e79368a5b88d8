/**
 * Something that is to be seen, found again each time somebody looks: as a locator of a browser is, but in data. Tests of
 * pages and of the extension host speak of lists, boxes, messages and rows with it, in the words of the end-to-end tests.
 */
export interface Look {
  readonly text: string;
  /** What a screen reader says first; absent: the text. */
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly isSelected?: boolean | undefined;
  readonly icon?: string | undefined;
}

export type Words = string | RegExp;

export class Shown<T = unknown> {
  readonly what: string;
  readonly #find: () => readonly T[];
  readonly #look: (one: T) => Look;
  readonly #press: (one: T) => void;
  constructor(
    what: string,
    find: () => readonly T[],
    look: (one: T) => Look,
    press: (one: T) => void = () => {
      throw new Error(`${what} takes no click.`);
    },
  ) {
    this.what = what;
    this.#find = find;
    this.#look = look;
    this.#press = press;
  }

  all(): readonly T[] {
    return this.#find();
  }

  looks(): readonly Look[] {
    return this.all().map((one) => this.#look(one));
  }

  filter({ hasText }: { readonly hasText: Words }): Shown<T> {
    return this.#narrowed(`${this.what} with ${hasText}`, (all) =>
      all.filter((one) => has(this.#look(one).text, hasText)),
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
    return new Shown(what, () => narrow(this.#find()), this.#look, this.#press);
  }

  /** Waits for the one that is meant, and clicks it. */
  async click(): Promise<void> {
    this.#press(await this.one());
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
export const patience = 10_000;

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
