interface SectionReaderOptions<Value> {
  read(signal: AbortSignal): Promise<Value>;
  /** It has begun or ended. */
  changed(): void;
}

/** Reads one part of a page, as often as it is asked to: the last time counts. What was read stands until there is more. */
export class SectionReader<Value> {
  readonly #deps: SectionReaderOptions<Value>;
  #abort: AbortController | undefined;
  #value: Value | undefined;
  #failure: unknown;
  #ended: Promise<void> = Promise.resolve();

  constructor(deps: SectionReaderOptions<Value>) {
    this.#deps = deps;
  }

  get isLoading(): boolean {
    return this.#abort !== undefined;
  }
  get value(): Value | undefined {
    return this.#value;
  }
  /** Why it couldn't be read the last time; `undefined`: it could, or isn't known yet. */
  get failure(): unknown {
    return this.#failure;
  }
  /** Settles when what runs now has ended in any way. */
  get settled(): Promise<void> {
    return this.#ended;
  }

  load(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#ended = this.#run(abort);
    this.#deps.changed();
    return this.#ended;
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  async #run(abort: AbortController): Promise<void> {
    let next: Pick<SectionReader<Value>, 'value' | 'failure'>;
    try {
      next = { value: await this.#deps.read(abort.signal), failure: undefined };
    } catch (failure) {
      next = { value: this.#value, failure };
    }
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#value = next.value;
    this.#failure = next.failure;
    this.#deps.changed();
  }
}
