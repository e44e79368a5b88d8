import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Language, pseudoLanguage } from '../kit/pseudo.ts';
import { addPseudoTranslations, installExtension, linkBuiltInExtensions } from './editorExtensions.ts';
import { type EditorVersion, installEditor } from './editorInstall.ts';
import { freePort, listen } from './ports.ts';
import { endGroup, startGroup } from './processes.ts';
import { quietSettings, type Settings, workspaceTrust, writeSettings } from './settings.ts';

export interface EditorOptions {
  readonly editor: EditorVersion;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** The folder for the editor's data. Defaults to a temporary folder, which is deleted with the server. */
  readonly dataDir?: string;
  /** The user settings. Defaults to `quietSettings`. */
  readonly settings?: Settings;
  /** Variables to add to the environment, which the extension host also has. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that a page opens if its URL has none. */
  readonly defaultFolder?: string;
  /** The path of a package to install. */
  readonly vsix?: string;
  /** The language of texts to add to the installed package. The page selects the language of its window. */
  readonly language?: Language;
  /** Whether to have only the built-in extensions that tests use. */
  readonly isLean?: boolean;
  /**
   * Whether a page can load an extension under development and its tests. The editor then hides
   * notifications, so that tests of notifications need the installed package.
   */
  readonly isAutomated?: boolean;
}

/** A running editor server. */
export interface Editor {
  readonly url: string;
  readonly dataDir: string;
  /** Returns the output of the server. */
  log(): string;
  /**
   * Waits until all extension hosts have ended, after all windows were closed. Resolves with `false` after
   * ten seconds.
   */
  waitForHostsToEnd(): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts a server, and waits until it responds. Rejects with its log after a minute. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const { folder, node } = await installEditor(options.editor);
  // The name is short, because the path of a socket below it can have at most 104 characters.
  const temporary = mkdtempSync(join(tmpdir(), 'hm-'));
  const dataDir = options.dataDir ?? join(temporary, 'd');
  const extensionsDir = join(temporary, 'e');
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(extensionsDir, { recursive: true });
  const server = join(folder, 'out', 'server-main.js');
  if (options.vsix !== undefined) await installExtension([node, server], options.vsix, extensionsDir);
  if (options.language === pseudoLanguage) addPseudoTranslations(extensionsDir);
  const builtIns = join(temporary, 'b');
  if (options.isLean) linkBuiltInExtensions(folder, builtIns);
  writeSettings(dataDir, options.settings ?? quietSettings);
  // Another process could take a free port before the server listens. With 0, the server selects a port
  // itself.
  const requestedPort = options.port ? await freePort(options.port) : 0;
  const redirect = await startLoopbackRedirect();
  const child = startGroup(
    node,
    [
      server,
      ...serverArguments(requestedPort, dataDir, extensionsDir),
      ...(options.isLean ? ['--builtin-extensions-dir', builtIns] : []),
      // With this flag, no setting can turn trust on.
      ...(options.settings?.[workspaceTrust] === true ? [] : ['--disable-workspace-trust']),
      ...(options.defaultFolder ? ['--default-folder', options.defaultFolder] : []),
      // Without this flag, the page ignores its payload.
      ...(options.isAutomated ? ['--enable-smoke-test-driver'] : []),
    ],
    { env: serverEnvironment({ VSCODE_PROXY_URI: redirect.template, ...options.env }) },
  );
  let log = '';
  const appendLog = (chunk: Buffer): void => {
    log += chunk.toString();
  };
  child.stdout?.on('data', appendLog);
  child.stderr?.on('data', appendLog);
  const close = async (): Promise<void> => {
    redirect.close();
    await endGroup(child);
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await waitForServer(() => log, child);
    const waitForHostsToEnd = (): Promise<boolean> =>
      waitForCondition(() => countMatches(log, hostStarts) <= countMatches(log, hostEnds));
    return { url: `http://localhost:${port}`, dataDir, log: () => log, waitForHostsToEnd, close };
  } catch (error) {
    await close();
    throw new Error(`The editor server didn't start.\n${log}`, { cause: error });
  }
}

