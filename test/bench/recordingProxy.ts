import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response with log entries that passed through the proxy. */
export interface RecordedResponse {
  readonly text: string;
  /** The time when its last byte was sent, in milliseconds since the epoch. */
  readonly endedAt: number;
}

/** A proxy to a service that records responses with log entries. */
interface RecordingProxy {
  readonly url: string;
  readonly responses: RecordedResponse[];
  close(): Promise<void>;
}

/** Starts a proxy on a free port. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const responses: RecordedResponse[] = [];
  const server = createServer(async (request, response) => {
    try {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const upstream = await fetch(`${target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body: Buffer.concat(body) }),
        redirect: 'manual',
      });
      const text = await upstream.text();
      const forwardedHeaders = [...upstream.headers].filter(
        ([name]) => !/^(content-|transfer-|connection)/.test(name),
      );
      const type = upstream.headers.get('content-type');
      response.writeHead(upstream.status, {
        ...Object.fromEntries(forwardedHeaders),
        ...(type !== null && { 'content-type': type }),
      });
      response.end(text, () => {
        if (request.url?.includes('/logs')) {
          responses.push({ text, endedAt: performance.timeOrigin + performance.now() });
        }
      });
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
