import * as vscode from 'vscode';
import { compareSessions, parseSessions, type Session, withSession } from './session.ts';

const secretKey = 'hostedMcp.sessions';

type SessionChange = ReturnType<typeof compareSessions>;

/**
 * The sessions of all services, in `SecretStorage` and nowhere else. All reads share one promise; a change made
 * in another window arrives through the storage's own event, and only real differences are told on.
 */
export class SessionStore implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #fixed: readonly Session[];
  readonly #warn: (message: string) => void;
  readonly #onDidChange = new vscode.EventEmitter<SessionChange>();
  readonly #listener: vscode.Disposable;
  #list: Promise<readonly Session[]>;
  /** Writes follow one another, so that none is built on a list that another is about to replace. */
  #writing: Promise<void> = Promise.resolve();
  #reloading: Promise<void> = Promise.resolve();
  readonly onDidChange = this.#onDidChange.event;

  /** `fixed`: sessions that come from outside, such as the environment; they are never stored. */
  constructor(secrets: vscode.SecretStorage, fixed: readonly Session[], warn: (message: string) => void) {
    this.#secrets = secrets;
    this.#fixed = fixed;
    this.#warn = warn;
    this.#list = this.#read();
    this.#listener = secrets.onDidChange(({ key }) => {
      if (key === secretKey) void this.#reload();
    });
  }

  list(): Promise<readonly Session[]> {
    return this.#list;
  }

  add(session: Session): Promise<void> {
    return this.#write((list) => withSession(list, session));
  }

  replace(session: Session): Promise<void> {
    return this.#write((list) => list.map((one) => (one.id === session.id ? session : one)));
  }

  remove(id: string): Promise<void> {
    return this.#write((list) => list.filter((one) => one.id !== id));
  }

  /** Those that end only with what they come from. */
  isFixed(id: string): boolean {
    return this.#fixed.some((one) => one.id === id);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#onDidChange.dispose();
  }

  async #write(change: (list: readonly Session[]) => readonly Session[]): Promise<void> {
    const turn = this.#writing.then(async () => {
      const stored = (await this.#read()).filter(({ id }) => !this.isFixed(id));
      await this.#secrets.store(secretKey, JSON.stringify(change(stored)));
      await this.#reload();
    });
    this.#writing = turn.catch(() => undefined); // The caller hears of it; the next write must still run.
    await turn;
  }

  /** One after the other: two at once would both tell the same difference. */
  #reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reloadNow());
    return this.#reloading;
  }

  async #reloadNow(): Promise<void> {
    const before = await this.#list;
    const after = await this.#read();
    this.#list = Promise.resolve(after);
    const change = compareSessions(before, after);
    if (change.added.length + change.removed.length + change.changed.length > 0)
      this.#onDidChange.fire(change);
  }

  async #read(): Promise<readonly Session[]> {
    const text = await this.#readSecret();
    if (text === undefined) return this.#fixed;
    const stored = parseSessions(text);
    if (!stored) {
      this.#warn('The stored sessions cannot be read: sign in again.');
      return this.#fixed;
    }
    return [...this.#fixed, ...stored];
  }

  async #readSecret(): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretKey);
    } catch {
      this.#warn('The editor cannot read its secret storage.');
      return undefined;
    }
  }
}
