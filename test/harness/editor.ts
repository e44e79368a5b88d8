import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Language, pseudoLanguage } from '../kit/pseudo.ts';
import { addPseudoTranslations, installExtension, linkBuiltInExtensions } from './editorExtensions.ts';
import { type EditorVersion, installEditor } from './editorInstall.ts';
import { startLoopbackRedirect } from './loopbackRedirect.ts';
import { freePort } from './ports.ts';
import { endGroup, startGroup } from './processes.ts';
import { quietSettings, type Settings, workspaceTrust, writeSettings } from './settings.ts';

export interface EditorOptions {
  readonly editor: EditorVersion;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Kept between runs when given; else a temporary folder that goes with the server. */
  readonly dataDir?: string;
  /** The user settings; absent: the quiet ones. */
  readonly settings?: Settings;
  /** Added to our own environment; the extension host sees it. */
  readonly env?: Readonly<Record<string, string>>;
  /** What a page opens that names no folder itself. */
  readonly defaultFolder?: string;
  /** A package to install, as a user does; absent: none. */
  readonly vsix?: string;
  /** Which the package speaks besides English; the page that opens a window chooses. Absent: none. */
  readonly language?: Language;
  /** Without those of the editor's own extensions that only take time. */
  readonly isLean?: boolean;
  /**
   * Lets the page load an extension under development and its tests. The editor then shows no notifications, so
   * that whatever a person is to see needs the installed package.
   */
  readonly isAutomated?: boolean;
}

/** A running editor server. */
export interface Editor {
  readonly url: string;
  readonly dataDir: string;
  /** What the server wrote so far. */
  log(): string;
  /** Once every window is closed: whether each extension host that was started has ended, waited for as long as a host may take. */
  waitForHostsToEnd(): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts a server and resolves when it answers. Rejects with its log when it doesn't within a minute. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const { folder, node } = await installEditor(options.editor);
  // Short: the path of a socket below it may not exceed 104 characters.
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
  // One that is only found free may be taken before the server listens: 0 lets the server take one itself.
  const wanted = options.port ? await freePort(options.port) : 0;
  const redirect = await startLoopbackRedirect();
  const child = startGroup(
    node,
    [
      server,
      ...serverArguments(wanted, dataDir, extensionsDir),
      ...(options.isLean ? ['--builtin-extensions-dir', builtIns] : []),
      // Not even the settings turn trust on again then.
      ...(options.settings?.[workspaceTrust] === true ? [] : ['--disable-workspace-trust']),
      ...(options.defaultFolder ? ['--default-folder', options.defaultFolder] : []),
      // Without it the page ignores its payload.
      ...(options.isAutomated ? ['--enable-smoke-test-driver'] : []),
    ],
    { env: serverEnvironment({ VSCODE_PROXY_URI: redirect.template, ...options.env }) },
  );
  let log = '';
  const keep = (chunk: Buffer): void => {
    log += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
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

/** Whether it comes true within ten seconds. */
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
    // An extension host has our variables, and doesn't wait for a shell that reads the profile of whoever runs the tests.
    '--force-disable-user-env',
    // A closed page's extension host ends soon, not after three hours.
    ...['--reconnection-grace-time', '1'],
  ];
}

function serverEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    // An editor or a Node that we run inside of must not reach into this one; nor a key of the person at the keyboard.
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|NODE_TEST_CONTEXT$|HOSTED_MCP_)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...added };
}

/** The port, as the server's log tells it, once it answers there. */
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

export interface WorkbenchTarget {
  readonly folder: string;
  /** The extension under development, and the tests inside its host; absent: only what is installed. */
  readonly extension?: string;
  readonly tests?: string;
  /** The extension under development runs in the page's own web worker host, as in a browser-only editor. */
  readonly isWeb?: boolean;
}

/** The address of the workbench with this folder open. */
export function createWorkbenchUrl(editor: Editor, target: WorkbenchTarget): string {
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

/** Has a page open its windows in a language, as where the editor's language pack for it is installed. */
export async function setDisplayLanguage(page: Page, language: Language): Promise<void> {
  // The editor has no texts of its own in a language of no people: they stay English.
  if (language === pseudoLanguage)
    await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${language}'`);
}

/** Opens the workbench in a page, and resolves when it is there. */
export async function openWorkbench(page: Page, editor: Editor, target: WorkbenchTarget): Promise<void> {
  await page.goto(createWorkbenchUrl(editor, target));
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
}
