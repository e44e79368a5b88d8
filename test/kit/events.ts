/** A listener of the fake event emitter, which has the interface of `vscode.EventEmitter`. */
type Listener<T> = (value: T) => unknown;

export class Disposable {
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
  readonly #undo: () => unknown;
  constructor(undo: () => unknown) {
    this.#undo = undo;
  }
  dispose(): void {
    this.#undo();
  }
}
export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>, self?: unknown, owned?: Disposable[]): Disposable => {
    const bound = listener.bind(self);
    this.#listeners.add(bound);
    const ends = new Disposable(() => this.#listeners.delete(bound));
    owned?.push(ends);
    return ends;
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}
