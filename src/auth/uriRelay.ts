/** The part of `SecretStorage` that passes redirects on: they contain a code, so they are secrets. */
interface RelaySecrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Passes redirects of authorization servers (RFC 6749 §4.1.2) to the window that waits for them. */
interface UriRelay {
  /**
   * Resolves with the parameters of the redirect for the sign-in with this `state`. Rejects with the reason of
   * `signal`.
   */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  /** Handles a redirect that arrived in this window. */
  receive(query: string): Promise<void>;
  /** Must be called after a secret has changed, in this window or another one. */
  handleSecretChange(key: string): void;
}

const relayKey = 'hostedMcp.signInAnswer';
/** In characters. A longer query isn't a redirect. */
const maxQueryLength = 8192;
/** In ms. A code is valid for a few minutes at most (RFC 6749 §4.1.2). */
const lifeMs = 60_000;

export function createUriRelay(secrets: RelaySecrets): UriRelay {
  const waiting = new Map<string, (parameters: URLSearchParams) => void>();

  function resolveWaiting(query: string): boolean {
    // Editors differ in whether they decode the query. A code can contain a plus sign, but no parameter contains a
    // space.
    const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
    const resolve = waiting.get(parameters.get('state') ?? '');
    resolve?.(parameters);
    return resolve !== undefined;
  }

  async function takeRelayed(): Promise<void> {
    const query = await secrets.get(relayKey);
    if (query !== undefined && resolveWaiting(query)) await secrets.delete(relayKey);
  }

  async function relay(query: string): Promise<void> {
    await secrets.store(relayKey, query);
    // No window waited for it, or one has taken it.
    setTimeout(() => void forget(query).catch(() => undefined), lifeMs);
  }

  async function forget(query: string): Promise<void> {
    if ((await secrets.get(relayKey)) === query) await secrets.delete(relayKey);
  }

  return {
    wait: (state, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener(
          'abort',
          () => {
            waiting.delete(state);
            reject(signal.reason);
          },
          { once: true },
        );
        waiting.set(state, (parameters) => {
          waiting.delete(state);
          resolve(parameters);
        });
      }),
    receive: async (query) => {
      if (query.length <= maxQueryLength && !resolveWaiting(query)) await relay(query);
    },
    handleSecretChange: (key) => {
      // If the secret is unreadable, the sign-in keeps waiting and can be canceled.
      if (key === relayKey && waiting.size > 0) void takeRelayed().catch(() => undefined);
    },
  };
}
