import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { EventEmitter } from '../kit/events.ts';
import { waitForValue } from '../kit/fakeLocator.ts';

/** A row of the tree. */
export interface FakeRow {
  readonly element: unknown;
  readonly item: vscode.TreeItem;
  readonly view: FakeTreeView;
  /** 1 for a row at the root. */
  readonly level: number;
  readonly children: readonly FakeRow[] | undefined;
}

type Provider = vscode.TreeDataProvider<unknown>;
const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** Time in milliseconds until the editor's window has received rows from the extension host. */
const transferMs = 5;

/**
 * A fake of a tree view that is always visible. Calls its provider like the editor, and stores rows instead
 * of drawing them.
 */
export class FakeTreeView {
  readonly id: string;
  visible = true;
  title = '';
  message = '';
  description = '';
  badge: vscode.ViewBadge | undefined;
  selection: readonly unknown[] = [];
  rows: readonly FakeRow[] = [];
  readonly #provider: Provider;
  readonly #expanded = new EventEmitter<{ readonly element: unknown }>();
  readonly #collapsed = new EventEmitter<{ readonly element: unknown }>();
  readonly #selected = new EventEmitter<{ readonly selection: readonly unknown[] }>();
  readonly #seen = new EventEmitter<{ readonly visible: boolean }>();
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidChangeVisibility = this.#seen.event;
  readonly #listener: vscode.Disposable | undefined;
  #selectedId: string | undefined;
  /** Whether the user expanded or collapsed each row, by ID. */
  readonly #isOpen = new Map<string, boolean>();
  #isReady = false;
  /**
   * The elements that commands can get as arguments. After a change, the editor releases the elements below
   * the changed one until it has read them again.
   */
  readonly #elements = new Set<unknown>();
  /**
   * The rows below elements that the window hasn't received yet. If the element changes in the meantime, the editor
   * releases these rows, and the window doesn't request them again.
   */
  readonly #sentRows = new Map<
    unknown,
    { readonly rows: readonly FakeRow[]; readonly received: Promise<void> }
  >();
  /** The current update of the rows. Updates run one after another. */
  #reading: Promise<void> = Promise.resolve();

