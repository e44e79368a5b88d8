import type * as vscode from 'vscode';

/**
 * The audits whose end is to be told in this window: those that were started in it. It is kept for the workspace, so that
 * after a restart the same window tells it, and no other one does.
 */
export class PendingNotifications {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #baseUrl: () => string | undefined;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>, baseUrl: () => string | undefined) {
    this.#state = state;
    this.#baseUrl = baseUrl;
  }

  has(auditId: string): boolean {
    return this.#list().includes(auditId);
  }

  async add(auditId: string): Promise<void> {
    if (!this.has(auditId)) await this.#write([...this.#list(), auditId]);
  }

  /** `true`: its end was to be told, and now no longer is. */
  async take(auditId: string): Promise<boolean> {
    if (!this.has(auditId)) return false;
    await this.#write(this.#list().filter((one) => one !== auditId));
    return true;
  }

  #list(): readonly string[] {
    return this.#state.get<readonly string[]>(this.#key(), []);
  }

  async #write(auditIds: readonly string[]): Promise<void> {
    await this.#state.update(this.#key(), auditIds.length > 0 ? auditIds : undefined);
  }

  #key(): string {
    return `awaitedAudits ${this.#baseUrl() ?? ''}`;
  }
}
