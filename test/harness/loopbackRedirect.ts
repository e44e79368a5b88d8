import { createServer } from 'node:http';
import { listen } from './ports.ts';

/**
 * The editor server sends links to this machine through a proxy of its own, below another path and origin, where no
 * sign-in page works. This stands in for that proxy, and leads back to the address that was meant.
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