  constructor(id: string, provider: Provider) {
    this.id = id;
    this.#provider = provider;
    this.#listener = provider.onDidChangeTreeData?.((changed) => {
      if (this.#isReady) this.#read(changed);
    });
    // The editor's window is notified of a new view a little later, and only then reads its rows.
    void setTimeout(50).then(() => {
      this.#isReady = true;
      this.#read(undefined);
    });
  }

  dispose(): void {
    this.#listener?.dispose();
  }

  /** Waits until all pending updates have ended. */
  async waitUntilRead(): Promise<void> {
    await waitForValue(
      () => this.#isReady,
      () => `The rows of ${this.id} were never requested.`,
    );
    await this.#reading;
  }

  /** Waits until the window has received the rows that were already requested. */
  async waitUntilReceived(): Promise<void> {
    await Promise.all([...this.#sentRows.values()].map(({ received }) => received));
  }

  /** Returns the visible rows from top to bottom. */
  visibleRows(): readonly FakeRow[] {
    if (!this.visible) return [];
    const below = (rows: readonly FakeRow[]): readonly FakeRow[] =>
      rows.flatMap((row) => [row, ...below(row.children ?? [])]);
    return below(this.rows);
  }

  /** Hides or shows the view. */
  setVisible(visible: boolean): void {
    this.visible = visible;
    this.#seen.fire({ visible });
  }

  async toggle(row: FakeRow): Promise<void> {
    const open = row.children === undefined;
    this.#isOpen.set(itemId(row.item), open);
    if (this.#elements.has(row.element))
      (open ? this.#expanded : this.#collapsed).fire({ element: row.element });
    await this.#redraw((one) => one.element === row.element, false);
  }

  /** Whether a row is selected. It stays selected when a new row has its ID. */
  isSelected({ element, item }: FakeRow): boolean {
    return this.selection.includes(element) || (item.id !== undefined && this.#selectedId === item.id);
  }

  select(element: unknown, item?: vscode.TreeItem): void {
    this.#selectedId = item?.id;
    this.selection = [element];
    this.#selected.fire({ selection: this.selection });
  }

  /** Like the editor, reads the parents of an element, expands them, and selects its row. */
  async reveal(
    element: unknown,
    { select = true, expand = false }: { select?: boolean; expand?: boolean | number } = {},
  ): Promise<void> {
    const path: unknown[] = [];
    for (
      let one: unknown = element;
      one !== undefined && one !== null;
      one = await this.#provider.getParent?.(one)
    ) {
      path.unshift(one);
    }
    for (const above of expand ? path : path.slice(0, -1)) {
      const item = await this.#provider.getTreeItem(above);
      if (item.collapsibleState === vscode.TreeItemCollapsibleState.None) continue;
      this.#isOpen.set(itemId(item), true);
    }
    await this.#redraw(() => false, true);
    if (select) this.select(element, await this.#provider.getTreeItem(element));
  }

  /** Returns the current argument for commands in the row's menu. */
  argumentOf({ element }: FakeRow): unknown {
    return this.#elements.has(element) ? element : undefined;
  }

  #letGoBelow(rows: readonly FakeRow[] = []): void {
    for (const { element, children } of rows) {
      this.#elements.delete(element);
      this.#letGoBelow(children);
    }
  }

  /** Reads a changed element again, or the whole tree for `undefined`. */
  #read(changed: unknown): void {
    const elements = (Array.isArray(changed) ? changed : [changed]).filter((one) => !this.#loseSentRows(one));
    if (elements.some((one) => one === undefined || one === null)) this.#elements.clear();
    else
      for (const row of this.visibleRows())
        if (elements.includes(row.element)) this.#letGoBelow(row.children);
    if (elements.some((one) => one === undefined || one === null)) void this.#redraw(() => true, true);
    else void this.#redraw((row) => elements.includes(row.element), false);
  }

  /** Releases the rows below a changed element if the window hasn't received them yet. Returns whether it did. */
  #loseSentRows(element: unknown): boolean {
    const sent = this.#sentRows.get(element);
    this.#letGoBelow(sent?.rows);
    return sent !== undefined;
  }

  #redraw(isChanged: (row: FakeRow) => boolean, ofRoot: boolean): Promise<void> {
    const reading = this.#reading.then(async () => {
      if (ofRoot) this.rows = await this.#children(undefined, 1);
      else this.rows = await Promise.all(this.rows.map((row) => this.#again(row, isChanged)));
    });
    this.#reading = reading.catch((error: unknown) => console.error(error));
    return reading;
  }

  async #again(row: FakeRow, isChanged: (row: FakeRow) => boolean): Promise<FakeRow> {
    if (isChanged(row) && this.#elements.has(row.element)) return this.#row(row.element, row.level);
    // The editor only shows or hides the rows below a released row.
    if (isChanged(row)) return this.#addChildren({ ...row, children: undefined });
    const { children } = row;
    if (children === undefined) return row;
    return { ...row, children: await Promise.all(children.map((child) => this.#again(child, isChanged))) };
  }

  async #children(element: unknown, level: number): Promise<readonly FakeRow[]> {
    if (level > 1 && !this.#elements.has(element)) return [];
    const elements = (await this.#provider.getChildren(element)) ?? [];
    const rows = await Promise.all(elements.map((one) => this.#rowWithoutChildren(one, level)));
    const received = setTimeout(transferMs).then(() => {
      if (this.#sentRows.get(element)?.rows === rows) this.#sentRows.delete(element);
    });
    if (level > 1) this.#sentRows.set(element, { rows, received });
    return Promise.all(rows.map((row) => this.#addChildren(row)));
  }

  async #row(element: unknown, level: number): Promise<FakeRow> {
    return this.#addChildren(await this.#rowWithoutChildren(element, level));
  }

  async #addChildren(row: FakeRow): Promise<FakeRow> {
    const { collapsibleState } = row.item;
    const mayOpen = collapsibleState === Collapsed || collapsibleState === Expanded;
    const isOpen = mayOpen && (this.#isOpen.get(itemId(row.item)) ?? collapsibleState === Expanded);
    return isOpen ? { ...row, children: await this.#children(row.element, row.level + 1) } : row;
  }

  async #rowWithoutChildren(element: unknown, level: number): Promise<FakeRow> {
    const item = await this.#provider.getTreeItem(element);
    // The editor requests a missing tooltip when the pointer is over the row.
    const token = new vscode.CancellationTokenSource().token;
    if (item.tooltip === undefined) await this.#provider.resolveTreeItem?.(item, element, token);
    this.#elements.add(element);
    return { element, item, view: this, level, children: undefined };
  }
}

const itemId = ({ id = '' }: vscode.TreeItem): string => id;
