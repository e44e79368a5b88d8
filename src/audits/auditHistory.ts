import type * as vscode from 'vscode';
import type { AuditRecord } from './auditRecord.ts';
import { mergeRecords, parseRecords, toRemovedRecord } from './mergeRecords.ts';

interface HistoryOptions {
  /** The storage, which all windows share. */
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly baseUrl: () => string | undefined;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The saved list of audits that were started in this editor. Each service has its own list. No record is lost if
 * several windows write at the same time.
 */
export class AuditHistory {
  readonly #options: HistoryOptions;
  /**
   * The records that this window has written, by storage key. If another window overwrites them, they are written
   * again.
   */
  readonly #ownRecords = new Map<string, readonly AuditRecord[]>();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Returns the records of the current service, the newest first. */
  list(): readonly AuditRecord[] {
    return this.#listAll().filter(({ isRemoved }) => !isRemoved);
  }

  get(id: string): AuditRecord | undefined {
    return this.list().find((record) => record.id === id);
  }

  /** Adds or replaces records. */
  async put(...records: readonly AuditRecord[]): Promise<void> {
    const key = this.#key();
    const changeTimes = new Map(this.#listAll().map(({ id, changedAt }) => [id, changedAt]));
    const now = this.#options.now();
    const changedRecords = records.map((record) => ({
      ...record,
      changedAt: Math.max(now, (changeTimes.get(record.id) ?? Number.NEGATIVE_INFINITY) + 1),
    }));
    this.#ownRecords.set(key, mergeRecords(this.#ownRecords.get(key) ?? [], changedRecords));
    await this.#options.state.update(key, this.#listAll());
  }

  async remove(...records: readonly AuditRecord[]): Promise<void> {
    await this.put(...records.map((record) => toRemovedRecord(record, this.#options.now())));
  }

  /** Writes the records of this window again if another window has overwritten them. */
  async sync(): Promise<void> {
    const key = this.#key();
    const all = this.#listAll();
    if (!this.#ownRecords.has(key) || JSON.stringify(all) === JSON.stringify(this.#readStored())) return;
    await this.#options.state.update(key, all);
  }

  #listAll(): readonly AuditRecord[] {
    return mergeRecords(this.#readStored(), this.#ownRecords.get(this.#key()) ?? []);
  }

  #readStored(): readonly AuditRecord[] {
    return parseRecords(this.#options.state.get(this.#key()));
  }

  #key(): string {
    return `audits ${this.#options.baseUrl() ?? ''}`;
  }
}
