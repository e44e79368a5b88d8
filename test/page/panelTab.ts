import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../harness/paths.ts';
import type { RunningExtension } from './extension.ts';
import type { PageResponse, PageServer } from './pageServer.ts';
import themes from './themes.json' with { type: 'json' };
import { origin, type Panel } from './vscode.ts';

export type Theme = keyof typeof themes;

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.html': 'text/html',
};

/** A browser tab for the pages of panels. */
export interface PanelTab {
  /** Shows the panels of an extension in this tab, in place of those of an earlier one. */
  attachTo(extension: RunningExtension): void;
  /**
   * Waits until the page of the visible panel is loaded. Before that, the tab has the previous page, and
   * closing it while it loads can hang.
   */
  whenLoaded(): Promise<void>;
}

/** Makes a page the tab of the visible panel. As in the editor, a hidden panel has no page. */
export async function createPanelTab(page: Page, theme: Theme, server: PageServer): Promise<PanelTab> {
  let visiblePanel: Panel | undefined;
  let count = 0;
  let loading: Promise<unknown> = Promise.resolve();
  await page.exposeBinding('fromPage', (_source, kind: 'message' | 'state', of: number, value: unknown) => {
    // A page that is being left can still send messages.
    if (!visiblePanel || of !== count) return;
    if (kind === 'state') visiblePanel.state = value;
    else visiblePanel.received.fire(value);
  });
  await page.addInitScript(defineVsCodeApi);
  await page.addInitScript(`document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') (${applyTheme})(${JSON.stringify(themes[theme])});
  });`);
  server.respond = (pathname) => respond(pathname, visiblePanel, count);
  return {
    attachTo({ editor }) {
      editor.tab.show = (panel) => {
        visiblePanel = panel;
        count++;
        // An interrupted navigation isn't an error.
        loading = page.goto(`${origin}/panel/${count}.html`).catch(() => undefined);
      };
      editor.tab.post = async (panel, message) => {
        if (panel !== visiblePanel) return false;
        // As a text, because the driver copies each value of an object several times.
        const sent = page.evaluate(dispatchMessage, JSON.stringify(message));
        return await sent.then(() => true).catch(() => false);
      };
      editor.clipboard = {
        read: () => page.evaluate(() => navigator.clipboard.readText()),
        write: (text) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text),
      };
    },
    async whenLoaded() {
      for (let last: unknown; last !== loading; ) {
        last = loading;
        await loading;
      }
    },
  };
}

async function respond(pathname: string, panel: Panel | undefined, number: number): Promise<PageResponse> {
  const [, folder = '', name = ''] = /^\/(panel|dist)\/((?:pages\/)?[\w.]+)$/.exec(pathname) ?? [];
  const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
  if (folder === 'panel' && panel)
    return { contentType, body: createDocument(panel, number), isCached: false };
  if (folder !== 'dist') return undefined;
  const path = name === 'default.css' ? join(root, 'test', 'page', name) : join(root, 'dist', name);
  return { contentType, body: await readFile(path), isCached: true };
}

/** Returns the HTML of the extension, with the additions of the editor. */
function createDocument({ webview, state }: Panel, number: number): string {
  const saved = JSON.stringify({ number, state }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return webview.html.replace(
    '<head>',
    `<head><meta name="page-state" content="${saved}"><link rel="stylesheet" href="/dist/default.css">`,
  );
}

/** Changes the theme, with the same effects on the page as in the editor. */
export async function changeTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(applyTheme, themes[theme]);
}

/** Applies the variables and classes of a theme. Runs in the page. */
function applyTheme(theme: (typeof themes)[Theme]): void {
  document.documentElement.removeAttribute('style');
  for (const [name, value] of Object.entries(theme.variables)) {
    document.documentElement.style.setProperty(name, value);
  }
  document.body.className = theme.bodyClass;
  document.body.dataset['vscodeThemeKind'] = theme.kind;
}

/** Sends a message of the extension to the page, which is JSON, as in the editor. Runs in the page. */
function dispatchMessage(text: string): void {
  window.dispatchEvent(new MessageEvent('message', { data: JSON.parse(text) }));
}

/** Defines the API of the editor for webviews. Runs in the page before its scripts. */
function defineVsCodeApi(): void {
  const send = (kind: string, of: number, value: unknown): void => {
    const fromPage: unknown = Reflect.get(globalThis, 'fromPage');
    if (typeof fromPage === 'function') void fromPage(kind, of, value);
  };
  Reflect.set(globalThis, 'acquireVsCodeApi', () => {
    const text = document.querySelector('meta[name="page-state"]')?.getAttribute('content') ?? '{}';
    const { number, state }: { number: number; state: unknown } = JSON.parse(text);
    let saved = state;
    return {
      postMessage: (message: unknown) => send('message', number, message),
      getState: () => saved,
      setState: (value: unknown) => {
        saved = value;
        send('state', number, value);
        return value;
      },
    };
  });
}