const hostStarts = /Launched Extension Host Process/g;
const hostEnds = /Extension Host Process exited/g;

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Waits up to ten seconds for a condition, and returns whether it holds. */
async function waitForCondition(condition: () => boolean): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (!condition() && Date.now() < deadline) await delay(10);
  return condition();
}

function serverArguments(port: number, dataDir: string, extensionsDir: string): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    ...['--server-data-dir', dataDir, '--extensions-dir', extensionsDir],
    // Compressing messages takes longer than sending them within a machine.
    '--disable-websocket-compression',
    // An extension host gets our environment without waiting for a shell that reads the user's profile.
    '--force-disable-user-env',
    // The extension host of a closed page ends after a second, not after three hours.
    ...['--reconnection-grace-time', '1'],
  ];
}

function serverEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    // Variables of an outer editor or Node, and keys of the user, must not reach the server.
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|HOSTED_MCP_)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...added };
}

/** Reads the port from the server's log, and waits until the server responds there. */
async function waitForServer(log: () => string, child: ChildProcess): Promise<number> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The editor server ended with exit code ${child.exitCode}.`);
    const port = /^Extension host agent listening on (\d+)$/m.exec(log())?.[1];
    if (port !== undefined && (await isReachable(`http://127.0.0.1:${port}/`))) return Number(port);
    await delay(100);
  }
  throw new Error("The editor server didn't respond within a minute.");
}

async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

interface WorkbenchTarget {
  readonly folder: string;
  /**
   * The path of the extension under development, and of its tests. Absent if only installed extensions run.
   */
  readonly extension?: string;
  readonly tests?: string;
  /**
   * Whether the extension under development runs in a web worker host, as in an editor that runs only in a
   * browser.
   */
  readonly isWeb?: boolean;
}

/** Returns the URL of a workbench with an open folder. */
function createWorkbenchUrl(editor: Editor, target: WorkbenchTarget): string {
  const url = new URL(editor.url);
  const remote = (path: string): string =>
    `vscode-remote://${url.host}${path.replaceAll('\\', '/').replace(/^(?=[^/])/, '/')}`;
  url.searchParams.set('folder', target.folder);
  const payload = Object.entries({
    ...(target.extension && { extensionDevelopmentPath: remote(target.extension), skipWelcome: 'true' }),
    ...(target.tests && { extensionTestsPath: remote(target.tests) }),
    ...(target.isWeb && { extensionDevelopmentKind: 'web' }),
  });
  if (payload.length > 0) url.searchParams.set('payload', JSON.stringify(payload));
  return url.href;
}

/** Sets the display language of a page's windows, as an installed language pack would. */
export async function setDisplayLanguage(page: Page, language: Language): Promise<void> {
  // The editor's own texts don't exist in the pseudo language, and stay in English.
  if (language === pseudoLanguage)
    await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${language}'`);
}

/** Opens the workbench in a page, and waits until it's visible. */
export async function openWorkbench(page: Page, editor: Editor, target: WorkbenchTarget): Promise<void> {
  await page.goto(createWorkbenchUrl(editor, target), { timeout: 120_000 });
  await page.locator('.monaco-workbench').waitFor({ timeout: 120_000 });
}

/**
 * Starts a replacement for the proxy through which the editor server sends links to this machine. The proxy
 * uses another path and origin, where no sign-in page works. The replacement redirects to the original URL.
 */
async function startLoopbackRedirect(): Promise<{ readonly template: string; close(): void }> {
  const server = createServer((request, response) => {
    const [, port, rest] = /^\/(\d{1,5})(\/.*)$/.exec(request.url ?? '') ?? [];
    if (port === undefined) response.writeHead(404).end();
    else response.writeHead(307, { Location: `http://127.0.0.1:${port}${rest}` }).end();
  });
  const port = await listen(server);
  return {
    template: `http://127.0.0.1:${port}/{{port}}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
