import { createServer, type Server } from 'node:net';

/** Listens on the loopback address and answers the port; 0 takes any free one. Rejects when it is taken. */
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

/** `wanted` when it is free on the loopback address, else any free port. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  const port = await listen(server, wanted).catch(() => undefined);
  if (port === undefined) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Below what systems give to connections by themselves, so that a port which is let go for a moment isn't taken meanwhile. */
const [lowest, highest] = [16_000, 30_000] as const;

/** A free port that one process may let go and take again, as for a server that is started again. */
export async function findReusablePort(): Promise<number> {
  for (;;) {
    const candidate = lowest + Math.floor(Math.random() * (highest - lowest));
    if ((await freePort(candidate)) === candidate) return candidate;
  }
}
