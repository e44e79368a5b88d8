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
  /** The current update of the rows. Updates run one after another. */
  #reading: Promise<void> = Promise.resolve();

  constructor(id: string, provider: Provider) {
    this.id = id;
    this.#provider = provider;
    this.#listener = provider.onDidChangeTreeData?.((changed) => {
      if (this.#isReady) this.#read(changed);
    });
    // The editor's window is notified of a new view a little later, and only then reads its rows.
    setTimeout(() => {
      this.#isReady = true;
      this.#read(undefined);
    }, 50);
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
    const elements = Array.isArray(changed) ? changed : [changed];
    if (elements.some((one) => one === undefined || one === null)) this.#elements.clear();
    else
      for (const row of this.visibleRows())
        if (elements.includes(row.element)) this.#letGoBelow(row.children);
    if (elements.some((one) => one === undefined || one === null)) void this.#redraw(() => true, true);
    else void this.#redraw((row) => elements.includes(row.element), false);
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
    if (isChanged(row)) return this.#row(row.element, row.level);
    const { children } = row;
    if (children === undefined) return row;
    return { ...row, children: await Promise.all(children.map((child) => this.#again(child, isChanged))) };
  }

  async #children(element: unknown, level: number): Promise<readonly FakeRow[]> {
    const elements = (await this.#provider.getChildren(element)) ?? [];
    return Promise.all(elements.map((one) => this.#row(one, level)));
  }

  async #row(element: unknown, level: number): Promise<FakeRow> {
    const item = await this.#provider.getTreeItem(element);
    // The editor requests a missing tooltip when the pointer is over the row.
    const token = new vscode.CancellationTokenSource().token;
    if (item.tooltip === undefined) await this.#provider.resolveTreeItem?.(item, element, token);
    this.#elements.add(element);
    const { collapsibleState } = item;
    const mayOpen = collapsibleState === Collapsed || collapsibleState === Expanded;
    const isOpen = mayOpen && (this.#isOpen.get(itemId(item)) ?? collapsibleState === Expanded);
    const children = isOpen ? await this.#children(element, level + 1) : undefined;
    return { element, item, view: this, level, children };
  }
}

const itemId = ({ id = '' }: vscode.TreeItem): string => id;
