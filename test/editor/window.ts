import * as vscode from 'vscode';
import { readCommandTitles } from '../kit/commandTitles.ts';
import type { FakeDialogs } from '../kit/fakeDialogs.ts';
import { FakeLocator, type TextPattern, waitForValue } from '../kit/fakeLocator.ts';
import { FakeWindow } from '../kit/fakeWindow.ts';
import type { FakeEditor } from './fakeEditor.ts';
import type { FakeRow, FakeTreeView } from './fakeTreeView.ts';
import type { TestExplorer } from './testExplorer.ts';
import { selectWelcomeLines, type WelcomeLine, type WelcomeLink } from './welcome.ts';

/** Locates rows of a tree. */
export class RowLocator extends FakeLocator<FakeRow> {
  /** Returns the rows with an icon. */
  icon(id: string): RowLocator {
    return new RowLocator(
      `${this.description} with the icon ${id}`,
      () => this.all().filter((row) => (readRowState(row).icon ?? '').replace(/~.*/, '') === id),
      readRowState,
      clickRow,
    );
  }

  /** Returns the tooltips of the rows. */
  tooltip(): FakeLocator<FakeRow> {
    return new FakeLocator<FakeRow>(
      `the tooltip of ${this.description}`,
      () => this.all(),
      ({ item: { tooltip } }) => ({ text: typeof tooltip === 'object' ? tooltip.value : (tooltip ?? '') }),
    );
  }

  /** Expands or collapses the row. */
  async toggle(): Promise<void> {
    const row = await this.one();
    await row.view.toggle(row);
  }
}

/** Locates a tree, with its message and its welcome content. */
class TreeLocator extends FakeLocator<FakeTreeView | undefined> {
  readonly #rows: (description: string, matches: (row: FakeRow) => boolean) => RowLocator;
  constructor(
    description: string,
    view: () => FakeTreeView | undefined,
    welcome: (view: FakeTreeView | undefined) => readonly WelcomeLine[],
  ) {
    const rows = (): readonly FakeRow[] => view()?.visibleRows() ?? [];
    super(
      description,
      () => [view()],
      (one) => {
        const lines = [...rows().map((row) => readRowState(row)), ...welcome(one)];
        return { text: [one?.message ?? '', ...lines.map(({ text }) => text)].join('\n') };
      },
    );
    this.#rows = (description, matches) =>
      new RowLocator(description, () => rows().filter(matches), readRowState, clickRow);
  }

  getByRole(
    _role: 'treeitem',
    { name, exact = false }: { readonly name?: TextPattern; readonly exact?: boolean } = {},
  ): RowLocator {
    return this.#rows(`the row ${name ?? ''}`, (row) => {
      const rowName = readRowState(row).name ?? '';
      if (name === undefined) return true;
      return typeof name === 'string'
        ? exact
          ? rowName === name
          : rowName.includes(name)
        : name.test(rowName);
    });
  }

  row(pattern: TextPattern): RowLocator {
    return this.#rows(`the row ${pattern}`, (row) => {
      const { text } = readRowState(row);
      return typeof pattern === 'string'
        ? text.toLowerCase().includes(pattern.toLowerCase())
        : pattern.test(text);
    });
  }
}

const itemLabel = ({ label = '' }: vscode.TreeItem): string =>
  typeof label === 'string' ? label : label.label;

function readRowState(row: FakeRow) {
  const { item, view, level, children } = row;
  const description = typeof item.description === 'string' ? item.description : '';
  const text = `${itemLabel(item)}${description}`;
  return {
    text,
    name: item.accessibilityInformation?.label ?? `${itemLabel(item)} ${description}`.trim(),
    isSelected: view.isSelected(row),
    level,
    isExpanded: children !== undefined,
    icon: item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : undefined,
  };
}

/** Clicks a row: runs its command, or else expands it. */
function clickRow(row: FakeRow): void {
  const { command } = row.item;
  row.view.select(row.element, row.item);
  if (command) void vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
  else void row.view.toggle(row);
}

/** The window of an editor, in which the test answers prompts and messages. */
export class HostWindow extends FakeWindow {
  readonly fakeEditor: FakeEditor;
  readonly #titles: ReturnType<typeof readCommandTitles>;
  readonly #restart: () => void;
  /** Documents of earlier tests, which the editor keeps for a while. */
  readonly #stale = new Set(vscode.workspace.textDocuments);
  constructor(dialogs: FakeDialogs, fakeEditor: FakeEditor, extensionPath: string, restart: () => void) {
    super(() => dialogs);
    this.fakeEditor = fakeEditor;
    this.#restart = restart;
    this.#titles = readCommandTitles(extensionPath);
  }

