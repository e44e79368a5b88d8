import * as vscode from 'vscode';
import { EventEmitter } from '../kit/events.ts';
import { createFakeAuthentication } from '../kit/fakeAuthentication.ts';
import type { FakeDialogs } from '../kit/fakeDialogs.ts';
import { FakeTreeView } from './fakeTreeView.ts';
import { TestExplorer } from './testExplorer.ts';

/**
 * Fakes of the parts of the editor that would wait for a user or leave the editor. Tests answer and read
 * them.
 */
export interface FakeEditor {
  readonly views: readonly FakeTreeView[];
  readonly tests: TestExplorer;
  /** The context keys, which conditions of menus and views use. */
  readonly context: ReadonlyMap<string, unknown>;
  /** The texts of status bar messages. */
  readonly statusTexts: readonly string[];
  /** The texts that were put into the input of the chat, without sending them. */
  readonly chatPrompts: readonly string[];
  /** The URLs that were opened in a browser. */
  readonly openedUrls: readonly string[];
  /** The lines of the extension's log. */
  readonly log: readonly string[];
  /** The item in the status bar with the account. */
  readonly accountItem: StatusItem;
  /** The item in the status bar with the tunnel. */
  readonly tunnelItem: StatusItem;
  /** Opens a link to the extension, as the editor does after it asked the user. */
  openLink(link: string): void;
  setFocused(isFocused: boolean): void;
  restore(): void;
}

/** An item in the status bar. */
export interface StatusItem {
  tooltip?: string | vscode.MarkdownString | undefined;
  text: string;
  command?: string | vscode.Command;
  accessibilityInformation?: vscode.AccessibilityInformation;
  isVisible: boolean;
}

/** An extension that provides a chat. Most tests turn off the chat with its setting. */
const chatExtension = {
  packageJSON: { contributes: { chatParticipants: [{ isDefault: true, locations: ['panel'] }] } },
};

/**
 * Replaces functions of the editor until `restore`. `serviceUrl` is the URL of the selected service. With `hasFolder` as `false`, the window has no folder.
 */
export function installFakeEditor(dialogs: FakeDialogs, serviceUrl: string, hasFolder = true): FakeEditor {
  const views: FakeTreeView[] = [];
  const tests = new TestExplorer();
  const context = new Map<string, unknown>();
  const statusTexts: string[] = [];
  const chatPrompts: string[] = [];
  const openedUrls: string[] = [];
  const log: string[] = [];
  const accountItem: StatusItem = { text: '', isVisible: false };
  const tunnelItem: StatusItem = { text: '', isVisible: false };
  let uriHandler: vscode.UriHandler | undefined;
  const focus = { focused: true, active: true };
  const focusChanged = new EventEmitter<vscode.WindowState>();
  const { executeCommand } = vscode.commands;
  const { registerFileSystemProvider } = vscode.workspace;
  const undo = [
    replaceFunctions(vscode.window, {
      ...createWindowFunctions(dialogs, { views, statusTexts, log, accountItem, tunnelItem }),
      onDidChangeWindowState: focusChanged.event,
      registerUriHandler(handler: vscode.UriHandler) {
        uriHandler = handler;
        return new vscode.Disposable(() => undefined);
      },
    }),
    replaceFunctions(vscode.authentication, createFakeAuthentication(dialogs)),
    replaceFunctions(vscode.workspace, {
      getConfiguration: createConfigurationReader(serviceUrl),
      registerFileSystemProvider(
        scheme: string,
        provider: vscode.FileSystemProvider,
        ...rest: [{ readonly isCaseSensitive?: boolean }?]
      ) {
        return registerFileSystemProvider(scheme, reportWriteErrors(provider, dialogs), ...rest);
      },
    }),
    replaceFunctions(vscode.tests, {
      createTestController: tests.recordController(vscode.tests.createTestController),
    }),
    replaceValue(vscode.window, 'state', focus),
    replaceValue(vscode.extensions, 'all', [...vscode.extensions.all, chatExtension]),
    ...(hasFolder ? [] : [replaceValue(vscode.workspace, 'workspaceFolders', undefined)]),
    replaceFunctions(vscode.commands, {
      async executeCommand(command: string, ...rest: readonly unknown[]) {
        // The window processes messages in their order.
        if (command === 'noop') await Promise.all(views.map((view) => view.waitUntilReceived()));
        if (command === 'workbench.action.chat.open') {
          const { query, isPartialQuery } = rest[0] as {
            readonly query: string;
            readonly isPartialQuery: boolean;
          };
          if (!isPartialQuery) throw new Error(`This prompt was sent: ${query}`);
          chatPrompts.push(query);
          return;
        }
        if (command === 'setContext') context.set(String(rest[0]), rest[1]);
        return executeCommand(command, ...rest);
      },
    }),
    replaceFunctions(vscode.env, {
      openExternal(target: vscode.Uri) {
        openedUrls.push(target.toString(true));
        return Promise.resolve(true);
      },
    }),
  ];
  return {
    views,
    tests,
    context,
    statusTexts,
    chatPrompts,
    openedUrls,
    log,
    accountItem,
    tunnelItem,
    openLink(link) {
      void uriHandler?.handleUri(vscode.Uri.parse(link));
    },
    setFocused(isFocused) {
      Object.assign(focus, { focused: isFocused, active: isFocused });
      focusChanged.fire(focus);
    },
    restore() {
      for (const one of undo) one();
    },
  };
}

