import { createServer } from 'node:http';
import { listen } from './ports.ts';

/**
 * Starts a replacement for the proxy through which the editor server sends links to this machine. The proxy
 * uses another path and origin, where no sign-in page works. The replacement redirects to the original URL.
 */
export async function startLoopbackRedirect(): Promise<{ readonly template: string; close(): void }> {
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
