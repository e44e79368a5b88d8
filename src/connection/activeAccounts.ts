import type { Account } from '../auth/accounts.ts';
import type { Connection } from '../auth/connection.ts';
import type { SessionScope } from '../auth/session.ts';
import { Disposable } from '../editor/disposable.ts';
import { AccountStatusItem } from './statusItem.ts';

/** Keeps the current accounts for error messages and the status bar. */
export class ActiveAccounts extends Disposable {
  readonly #connection: Connection;
  readonly #item = this.register(new AccountStatusItem());
  #current: { readonly [Scope in SessionScope]?: Account | undefined } = {};

  constructor(connection: Connection) {
    super();
    this.#connection = connection;
    this.register(connection.onDidChange(() => void this.#read()));
    this.register(connection.onDidChangeRefused(() => void this.#read()));
    void this.#read();
  }

  get current() {
    return this.#current;
  }

  async #read(): Promise<void> {
    const [any, user] = await Promise.all([
      this.#connection.account('any'),
      this.#connection.account('user'),
    ]);
    if (this.isDisposed) return;
    this.#current = { any, user };
    this.#item.show(any);
  }
}
