/**
 * Something that is to be seen, found again each time someone looks: as a locator of a browser is, but in data. Tests of
 * pages and of the extension host speak of lists, boxes, messages and rows with it, in the words of the end-to-end tests.
 */
export interface ElementState {
  readonly text: string;
  /** What a screen reader says first; absent: the text. */
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly isSelected?: boolean | undefined;
  readonly isExpanded?: boolean | undefined;
  readonly icon?: string | undefined;
  readonly level?: number | undefined;
}

export type TextPattern = string | RegExp;

interface LocatorMethods<T> {
  find(): readonly T[];
  read(one: T): ElementState;
  click(one: T): void;
}

export class FakeLocator<T = unknown> {
  readonly description: string;
  readonly #ways: LocatorMethods<T>;
  constructor(
    what: string,
    find: () => readonly T[],
    read: (one: T) => ElementState,
    click: (one: T) => void = () => {
      throw new Error(`${what} takes no click.`);
    },
  ) {
    this.description = what;
    this.#ways = { find, read, click };
  }

  all(): readonly T[] {
    return this.#ways.find();
  }

  states(): readonly ElementState[] {
    return this.all().map((one) => this.#ways.read(one));
  }

  filter({ hasText }: { readonly hasText: TextPattern }): FakeLocator<T> {
    return this.#narrowed(`${this.description} with ${hasText}`, (all) =>
      all.filter((one) => matchesText(this.#ways.read(one).text, hasText)),
    );
  }

  nth(index: number): FakeLocator<T> {
    return this.#narrowed(`${this.description}, number ${index}`, (all) => all.slice(index, index + 1));
  }
  first(): FakeLocator<T> {
    return this.nth(0);
  }
  last(): FakeLocator<T> {
    return this.#narrowed(`the last of ${this.description}`, (all) => all.slice(-1));
  }

  #narrowed(what: string, narrow: (all: readonly T[]) => readonly T[]): FakeLocator<T> {
    const { read, click } = this.#ways;
    return new FakeLocator(what, () => narrow(this.#ways.find()), read, click);
  }

  count(): number {
    return this.all().length;
  }
  isVisible(): boolean {
    return this.count() > 0;
  }
  allInnerTexts(): readonly string[] {
    return this.states().map(({ text }) => text);
  }
  /** Waits for the one that is meant, and reads it. */
  async innerText(): Promise<string> {
    return this.#ways.read(await this.one()).text;
  }

  /** Waits for the one that is meant, and clicks it. */
  async click(): Promise<void> {
    this.#ways.click(await this.one());
  }

  /** Waits for the one that is meant. */
  async one(): Promise<T> {
    const found = await waitForValue(
      () => (this.all().length === 1 ? this.all() : undefined),
      () => `${this.description}: there are ${this.all().length} of it, not one`,
    );
    return found[0] as T;
  }
}

/** As in a browser: words are found whatever their case, and blanks count as one. */
export function matchesText(text: string, words: TextPattern): boolean {
  const flat = text.replace(/\s+/g, ' ');
  return typeof words === 'string' ? flat.toLowerCase().includes(words.toLowerCase()) : words.test(flat);
}

/** How long anything is waited for, in milliseconds. */
export const timeoutMs = 15_000;

/** Waits for a value. Rejects with what `why` says. */
export async function waitForValue<T>(read: () => T | undefined | false, why: () => string): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(why());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
