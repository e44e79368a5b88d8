import * as z from 'zod/mini';

/** Maximum number of servers that are remembered. */
const maxServers = 5;

/** A server on this machine. */
const localServerSchema = z.object({
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  /** The path of its MCP server, such as `/mcp`. Absent if it isn't known. */
  path: z.optional(z.string()),
});
export type LocalServer = z.infer<typeof localServerSchema>;

/** Reads the servers for which a tunnel was opened before, the latest first. `value` is from the storage. */
export function readRememberedServers(value: unknown): readonly LocalServer[] {
  return (Array.isArray(value) ? value : []).flatMap((one) => localServerSchema.safeParse(one).data ?? []);
}

/** Returns the servers to remember after a tunnel was opened for `server`. */
export function rememberServer(servers: readonly LocalServer[], server: LocalServer): readonly LocalServer[] {
  return [server, ...servers.filter(({ port }) => port !== server.port)].slice(0, maxServers);
}

/** Reads a port number. `undefined` if the text isn't a number from 1 to 65535. */
export function parsePort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Returns the server of a URL on this machine. `undefined` if it's another URL, or a URL with variables. */
export function parseLocalUrl(text: string): LocalServer | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') return undefined;
  if (!/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(url.hostname)) return undefined;
  return { port: url.port === '' ? 80 : Number(url.port), path: url.pathname };
}

/** Returns the argument of *Open Tunnel* for a server. */
export const toArgument = ({ port, path }: LocalServer) => ({
  port: String(port),
  ...(path !== undefined && { path }),
});

/** Returns the public URL of a server whose tunnel has a public URL. */
export const toPublicServerUrl = (publicUrl: string, { path = '/' }: LocalServer): string =>
  path === '/' ? publicUrl : new URL(path, publicUrl).href;

/** Returns the name of a server for MCP clients. */
export const toServerName = ({ port }: LocalServer): string => `localhost-${port}`;
