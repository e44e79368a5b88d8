interface SectionReaderOptions<Value> {
  read(signal: AbortSignal): Promise<Value>;
  /** Called when a request starts or ends. */
  onDidChange(): void;
}

/** Reads a section of a page. A new request cancels the previous one. Keeps the value until a newer value was read. */
export class SectionReader<Value> {
  readonly #options: SectionReaderOptions<Value>;
  #abort: AbortController | undefined;
  #value: Value | undefined;
  #failure: unknown;
  #settled: Promise<void> = Promise.resolve();

  constructor(options: SectionReaderOptions<Value>) {
    this.#options = options;
  }

  get isLoading(): boolean {
    return this.#abort !== undefined;
  }
  get value(): Value | undefined {
    return this.#value;
  }
  /** The error of the last request, or `undefined` if it succeeded or none has ended yet. */
  get failure(): unknown {
    return this.#failure;
  }
  /** Resolves when the running request has succeeded or failed. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  load(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#settled = this.#run(abort);
    this.#options.onDidChange();
    return this.#settled;
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  async #run(abort: AbortController): Promise<void> {
    let next: Pick<SectionReader<Value>, 'value' | 'failure'>;
    try {
      next = { value: await this.#options.read(abort.signal), failure: undefined };
    } catch (failure) {
      next = { value: this.#value, failure };
    }
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#value = next.value;
    this.#failure = next.failure;
    this.#options.onDidChange();
  }
}
