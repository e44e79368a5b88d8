/** The state of a fake UI element, as a locator of a browser would read it. */
export interface ElementState {
  readonly text: string;
  /** The accessible name. Defaults to the text. */
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
  read(element: T): ElementState;
  click(element: T): void;
}

/**
 * Locates elements in data, and reads them again at each access, like a locator of Playwright. Page tests and extension host
 * tests use it for lists, input boxes, messages, and rows, with the same methods as the end-to-end tests.
 */
export class FakeLocator<T = unknown> {
  readonly description: string;
  readonly #methods: LocatorMethods<T>;
  constructor(
    description: string,
    find: () => readonly T[],
    read: (element: T) => ElementState,
    click: (element: T) => void = () => {
      throw new Error(`${description} can't be clicked.`);
    },
  ) {
    this.description = description;
    this.#methods = { find, read, click };
  }

  all(): readonly T[] {
    return this.#methods.find();
  }

  states(): readonly ElementState[] {
    return this.all().map((element) => this.#methods.read(element));
  }

  filter({ hasText }: { readonly hasText: TextPattern }): FakeLocator<T> {
    return this.#derive(`${this.description} with ${hasText}`, (all) =>
      all.filter((element) => matchesText(this.#methods.read(element).text, hasText)),
    );
  }

  nth(index: number): FakeLocator<T> {
    return this.#derive(`${this.description}, number ${index}`, (all) => all.slice(index, index + 1));
  }
  first(): FakeLocator<T> {
    return this.nth(0);
  }
  last(): FakeLocator<T> {
    return this.#derive(`the last of ${this.description}`, (all) => all.slice(-1));
  }

  #derive(description: string, select: (all: readonly T[]) => readonly T[]): FakeLocator<T> {
    const { read, click } = this.#methods;
    return new FakeLocator(description, () => select(this.#methods.find()), read, click);
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
  /** Waits for exactly one element, and returns its text. */
  async innerText(): Promise<string> {
    return this.#methods.read(await this.one()).text;
  }

  /** Waits for exactly one element, and clicks it. */
  async click(): Promise<void> {
    this.#methods.click(await this.one());
  }

  /** Waits for exactly one element. */
  async one(): Promise<T> {
    const element = await waitForValue(
      () => (this.all().length === 1 ? this.all() : undefined),
      () => `${this.description}: expected one, found ${this.all().length}`,
    );
    return element[0] as T;
  }
}

/**
 * Whether a text contains a string or matches a pattern. Ignores case and treats white space as one space, as
 * Playwright does.
 */
export function matchesText(text: string, pattern: TextPattern): boolean {
  const flat = text.replace(/\s+/g, ' ');
  return typeof pattern === 'string'
    ? flat.toLowerCase().includes(pattern.toLowerCase())
    : pattern.test(flat);
}

/** The maximum wait for any condition, in milliseconds. */
export const timeoutMs = 60_000;

/**
 * Waits until a function returns a value other than `undefined` and `false`. Rejects with the message of
 * `why`.
 */
export async function waitForValue<T>(
  read: () => T | undefined | false,
  describeFailure: () => string,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(describeFailure());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
