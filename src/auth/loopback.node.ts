import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserTimeoutMs } from './browserTimeout.ts';

/** The redirect target of a sign-in on a loopback address (RFC 8252 §7.3). */
export interface LoopbackListener {
  readonly redirectUri: string;
  /**
   * Resolves with the URL to which the browser was redirected for the sign-in with this `state`. Other requests are
   * ignored.
   */
  waitForRedirect(state: string): Promise<URL>;
  close(): void;
  /**
   * Ends the wait, but keeps listening. A late redirect gets a page about the expired sign-in, until another sign-in
   * listens or `browserTimeoutMs` has passed.
   */
  linger(): void;
}

export const canListen = true;

const callbackPath = '/callback';

/** The page that the browser shows after the redirect. */
export interface RedirectPage {
  readonly title: string;
  readonly text: string;
}

/** The pages must not contain any part of the redirect. */
export interface RedirectPages {
  /** Creates the page for a redirect with this `error` (RFC 6749 §4.1.2.1). */
  createCompletedPage(error: string | undefined): RedirectPage;
  /** Creates the page for an unexpected redirect. `isWaiting`: the editor is waiting for another sign-in. */
  createExpiredPage(isWaiting: boolean): RedirectPage;
}

/** Listens on a loopback address. `port` 0 uses any free one. Rejects if the port is in use. */
export async function listen(port: number, pages: RedirectPages): Promise<LoopbackListener> {
  closeLingering();
  /**
   * The pending sign-in. Redirects with another `state` are ignored, because any program on this machine and any web
   * page can send them.
   */
  let pending: { readonly state: string; onRedirect(url: URL): void } | undefined;
  /** Whether the redirect has arrived, or the sign-in has ended without one. */
  let hasEnded = false;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', redirectUri);
    if (request.method !== 'GET' || url?.pathname !== callbackPath) {
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
    const isExpected = pending !== undefined && url.searchParams.get('state') === pending.state;
    if (isExpected)
      response.end(renderRedirectPage(pages.createCompletedPage(url.searchParams.get('error') ?? undefined)));
    else response.end(renderRedirectPage(pages.createExpiredPage(!hasEnded)));
    if (isExpected) {
      hasEnded = true;
      pending?.onRedirect(url);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${callbackPath}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    redirectUri,
    waitForRedirect: (state) =>
      new Promise((resolve) => {
        hasEnded = false;
        pending = { state, onRedirect: resolve };
      }),
    close,
    linger: () => {
      pending = undefined;
      hasEnded = true;
      server.unref();
      const timer = setTimeout(close, browserTimeoutMs);
      timer.unref();
      closeLingering = () => {
        clearTimeout(timer);
        close();
      };
    },
  };
}

/** Closes the previous listener, which might use the registered port. */
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
