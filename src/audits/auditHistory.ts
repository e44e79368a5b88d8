import type * as vscode from 'vscode';
import type { AuditRecord } from './auditRecord.ts';
import { mergeRecords, parseRecords, toRemovedRecord } from './mergeRecords.ts';

interface HistoryOptions {
  /** Storage that all windows share. */
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly baseUrl: () => string | undefined;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The audits that were started in this editor, separate for each service. The history survives restarts and
 * concurrent writes of other windows.
 */
export class AuditHistory {
  readonly #options: HistoryOptions;
  /** The records that this window wrote, by storage key. They are written again if another window overwrote them. */
  readonly #mine = new Map<string, readonly AuditRecord[]>();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Returns the records, the newest first. */
  list(): readonly AuditRecord[] {
    return this.#all().filter(({ isRemoved }) => !isRemoved);
  }

  get(id: string): AuditRecord | undefined {
    return this.list().find((record) => record.id === id);
  }

  /** Adds or replaces records. */
  async put(...records: readonly AuditRecord[]): Promise<void> {
    const key = this.#key();
    const known = new Map(this.#all().map(({ id, changedAt }) => [id, changedAt]));
    const now = this.#options.now();
    const written = records.map((record) => ({
      ...record,
      changedAt: Math.max(now, (known.get(record.id) ?? Number.NEGATIVE_INFINITY) + 1),
    }));
    this.#mine.set(key, mergeRecords(this.#mine.get(key) ?? [], written));
    await this.#options.state.update(key, this.#all());
  }

  async remove(...records: readonly AuditRecord[]): Promise<void> {
    await this.put(...records.map((record) => toRemovedRecord(record, this.#options.now())));
  }

  /** Restores records that another window overwrote at the same time. */
  async sync(): Promise<void> {
    const key = this.#key();
    const all = this.#all();
    if (!this.#mine.has(key) || JSON.stringify(all) === JSON.stringify(this.#stored())) return;
    await this.#options.state.update(key, all);
  }

  #all(): readonly AuditRecord[] {
    return mergeRecords(this.#stored(), this.#mine.get(this.#key()) ?? []);
  }

  #stored(): readonly AuditRecord[] {
    return parseRecords(this.#options.state.get(this.#key()));
  }

  #key(): string {
    return `audits ${this.#options.baseUrl() ?? ''}`;
  }
}
