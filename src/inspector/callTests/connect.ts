import { stepsOf } from '../doctor.ts';
import { explain } from '../explain.ts';
import type { Authorization, Link, OpenLink } from '../link.ts';
import type { Exchange } from '../trace.ts';
import { masked } from './masked.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { withTaskTools } from './taskTools.ts';

interface ConnectOptions {
  readonly open: OpenLink;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  /** What no reason may have. */
  readonly secrets: readonly string[];
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds for the handshake. */
  readonly timeoutMs: number;
}

type Connected =
  | { readonly ok: true; readonly link: Link; readonly refusals: Refusals }
  | { readonly ok: false; readonly reason: string };

/** A connection for tests, or why there is none. Never rejects. */
export async function connectForTests(options: ConnectOptions): Promise<Connected> {
  const { open, secrets, timeoutMs, signal, ...server } = options;
  const refusals = createRefusals();
  const exchanges: Exchange[] = [];
  let isOpen = false;
  try {
    const link = await open({
      ...{
        ...server,
        answer: refusals.answer,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      },
      onMessage: () => undefined,
      // What comes once it is connected says nothing about that.
      onExchange: (exchange) => void (isOpen || exchanges.push(exchange)),
      onListChanged: () => undefined,
    });
    isOpen = true;
    return { ok: true, link: withTaskTools(link), refusals };
  } catch (error) {
    const failure = explain(error);
    const steps = stepsOf({ url: server.url, exchanges, isInitialized: false, failure });
    const text = steps.find(({ outcome }) => outcome === 'failed')?.text ?? failure;
    return { ok: false, reason: masked(text, secrets) };
  }
}