  #view(id: string): FakeTreeView | undefined {
    return this.fakeEditor.views.findLast((view) => view.id === id);
  }

  #tree(description: string, id: string): TreeLocator {
    return new TreeLocator(
      description,
      () => this.#view(id),
      (view) => this.#welcome(view),
    );
  }

  /** Returns the welcome content of an empty view. */
  #welcome(view: FakeTreeView | undefined): readonly WelcomeLine[] {
    if (!view?.visible || view.rows.length > 0) return [];
    return selectWelcomeLines(this.#titles.welcomes(view.id), this.fakeEditor.context);
  }

  /** The fake of the Test Explorer. */
  get tests(): TestExplorer {
    return this.fakeEditor.tests;
  }

  /** The Projects view. */
  readonly tree = this.#tree('the tree', 'hostedMcp.projects');
  /** The Audits view. */
  readonly audits = this.#tree('the audits', 'hostedMcp.audits');
  /** The number on the icon of the Projects view. */
  readonly badge = this.#badge('hostedMcp.projects');
  /** The number on the icon of the Audits view. */
  readonly auditsBadge = this.#badge('hostedMcp.audits');
  /** The text beside the title of the Audits view. */
  readonly auditsDescription = new FakeLocator<string>(
    'the description of the Audits view',
    () => [this.#view('hostedMcp.audits')?.description ?? ''],
    (text) => ({ text }),
  );

  #badge(id: string): FakeLocator<vscode.ViewBadge> {
    return new FakeLocator<vscode.ViewBadge>(
      `the badge of ${id}`,
      () => {
        const badge = this.#view(id)?.badge;
        return badge && badge.value > 0 ? [badge] : [];
      },
      ({ value, tooltip }) => ({ text: String(value), name: tooltip }),
    );
  }

  row(pattern: TextPattern): RowLocator {
    return this.tree.row(pattern);
  }

  /** Finds a button or a link of an empty view. */
  welcome(name: string): FakeLocator<WelcomeLink> {
    return new FakeLocator<WelcomeLink>(
      `the button or the link ${name} of an empty view`,
      () =>
        ['hostedMcp.projects', 'hostedMcp.audits']
          .flatMap((id) => this.#welcome(this.#view(id)))
          .flatMap(({ links }) => links)
          .filter(({ text }) => text === name),
      ({ text }) => ({ text }),
      ({ command }) => void vscode.commands.executeCommand(command),
    );
  }

  /** Finds the row of an environment, whose project must be expanded. */
  environment(project: string, name: string): RowLocator {
    return this.tree.getByRole('treeitem', {
      name: new RegExp(`^${name}, (production )?environment of ${project}`),
    });
  }

  /** Runs a command by its title, without waiting for its end. */
  async run(title: string, argument?: unknown): Promise<void> {
    void vscode.commands.executeCommand(this.#titles.commandOf(title), argument);
  }

  /**
   * Runs a command from the menu of a row, if the menu has it. Waits until the editor has redrawn the row, which takes
   * less time than a user needs to select an item of the menu.
   */
  async runOn(rows: RowLocator, title: string): Promise<void> {
    const command = this.#titles.commandOf(title);
    await rows.one();
    const argument = await waitForValue(
      () => {
        const row = rows
          .all()
          .find(({ item }) =>
            matchesMenu(this.#titles.whens('view/item/context', command), item.contextValue ?? ''),
          );
        return row?.view.argumentOf(row);
      },
      () => `The menu of ${rows.description} doesn't have ${title}.`,
    );
    void vscode.commands.executeCommand(command, argument);
  }

  #documents(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter((document) => !this.#stale.has(document));
  }

  /** Hides both views, or shows the Projects view. */
  showView(isShown: boolean): void {
    this.showProjects(isShown);
    if (!isShown) this.showAudits(false);
  }

  /** Hides or shows the Projects view. */
  showProjects(isShown: boolean): void {
    this.#view('hostedMcp.projects')?.setVisible(isShown);
  }

  /** Hides or shows the Audits view. */
  showAudits(isShown: boolean): void {
    this.#view('hostedMcp.audits')?.setVisible(isShown);
  }

  /** Opens the menu of a row. */
  async openMenu(rows: RowLocator): Promise<void> {
    this.#menu = await this.menuOf(rows);
  }
  #menu: readonly string[] = [];

  /** Finds an item of the opened menu. */
  menuitem(name: TextPattern): FakeLocator<string> {
    return new FakeLocator<string>(
      `${name} in the menu`,
      () =>
        this.#menu.filter((title) => (typeof name === 'string' ? title.includes(name) : name.test(title))),
      (title) => ({ text: title }),
    );
  }

  /** Returns all visible texts. */
  seen(): string {
    const texts = this.#documents().map((document) => document.getText());
    const locators = [this.question, this.notification(''), this.dialog, this.tree, this.audits];
    return [...texts, ...locators.flatMap((one) => one.allInnerTexts())].join('\n');
  }

  async clipboard(): Promise<string> {
    return await vscode.env.clipboard.readText();
  }

  /** Returns the titles of the commands in the menu of a row. */
  async menuOf(rows: RowLocator): Promise<readonly string[]> {
    const { item } = await rows.one();
    return this.#titles
      .inMenu('view/item/context')
      .filter(({ whens }) => matchesMenu(whens, item.contextValue ?? ''))
      .map(({ title }) => title);
  }

  /** Simulates that the window loses or gets the focus. */
  setFocused(isFocused: boolean): void {
    this.fakeEditor.setFocused(isFocused);
  }

  /** Reloads the window: the extension starts again with its stored data. */
  async reload(): Promise<void> {
    this.#restart();
  }

  #editor(): Promise<vscode.TextEditor> {
    return waitForValue(
      () => vscode.window.activeTextEditor,
      () => 'No editor has the focus.',
    );
  }

  /** Types into the open input box, or replaces the selection in the editor. */
  async type(text: string): Promise<void> {
    if (this.input.isVisible()) return this.input.fill(text);
    const editor = await this.#editor();
    await editor.edit((edit) => edit.replace(editor.selection, text));
    editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
  }

  async paste(): Promise<void> {
    await this.type(await this.clipboard());
  }

  async goToEnd(): Promise<void> {
    const editor = await this.#editor();
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
  }

  async selectAll(): Promise<void> {
    const editor = await this.#editor();
    editor.selection = new vscode.Selection(0, 0, editor.document.lineCount, 0);
  }

  /** Selects the last line that matches, without its line end, and returns its text. */
  async selectLine(matches: (text: string) => boolean): Promise<string> {
    const editor = await this.#editor();
    const { document } = editor;
    const lines = Array.from({ length: document.lineCount }, (_, index) => document.lineAt(index));
    const line = lines.findLast(({ text }) => matches(text));
    if (!line) throw new Error(`No line matches in ${document.getText()}`);
    editor.selection = new vscode.Selection(line.range.start, line.range.end);
    return line.text;
  }

  /** Saves the active document, without waiting for the result. */
  async save(): Promise<void> {
    await this.#editor();
    void vscode.commands.executeCommand('workbench.action.files.save');
  }

  /** Finds the underlined diagnostics of the active document. */
  squiggles(severity: 'error' | 'warning'): FakeLocator<vscode.Diagnostic> {
    const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
    const wanted = severity === 'error' ? error : warning;
    return new FakeLocator<vscode.Diagnostic>(
      `the underlined ${severity}`,
      () => {
        const uri = vscode.window.activeTextEditor?.document.uri;
        return uri ? vscode.languages.getDiagnostics(uri).filter((one) => one.severity === wanted) : [];
      },
      ({ message }) => ({ text: message }),
    );
  }

  /** The left side of the active comparison. */
  readonly original = findDiffSide('original');
  readonly modified = findDiffSide('modified');

  /** The tabs with unsaved changes. */
  readonly dirtyTabs = new FakeLocator<vscode.Tab>(
    'the unsaved tabs',
    () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ isDirty }) => isDirty),
    ({ label }) => ({ text: label }),
  );

  /** Finds tabs of the editor. */
  tab(pattern: TextPattern): FakeLocator<vscode.Tab> {
    const matches = ({ label }: vscode.Tab): boolean =>
      typeof pattern === 'string' ? label.includes(pattern) : pattern.test(label);
    return new FakeLocator<vscode.Tab>(
      `the tab ${pattern}`,
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(matches),
      ({ label, isActive }) => ({ text: label, isSelected: isActive }),
      ({ input }) => {
        if (input instanceof vscode.TabInputText) void vscode.window.showTextDocument(input.uri);
      },
    );
  }

  /** The text of the active editor. */
  get text(): FakeLocator<vscode.TextEditor> {
    return new FakeLocator<vscode.TextEditor>(
      'the text of the editor',
      () => (vscode.window.activeTextEditor ? [vscode.window.activeTextEditor] : []),
      ({ document }) => ({ text: document.getText(), value: document.getText() }),
      // The editor already has the focus.
      () => undefined,
    );
  }
}

/**
 * Whether the menu of a row has a command. Checks only the parts of its conditions that depend on the row.
 */
function matchesMenu(whens: readonly string[], contextValue: string): boolean {
  return whens.some((when) =>
    when.split('&&').every((part) => {
      const [, not = '', pattern = ''] = /^(!\()?viewItem =~ \/(.+)\/\)?$/.exec(part.trim()) ?? [];
      return pattern === '' || new RegExp(pattern).test(contextValue) === (not === '');
    }),
  );
}

function findDiffSide(name: 'original' | 'modified'): FakeLocator<vscode.TextDocument> {
  return new FakeLocator<vscode.TextDocument>(
    `the ${name} side`,
    () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof vscode.TabInputTextDiff)) return [];
      const uri = String(input[name]);
      return vscode.workspace.textDocuments.filter((document) => String(document.uri) === uri);
    },
    (document) => ({ text: document.getText(), value: document.getText() }),
  );
}
