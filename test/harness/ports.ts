import { createServer, type Server } from 'node:net';

/**
 * Listens on the loopback address, on a port or on any free one (0), and returns the port. Rejects if the
 * port is in use.
 */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('No port on 127.0.0.1.'));
    });
  });
}

/** Returns `wanted` if it's free on the loopback address, otherwise any free port. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  const port = await listen(server, preferred).catch(() => undefined);
  if (port === undefined) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The range of ports below those that systems assign to connections, so that a port that is briefly free
 * isn't taken.
 */
const [lowest, highest] = [16_000, 30_000] as const;

/** Returns a free port that a process can release and use again, such as for a server that restarts. */
export async function findReusablePort(): Promise<number> {
  for (;;) {
    const candidate = lowest + Math.floor(Math.random() * (highest - lowest));
    if ((await freePort(candidate)) === candidate) return candidate;
  }
}
