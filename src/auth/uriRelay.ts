/**
 * The part of `SecretStorage` with which windows pass redirects to each other. Redirects contain an authorization code,
 * so they are secrets.
 */
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
  waitForRedirect(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  /** Handles a redirect that arrived in this window. */
  handleRedirect(query: string): Promise<void>;
  /** Must be called after a secret has changed, in this window or another one. */
  handleSecretChange(key: string): void;
}

const relayKey = 'hostedMcp.signInAnswer';
/** Maximum length of a redirect's query in characters. A longer query is ignored. */
const maxQueryLength = 8192;
/**
 * Time in milliseconds for which a redirect is stored. An authorization code is valid for a few minutes at most (RFC
 * 6749 §4.1.2).
 */
const redirectLifetimeMs = 60_000;

export function createUriRelay(secrets: RelaySecrets): UriRelay {
  const waitingSignIns = new Map<string, (parameters: URLSearchParams) => void>();

  function resolveWaiting(query: string): boolean {
    // Some editors decode the query and others don't, so a plus sign is never a space: an authorization code can
    // contain a plus sign, but no parameter contains a space.
    const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
    const resolve = waitingSignIns.get(parameters.get('state') ?? '');
    resolve?.(parameters);
    return resolve !== undefined;
  }

  async function takeStoredRedirect(): Promise<void> {
    const query = await secrets.get(relayKey);
    if (query !== undefined && resolveWaiting(query)) await secrets.delete(relayKey);
  }

  async function storeRedirect(query: string): Promise<void> {
    await secrets.store(relayKey, query);
    // Deletes the redirect if no window has taken it.
    setTimeout(() => void deleteStoredRedirect(query).catch(() => undefined), redirectLifetimeMs);
  }

  async function deleteStoredRedirect(query: string): Promise<void> {
    if ((await secrets.get(relayKey)) === query) await secrets.delete(relayKey);
  }

  return {
    waitForRedirect: (state, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener(
          'abort',
          () => {
            waitingSignIns.delete(state);
            reject(signal.reason);
          },
          { once: true },
        );
        waitingSignIns.set(state, (parameters) => {
          waitingSignIns.delete(state);
          resolve(parameters);
        });
      }),
    handleRedirect: async (query) => {
      if (query.length <= maxQueryLength && !resolveWaiting(query)) await storeRedirect(query);
    },
    handleSecretChange: (key) => {
      // If the secret is unreadable, the sign-in keeps waiting and can be canceled.
      if (key === relayKey && waitingSignIns.size > 0) void takeStoredRedirect().catch(() => undefined);
    },
  };
}
