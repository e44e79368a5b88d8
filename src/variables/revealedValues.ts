/** A value that was revealed is hidden again after this, in ms. */
const revealDurationMs = 30_000;

/** Which values are shown at the moment, each for a while. Whoever draws them is told of every change. */
export class RevealedValues {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  has(variableId: string): boolean {
    return this.#timers.has(variableId);
  }

  /** For the whole time again, if it is shown already. */
  show(variableId: string): void {
    clearTimeout(this.#timers.get(variableId));
    this.#timers.set(
      variableId,
      setTimeout(() => this.#hide(variableId), revealDurationMs),
    );
    this.#changed();
  }

  hideAll(): void {
    if (this.#timers.size === 0) return;
    this.dispose();
    this.#changed();
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #hide(variableId: string): void {
    if (this.#timers.delete(variableId)) this.#changed();
  }
}
