/** The part of `SecretStorage` that answers go through: they hold a code, so they are secrets. */
interface RelaySecrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Brings answers of authorization servers (RFC 6749 §4.1.2) to the window that waits for them. */
interface UriRelay {
  /** The answer that came for the sign-in with this `state`. Rejects with the reason of `signal`. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  /** An answer has come to this window. */
  receive(query: string): Promise<void>;
  /** A secret has changed, here or in another window. */
  handleSecretChange(key: string): void;
}

const relayKey = 'hostedMcp.signInAnswer';
/** More is no answer, in characters. */
const maxQueryLength = 8192;
/** A code lives for minutes at most (RFC 6749 §4.1.2), in milliseconds. */
const lifeMs = 60_000;

export function createUriRelay(secrets: RelaySecrets): UriRelay {
  const waiting = new Map<string, (parameters: URLSearchParams) => void>();

  function settle(query: string): boolean {
    // Whether the editor has decoded it differs; a code may hold a plus sign, and none of the names or values a space.
    const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
    const resolveWaiting = waiting.get(parameters.get('state') ?? '');
    resolveWaiting?.(parameters);
    return resolveWaiting !== undefined;
  }

  async function takeRelayed(): Promise<void> {
    const query = await secrets.get(relayKey);
    if (query !== undefined && settle(query)) await secrets.delete(relayKey);
  }

  async function relay(query: string): Promise<void> {
    await secrets.store(relayKey, query);
    // No one waited for it, or someone has it.
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
      if (query.length <= maxQueryLength && !settle(query)) await relay(query);
    },
    handleSecretChange: (key) => {
      // What can't be read isn't there: the sign-in waits on, and can be cancelled.
      if (key === relayKey && waiting.size > 0) void takeRelayed().catch(() => undefined);
    },
  };
}
