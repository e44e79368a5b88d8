import { type Progressed, type Step, stepsOf } from '../doctor.ts';
import { explain } from '../explain.ts';
import type { Authorization, Link, OpenLink } from '../link.ts';
import { masked } from '../masked.ts';
import type { Exchange } from '../trace.ts';
import { withTimeLimit } from '../waitLimit.ts';
import { createRefusals, type Refusals } from './refusals.ts';
import { withTaskTools } from './taskTools.ts';

interface ConnectOptions {
  readonly open: OpenLink;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
  /** What no reason may have, besides the tokens of `authorization`. */
  readonly secrets: readonly string[];
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds for the handshake. */
  readonly timeoutMs: number;
  /** The steps of the connection; absent: those of one over HTTP. */
  readonly steps?: (progressed: Progressed) => readonly Step[];
}

export type Connected =
  | {
      readonly ok: true;
      readonly link: Link;
      readonly refusals: Refusals;
      /** What no outcome may have: tokens that are sent later are added. */
      readonly secrets: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** A connection for tests, or why there is none. Never rejects. */
export async function connectForTests(options: ConnectOptions): Promise<Connected> {
  const { open, timeoutMs, signal, authorization, steps = stepsOf, ...server } = options;
  const secrets = [...options.secrets];
  const refusals = createRefusals();
  const exchanges: Exchange[] = [];
  let isOpen = false;
  try {
    const link = await withTimeLimit(timeoutMs, signal, (limited) =>
      open({
        ...server,
        ...(authorization && { authorization: noting(authorization, secrets) }),
        answer: refusals.answer,
        signal: limited,
        onMessage: () => undefined,
        // Exchanges after the connection was made don't describe it.
        onExchange: (exchange) => void (isOpen || exchanges.push(exchange)),
        onListChanged: () => undefined,
      }),
    );
    isOpen = true;
    return { ok: true, link: withTaskTools(link), refusals, secrets };
  } catch (error) {
    const failure = explain(error);
    const all = steps({ url: server.url, exchanges, isInitialized: false, failure });
    const text = all.find(({ outcome }) => outcome === 'failed')?.text ?? failure;
    return { ok: false, reason: masked(text, secrets) };
  }
}

/** The same; each token that is sent is among the secrets. */
const noting = (authorization: Authorization, secrets: string[]): Authorization => ({
  async token() {
    const token = await authorization.token();
    if (token !== undefined && !secrets.includes(token)) secrets.push(token);
    return token;
  },
  onUnauthorized: (refusal) => authorization.onUnauthorized(refusal),
  onInsufficientScope: (response) => authorization.onInsufficientScope?.(response),
});
