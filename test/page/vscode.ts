/**
 * A fake of the editor's API, as far as the extension needs it for page tests, which run the real host side
 * of a panel. Prompts and messages are data in `editor`. Commands, settings, and stores are in memory. Each
 * copy of the bundle has its own state.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Disposable, EventEmitter } from '../kit/events.ts';
import { createFakeAuthentication } from '../kit/fakeAuthentication.ts';
import type { FakeChatModel } from '../kit/fakeChatModel.ts';
import { createFakeDialogs } from '../kit/fakeDialogs.ts';

export { Disposable, EventEmitter };

const noDisposable = (): Disposable => new Disposable(() => undefined);

export class CancellationError extends Error {}
export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#cancelled.fire();
  }
  dispose(): void {}
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
  private constructor({ scheme = '', authority = '', path = '', query = '', fragment = '' }: Partial<Uri>) {
    Object.assign(this, { scheme, authority, path, query, fragment });
    [this.scheme, this.authority, this.path, this.query, this.fragment] = [
      scheme,
      authority,
      path,
      query,
      fragment,
    ];
  }
  static from(parts: Partial<Uri>): Uri {
    return new Uri(parts);
  }
  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path: pathToFileURL(path).pathname });
  }
  static parse(text: string): Uri {
    const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
      /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(text) ?? [];
    return new Uri({ scheme, authority, path, query, fragment });
  }
  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return uri.with({ path: [uri.path, ...parts].join('/') });
  }
  with(parts: Partial<Uri>): Uri {
    const { scheme, authority, path, query, fragment } = this;
    return new Uri({ scheme, authority, path, query, fragment, ...parts });
  }
  get fsPath(): string {
    return fileURLToPath(`file://${this.path}`);
  }
  toString(): string {
    const { scheme, authority, path, query, fragment } = this;
    return `${scheme}:${authority || scheme === 'file' ? `//${authority}` : ''}${path}${query && `?${query}`}${fragment && `#${fragment}`}`;
  }
}

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeColor extends ThemeIcon {}
export class TreeItem {
  label: unknown;
  collapsibleState: unknown;
  constructor(label: unknown, collapsibleState?: unknown) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
export class MarkdownString {
  value: string;
  constructor(value = '') {
    this.value = value;
  }
}
export class FileSystemError extends Error {
  static Unavailable = (message: string): FileSystemError => new FileSystemError(message);
  static NoPermissions = FileSystemError.Unavailable;
  static FileNotFound = FileSystemError.Unavailable;
}
export class Range {
  readonly start: Position;
  constructor(start: Position) {
    this.start = start;
  }
}
export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
/** Never created. The extension only checks the type. */
export class RelativePattern {}
export class Diagnostic {}
export class CodeAction {}
export class WorkspaceEdit {}
export class SnippetString {}
export class TabInputText {}
export class TabInputTextDiff {}
export class FoldingRange {}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const QuickInputButtons = { Back: { iconPath: new ThemeIcon('quick-input-back') } };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const UIKind = { Desktop: 1, Web: 2 };
export const FileType = { Unknown: 0, File: 1, Directory: 2 };
export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const DiagnosticSeverity = { Error: 0, Warning: 1 };
export const CodeActionKind = { QuickFix: { value: 'quickfix' } };
export const TextDocumentSaveReason = { Manual: 1 };

/** The panel of a page, for the extension and the test. */
export class Panel {
  readonly viewType: string;
  title: string;
  /** The saved state of the page. */
  state: unknown;
  active = false;
  visible = false;
  readonly received = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly #changed = new EventEmitter<unknown>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#changed.event;
  iconPath: unknown;
  readonly webview: Webview;
  constructor(viewType: string, title: string) {
    this.viewType = viewType;
    this.title = title;
    this.webview = new Webview(this);
  }
  reveal(): void {
    editor.bringToFront(this);
  }
  setVisible(isVisible: boolean): void {
    if (this.visible === isVisible) return;
    this.visible = isVisible;
    this.active = isVisible;
    this.#changed.fire({ webviewPanel: this });
  }
  dispose(): void {
    if (!editor.panels.includes(this)) return;
    editor.panels = editor.panels.filter((one) => one !== this);
    this.#disposed.fire();
    const last = editor.panels.at(-1);
    if (this.visible && last) editor.bringToFront(last);
  }
}

