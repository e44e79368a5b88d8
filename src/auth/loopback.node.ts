import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where the browser comes back to after a sign-in (RFC 8252 §7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /** The address that the browser comes back with for the sign-in of this `state`; other answers aren't for us. */
  waitForRedirect(state: string): Promise<URL>;
  close(): void;
  /** No one waits any more: a browser that still comes is told so, until the address is wanted again. */
  linger(): void;
}

export const canListen = true;

const path = '/callback';

/** What the browser shows when it has come back. */
export interface RedirectPage {
  readonly title: string;
  readonly text: string;
}

/** Nothing of an answer itself may be on them. */
export interface RedirectPages {
  /** By the `error` of the answer (RFC 6749 §4.1.2.1). */
  createCompletedPage(error: string | undefined): RedirectPage;
  /** No one waits for this answer. `isWaiting`: the editor still waits for the answer of another sign-in. */
  createExpiredPage(isWaiting: boolean): RedirectPage;
}

/** Listens on a loopback address; `port` 0 takes any free one. Rejects when the port is taken. */
export async function listen(port: number, pages: RedirectPages): Promise<LoopbackListener> {
  closeLingering();
  /** The sign-in that is waited for: any program of this machine, and any web page, can send an answer to another. */
  let waiting: { readonly state: string; take(url: URL): void } | undefined;
  /** The answer has come, or the sign-in has ended without one. */
  let isOver = false;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', redirectUri);
    if (request.method !== 'GET' || url?.pathname !== path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      Connection: 'close',
    });
    const isWanted = waiting !== undefined && url.searchParams.get('state') === waiting.state;
    if (isWanted)
      response.end(renderRedirectPage(pages.createCompletedPage(url.searchParams.get('error') ?? undefined)));
    else response.end(renderRedirectPage(pages.createExpiredPage(!isOver)));
    if (isWanted) {
      isOver = true;
      waiting?.take(url);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    redirectUri,
    waitForRedirect: (state) =>
      new Promise((resolve) => {
        isOver = false;
        waiting = { state, take: resolve };
      }),
    close,
    linger: () => {
      waiting = undefined;
      isOver = true;
      server.unref();
      const timer = setTimeout(close, lingerMs);
      timer.unref();
      closeLingering = () => {
        clearTimeout(timer);
        close();
      };
    },
  };
}

/** As long as a sign-in may take, in milliseconds. */
const lingerMs = 5 * 60_000;
/** The port may be the one that is registered: there is one such listener at most. */
let closeLingering: () => void = () => undefined;

function renderRedirectPage({ title, text }: RedirectPage): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtmlText(title)}</title>
<meta name="color-scheme" content="light dark">
<style>body{font:16px system-ui;display:grid;place-content:center;height:90vh;text-align:center}</style>
<main><h1>${escapeHtmlText(title)}</h1><p>${escapeHtmlText(text)}</p></main></html>`;
}

function escapeHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
