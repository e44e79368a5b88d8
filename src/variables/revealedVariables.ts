/** Time after which a revealed value is hidden again. */
const revealDurationMs = 30_000;

/** The variables whose values are revealed. Calls `onChange` after every change. */
export class RevealedVariables {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  has(variableId: string): boolean {
    return this.#timers.has(variableId);
  }

  /** Restarts the timer of a value that is already revealed. */
  reveal(variableId: string): void {
    clearTimeout(this.#timers.get(variableId));
    this.#timers.set(
      variableId,
      setTimeout(() => this.#hide(variableId), revealDurationMs),
    );
    this.#onChange();
  }

  hideAll(): void {
    if (this.#timers.size === 0) return;
    this.clear();
    this.#onChange();
  }

  /** Removes all variables without a notification. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #hide(variableId: string): void {
    if (this.#timers.delete(variableId)) this.#onChange();
  }
}