class Webview {
  readonly #panel: Panel;
  options: unknown;
  html = '';
  readonly cspSource = origin;
  readonly onDidReceiveMessage: EventEmitter<unknown>['event'];
  constructor(panel: Panel) {
    this.#panel = panel;
    this.onDidReceiveMessage = panel.received.event;
  }
  asWebviewUri(uri: Uri): Uri {
    return Uri.parse(`${origin}${uri.path.replace(/^.*(?=\/dist\/)/, '')}`);
  }
  postMessage(message: unknown): Promise<boolean> {
    return editor.tab.post(this.#panel, message);
  }
}

/**
 * The origin of the pages. It's on this machine, so that the browser allows access to the clipboard. The
 * browser of a worker sends its requests to the page server of that worker.
 */
export const origin = 'http://localhost';

const dialogs = createFakeDialogs();

/** Provides MCP servers to the chat of the editor. */
interface McpServerProvider {
  provideMcpServerDefinitions(): Promise<readonly McpHttpServerDefinition[]>;
}

/** The controls and recordings for the test. */
export const editor = {
  settings: {} as Record<string, unknown>,
  panels: [] as readonly Panel[],
  dialogs: dialogs,
  statusTexts: [] as string[],
  log: [] as string[],
  openedUrls: [] as string[],
  /** The documents or their URIs that were shown, with the selected positions. */
  shownDocuments: [] as { readonly document: unknown; readonly selection: Position | undefined }[],
  /** The chat models of the editor. */
  models: [] as readonly FakeChatModel[],
  /** The MCP servers that the chat of the editor can use. */
  mcpServers: undefined as McpServerProvider | undefined,
  /** The commands of the editor itself that were run. */
  executedCommands: [] as { readonly command: string; readonly args: readonly unknown[] }[],
  /** The open folder. */
  folder: undefined as string | undefined,
  isTrusted: true,
  serializers: new Map<string, { deserializeWebviewPanel(panel: Panel, state: unknown): Promise<void> }>(),
  tab: {
    post: (_panel: Panel, _message: unknown): Promise<boolean> => Promise.resolve(false),
    show: (_panel: Panel): void => undefined,
  },
  clipboard: {
    read: (): Promise<string> => Promise.resolve(''),
    write: (_text: string): Promise<void> => Promise.resolve(),
  },
  bringToFront(panel: Panel): void {
    if (panel.visible) return;
    for (const other of editor.panels) if (other !== panel) other.setVisible(false);
    panel.setVisible(true);
    editor.tab.show(panel);
  },
  /** Restores a panel of an earlier window, as the editor does when it becomes visible. */
  async restore({ viewType, title, state }: Panel): Promise<void> {
    const panel = new Panel(viewType, title);
    panel.state = state;
    editor.panels = [...editor.panels, panel];
    editor.bringToFront(panel);
    await editor.serializers.get(viewType)?.deserializeWebviewPanel(panel, state);
    editor.tab.show(panel);
  },
  run: (command: string, ...args: readonly unknown[]): Promise<unknown> =>
    commands.executeCommand(command, ...args),
  /** Sets the display language. Call it before the extension starts. */
  setLanguage(language: string, bundle: typeof l10n.bundle): void {
    env.language = language;
    l10n.bundle = bundle;
  },
  translate: (text: string, ...values: readonly unknown[]): string => l10n.t(text, ...values),
};

export const version = '1.0.0';
export const l10n = {
  /** As in the editor, it's `undefined` in English. */
  bundle: undefined as Readonly<Record<string, string>> | undefined,
  t: (text: string, ...values: readonly unknown[]): string =>
    (l10n.bundle?.[text] ?? text).replace(/\{(\d+)\}/g, (whole, at: string) =>
      String(values[Number(at)] ?? whole),
    ),
};
export const env = {
  language: 'en',
  uiKind: UIKind.Desktop,
  remoteName: undefined,
  uriScheme: 'vscode',
  appName: 'Fake Editor',
  clipboard: {
    readText: () => editor.clipboard.read(),
    writeText: (text: string) => editor.clipboard.write(text),
  },
  openExternal: (target: unknown): Promise<boolean> => {
    editor.openedUrls.push(String(target));
    return Promise.resolve(true);
  },
};

const handlers = new Map<string, (...args: readonly unknown[]) => unknown>();
export const commands = {
  registerCommand(id: string, handler: (...args: readonly unknown[]) => unknown): Disposable {
    handlers.set(id, handler);
    return new Disposable(() => handlers.delete(id));
  },
  /** The commands of the extension, and the one that opens the chat of the editor. */
  getCommands: () => Promise.resolve([...handlers.keys(), 'workbench.action.chat.open']),
  async executeCommand(command: string, ...args: readonly unknown[]): Promise<unknown> {
    const handler = handlers.get(command);
    if (handler) return await handler(...args);
    editor.executedCommands.push({ command, args });
    return undefined;
  },
};

export const window = {
  state: { focused: true, active: true },
  tabGroups: { all: [], activeTabGroup: { activeTab: undefined }, onDidChangeTabs: noDisposable },
  onDidChangeWindowState: noDisposable,
  onDidChangeActiveTextEditor: noDisposable,
  createOutputChannel: () => {
    const writeLog = (...parts: readonly unknown[]): void =>
      void editor.log.push(parts.map(String).join(' '));
    return {
      trace: writeLog,
      debug: writeLog,
      info: writeLog,
      warn: writeLog,
      error: writeLog,
      show: noDisposable,
      dispose: noDisposable,
    };
  },
  createTreeView: () => ({
    visible: false,
    title: '',
    message: undefined,
    dispose: noDisposable,
    reveal: () => Promise.resolve(),
    onDidChangeVisibility: noDisposable,
    onDidExpandElement: noDisposable,
    onDidCollapseElement: noDisposable,
    onDidChangeSelection: noDisposable,
    selection: [],
  }),
  createStatusBarItem: () => ({ show: noDisposable, hide: noDisposable, dispose: noDisposable }),
  setStatusBarMessage(text: string, until?: Promise<unknown>): Disposable {
    editor.statusTexts.push(text);
    void until;
    return noDisposable();
  },
  registerUriHandler: noDisposable,
  registerFileDecorationProvider: noDisposable,
  registerWebviewPanelSerializer(type: string, serializer: never): Disposable {
    editor.serializers.set(type, serializer);
    return new Disposable(() => editor.serializers.delete(type));
  },
  createWebviewPanel(type: string, title: string): Panel {
    const panel = new Panel(type, title);
    editor.panels = [...editor.panels, panel];
    // The extension sets the page before the editor shows the panel.
    queueMicrotask(() => editor.bringToFront(panel));
    return panel;
  },
  ...dialogs.windowFunctions,
  async showSaveDialog({ defaultUri }: { readonly defaultUri?: Uri }): Promise<Uri | undefined> {
    const path = await dialogs.openFileDialog(defaultUri?.path ?? '');
    return path === undefined ? undefined : Uri.file(path);
  },
  showOpenDialog: () => Promise.resolve(undefined),
  showTextDocument(document: unknown, options?: { readonly selection?: Range }) {
    editor.shownDocuments.push({ document, selection: options?.selection?.start });
    return Promise.resolve({ document });
  },
};

const settingsChanged = new EventEmitter<{ affectsConfiguration(id: string): boolean }>();
export const workspace = {
  textDocuments: [],
  get isTrusted() {
    return editor.isTrusted;
  },
  get workspaceFolders() {
    return editor.folder === undefined
      ? undefined
      : [{ uri: Uri.file(editor.folder), name: 'folder', index: 0 }];
  },
  getConfiguration: (section?: string) => {
    const id = (name: string): string => (section === undefined ? name : `${section}.${name}`);
    return {
      get: (name: string, fallback?: unknown) => editor.settings[id(name)] ?? fallback,
      inspect: (name: string) => ({ globalValue: editor.settings[id(name)] }),
      update(name: string, value: unknown): Promise<void> {
        editor.settings[id(name)] = value;
        settingsChanged.fire({ affectsConfiguration: (section) => section === id(name) });
        return Promise.resolve();
      },
    };
  },
  onDidChangeConfiguration: settingsChanged.event,
  onDidGrantWorkspaceTrust: noDisposable,
  onDidChangeWorkspaceFolders: noDisposable,
  onDidOpenTextDocument: noDisposable,
  onDidCloseTextDocument: noDisposable,
  onDidChangeTextDocument: noDisposable,
  onDidSaveTextDocument: noDisposable,
  onWillSaveTextDocument: noDisposable,
  registerFileSystemProvider: noDisposable,
  registerTextDocumentContentProvider: noDisposable,
  createFileSystemWatcher: () => ({
    onDidCreate: noDisposable,
    onDidChange: noDisposable,
    onDidDelete: noDisposable,
    dispose: noDisposable,
  }),
  getWorkspaceFolder: () => undefined,
  asRelativePath: ({ fsPath }: Uri) =>
    editor.folder === undefined ? fsPath : relative(editor.folder, fsPath),
  findFiles: () => Promise.resolve([]),
  openTextDocument: (of: unknown) => Promise.resolve(of),
  fs: {
    isWritableFileSystem: () => true,
    stat: async ({ fsPath }: Uri) => {
      const { mtimeMs, ctimeMs, size } = await stat(fsPath);
      return { type: FileType.File, mtime: mtimeMs, ctime: ctimeMs, size };
    },
    readFile: ({ fsPath }: Uri) => readFile(fsPath),
    writeFile: ({ fsPath }: Uri, bytes: Uint8Array) => writeFile(fsPath, bytes),
  },
};
export const languages = {
  registerFoldingRangeProvider: noDisposable,
  registerCodeActionsProvider: noDisposable,
  registerCodeLensProvider: noDisposable,
  setTextDocumentLanguage: (document: unknown) => Promise.resolve(document),
  createDiagnosticCollection: () => ({
    set: noDisposable,
    delete: noDisposable,
    clear: noDisposable,
    dispose: noDisposable,
  }),
};
export const authentication = {
  ...createFakeAuthentication(dialogs),
  onDidChangeSessions: noDisposable,
};
export const tasks = { registerTaskProvider: noDisposable };
export const lm = {
  selectChatModels: () => Promise.resolve(editor.models),
  registerMcpServerDefinitionProvider(_id: string, provider: McpServerProvider) {
    editor.mcpServers = provider;
    return new Disposable(() => undefined);
  },
};
export class McpHttpServerDefinition {
  readonly label: string;
  uri: Uri;
  headers: Readonly<Record<string, string>>;
  version: string | undefined;
  constructor(label: string, uri: Uri, headers: Readonly<Record<string, string>> = {}, version?: string) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
    this.version = version;
  }
}
export const LanguageModelChatMessage = {
  User: (content: string) => ({ role: 'user', content }),
  Assistant: (content: string) => ({ role: 'assistant', content }),
};
/** The extension that provides the chat of the editor. */
const chatExtension = {
  packageJSON: { contributes: { chatParticipants: [{ isDefault: true, locations: ['panel'] }] } },
};
export const extensions = { all: [chatExtension], getExtension: () => undefined };
