import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../harness/ports.ts';

/** The response to a request of a page. `undefined` if there is no such file. */
export type PageResponse =
  | { readonly contentType: string; readonly body: string | Buffer; readonly isCached: boolean }
  | undefined;

/**
 * The server of the pages of panels in the browser of one worker. Unlike routes of the test runner, it doesn't
 * turn off the cache of the browser.
 */
export interface PageServer {
  /** The argument with which a browser sends requests for the origin of the pages to this server. */
  readonly browserArgument: string;
  /** Returns the response for a path. Each test replaces it. */
  respond(pathname: string): Promise<PageResponse>;
  close(): Promise<void>;
}

/** Starts a server on the loopback address. */
export async function startPageServer(): Promise<PageServer> {
  const server = createServer((request, response) => void answer(request, response));
  const pageServer: PageServer = {
    browserArgument: `--host-resolver-rules=MAP localhost:80 127.0.0.1:${await listen(server)}`,
    respond: async () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const found = await pageServer.respond(pathname).catch(() => undefined);
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': found.contentType,
      'Cache-Control': found.isCached ? 'max-age=86400, immutable' : 'no-store',
    });
    response.end(found.body);
  };
  return pageServer;
}
