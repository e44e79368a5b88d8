import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Credentials by their name in the protocol, such as `access_token`. */
type Credentials = ReadonlyMap<string, ReadonlySet<string>>;

/** The fields of a JSON response that contain credentials. */
const secretField = /"(access_token|refresh_token|id_token|ticket)":"([^"]+)"/g;

/** Collects the credentials that the servers of this process receive and send, until `stop`. */
export function collectCredentials(): { readonly found: Credentials; stop(): void } {
  const found = new Map<string, Set<string>>();
  const add = (name: string, value: string): void => {
    found.set(name, (found.get(name) ?? new Set()).add(value));
  };
  const listen = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (sent !== undefined) add('authorization', sent);
    const chunks: Buffer[] = [];
    for (const method of ['write', 'end'] as const) {
      const original = response[method].bind(response) as (...args: unknown[]) => never;
      response[method] = (...args: unknown[]): never => {
        const [chunk] = args;
        if (typeof chunk === 'string' || chunk instanceof Uint8Array)
          chunks.push(Buffer.from(chunk as string));
        return original(...args);
      };
    }
    response.once('finish', () => {
      const body = Buffer.concat(chunks).toString();
      for (const [, name = '', value = ''] of body.matchAll(secretField)) add(name, value);
      const code = /[?&]code=([^&]+)/.exec(String(response.getHeader('location') ?? ''))?.[1];
      if (code !== undefined) add('code', code);
    });
  };
  subscribe('http.server.request.start', listen);
  return { found, stop: () => unsubscribe('http.server.request.start', listen) };
}
