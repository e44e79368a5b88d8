import { createClient } from '../../../src/api/client.ts';

/** What the client sent: `POST /path`, and its body. */
export interface Sent {
  readonly request: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A client on answers made here. */
export function play(answer: (sent: Sent, nth: number) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const { insights } = createClient({
    baseUrl: 'https://api.example.com',
    getToken: async () => 'token',
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body ?? '{}'));
      sent.push({ request: `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`, body });
      return answer(sent.at(-1) as Sent, sent.length);
    },
    timing: { sleep: async () => undefined },
  });
  return { sent, insights };
}

export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } });
export const notFound = (): Response =>
  json({ defined: true, code: 'NOT_FOUND', status: 404, message: 'Not Found' }, 404);
export const cut = (code = 'ECONNRESET'): never => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code }) });
};