/** Creates functions of `vscode.window` that record their calls, and let the test answer prompts. */
function createWindowFunctions(
  dialogs: FakeDialogs,
  recorded: Pick<FakeEditor, 'accountItem' | 'tunnelItem'> & {
    readonly views: FakeTreeView[];
    readonly statusTexts: string[];
    readonly log: string[];
  },
) {
  return {
    ...dialogs.windowFunctions,
    createTreeView(id: string, { treeDataProvider }: vscode.TreeViewOptions<unknown>) {
      const view = new FakeTreeView(id, treeDataProvider);
      recorded.views.push(view);
      return view;
    },
    createOutputChannel() {
      const writeLog = (...parts: readonly unknown[]): void =>
        void recorded.log.push(parts.map(String).join(' '));
      const doNothing = (): void => undefined;
      return {
        trace: writeLog,
        debug: writeLog,
        info: writeLog,
        warn: writeLog,
        error: writeLog,
        show: doNothing,
        dispose: doNothing,
      };
    },
    createStatusBarItem(id: string) {
      const item = id === 'tunnel' ? recorded.tunnelItem : recorded.accountItem;
      const setVisible = (isVisible: boolean): void => {
        item.isVisible = isVisible;
      };
      return Object.assign(item, {
        show: () => setVisible(true),
        hide: () => setVisible(false),
        dispose: () => setVisible(false),
      });
    },
    setStatusBarMessage(text: string) {
      recorded.statusTexts.push(text);
      return new vscode.Disposable(() => undefined);
    },
    async showSaveDialog({ defaultUri }: vscode.SaveDialogOptions) {
      const path = await dialogs.openFileDialog(defaultUri?.path ?? '');
      return path === undefined ? undefined : vscode.Uri.file(path);
    },
    async showOpenDialog({ defaultUri }: vscode.OpenDialogOptions) {
      const path = await dialogs.openFileDialog(`${defaultUri?.path ?? ''}/`);
      return path === undefined ? undefined : [vscode.Uri.file(path)];
    },
  };
}

const baseUrlId = 'hostedMcp.baseUrl';

/**
 * Creates a `getConfiguration` that returns the URL of the selected service until the extension changes the
 * setting. Writing the setting before each test would take a third of a second, because the editor saves
 * and reads its settings file.
 */
function createConfigurationReader(serviceUrl: string): typeof vscode.workspace.getConfiguration {
  const { getConfiguration } = vscode.workspace;
  const initialUrl = getConfiguration().inspect(baseUrlId)?.globalValue;
  return (section, scope) => {
    const configuration = getConfiguration(section, scope);
    if (section !== undefined) return configuration;
    const inspect: vscode.WorkspaceConfiguration['inspect'] = (id) => {
      const found = configuration.inspect<never>(id);
      return id === baseUrlId && found?.globalValue === initialUrl
        ? { ...found, key: id, globalValue: serviceUrl as never }
        : found;
    };
    return { ...configuration, inspect };
  };
}

/**
 * Wraps a file system so that failures to save appear as messages, like those of the editor in its window.
 */
function reportWriteErrors(
  provider: vscode.FileSystemProvider,
  dialogs: FakeDialogs,
): vscode.FileSystemProvider {
  const writeFile: vscode.FileSystemProvider['writeFile'] = async (uri, ...rest) => {
    const failed = `Failed to save '${uri.path.split('/').at(-1)}'`;
    try {
      await provider.writeFile(uri, ...rest);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      void dialogs.windowFunctions.showErrorMessage(`${failed}: ${why}`);
      throw error;
    }
  };
  return new Proxy(provider, {
    get(target, name) {
      if (name === 'writeFile') return writeFile;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function replaceFunctions(target: object, functions: Readonly<Record<string, unknown>>): () => void {
  const originals = Object.keys(functions).map((name) => [name, Reflect.get(target, name)] as const);
  Object.assign(target, functions);
  return () => Object.assign(target, Object.fromEntries(originals));
}

function replaceValue(target: object, name: string, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, get: () => value });
  return () => {
    if (original) Object.defineProperty(target, name, original);
  };
}
