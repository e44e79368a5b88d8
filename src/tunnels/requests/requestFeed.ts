import type { RequestLog, RequestSummary } from './requestLog.ts';

/** Maximum number of rows that are taken at once. Larger messages would block the page. */
const maxRows = 2000;

/** Hands out the rows of a log, and later the rows that have changed, each time in a batch. */
export class RequestFeed {
  readonly #log: RequestLog;
  readonly #stop: () => void;
  readonly #changedIds = new Set<number>();
  #isPaused = true;
  #takenId = 0;

  /** `onChange` is called after a row was added or has changed, unless the feed is paused. */
  constructor(log: RequestLog, onChange: () => void) {
    this.#log = log;
    this.#stop = log.listen((id) => {
      if (this.#isPaused) return;
      if (id <= this.#takenId) this.#changedIds.add(id);
      onChange();
    });
  }

  /** The ID of the last row that was taken. */
  get takenId(): number {
    return this.#takenId;
  }

  /** Stops collecting changes. The rows are taken again after `restart`. */
  pause(): void {
    this.#isPaused = true;
    this.#changedIds.clear();
  }

  /** Begins again with the first row. */
  restart(): void {
    this.#isPaused = false;
    this.#changedIds.clear();
    this.#takenId = 0;
  }

  /** Returns rows that have changed, and then new rows. Empty if there are none. */
  take(): readonly RequestSummary[] {
    if (this.#isPaused) return [];
    const changedIds = [...this.#changedIds].slice(0, maxRows);
    for (const id of changedIds) this.#changedIds.delete(id);
    const changed = changedIds.flatMap((id) => this.#log.list(id, id));
    const from = Math.max(this.#takenId + 1, this.#log.firstId);
    const added = this.#log.list(from, from + maxRows - changed.length - 1);
    this.#takenId = added.at(-1)?.id ?? this.#takenId;
    return [...changed, ...added];
  }

  dispose(): void {
    this.#stop();
  }
}
