import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import { omitUndefined } from '../../fields.ts';
import type { Authorization } from '../mcpConnection.ts';
import { readRejectionReason, type ServerReason } from '../wire/serverReason.ts';
import { type Challenge, mergeScopes, parseChallenge } from './challenge.ts';
import type { BrowserFlow } from './grant.node.ts';
import { createTokenStore, type Grant, type TokenStore } from './tokenStore.ts';

/** Milliseconds to wait for the revocation of tokens. */
const revocationTimeoutMs = 3000;

/** The server requires a sign-in, and there is no valid one. */
class SignInRequiredError extends Error {
  override readonly name = 'SignInRequiredError';
  readonly status = 401;
  /** The server's reason for the rejection; `undefined` if it gave none. */
  readonly reason: ServerReason | undefined;

  constructor(reason?: ServerReason) {
    super('Unauthorized');
    this.reason = reason;
  }
}

interface SignInOptions {
  /** The URL of the server, without a query. */
  readonly url: string;
  /** The storage key of the sign-in: origin and path; by default those of the URL. */
  readonly storageUrl?: string;
  readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
  /** Ensures that only one window at a time uses a refresh token. */
  readonly lease: Lease;
  /** Runs `work` with a browser. Rejects with a `CancellationError` if the user cancels. */
  readonly withBrowser: (work: (browserFlow: BrowserFlow) => Promise<Grant>) => Promise<Grant>;
  /** Called when the stored sign-in is no longer valid. */
  readonly onLost: () => void;
  /** Called when the server requires a scope that the sign-in lacks. */
  readonly onScopeMissing?: () => void;
}

/** The user's sign-in to a server. */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #storageUrl: string;
  readonly #tokenStore: TokenStore;
  #challenge: Challenge | undefined;
  #missingScope: string | undefined;
  #isSignedIn = false;
  #isLost = false;
  /** The access token of the last request. */
  #sentToken: string | undefined;
  #renewing: Promise<boolean> | undefined;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#storageUrl = options.storageUrl ?? options.url;
    this.#tokenStore = createTokenStore(options.secrets, this.#storageUrl);
  }

  /** The authorization for connections to the server. */
  readonly authorization: Authorization = {
    token: async () => {
      this.#sentToken = (await this.#readGrant())?.tokens?.access;
      return this.#sentToken;
    },
    onUnauthorized: ({ response }) => this.#renewOrReject(response),
    onInsufficientScope: (response) => {
      this.#challenge = parseChallenge(response);
      this.#missingScope = this.#challenge.scope ?? '';
      this.#options.onScopeMissing?.();
    },
  };

  /** Whether the server's last rejection requires a sign-in. */
  get isRequired(): boolean {
    return this.#challenge !== undefined;
  }

  /** Whether the sign-in was found at well-known URLs, because the rejection has no metadata URL. */
  get isDiscovered(): boolean {
    return this.#challenge !== undefined && this.#challenge.resourceMetadataUrl === undefined;
  }

  get isSignedIn(): boolean {
    return this.#isSignedIn;
  }

  /**
   * The scope that the sign-in lacks, or an empty string if the server doesn't name it; `undefined` if none is
   * missing.
   */
  get missingScope(): string | undefined {
    return this.#missingScope;
  }

  /** Whether a sign-in that was valid before was rejected and deleted. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Lets the user sign in. Rejects, and changes nothing, if this fails. */
  async signIn(): Promise<void> {
    const { requestGrant } = await import('./grant.node.ts');
    const { url, withBrowser } = this.#options;
    const challenge = this.#challenge ?? {};
    // The sign-in also requests scopes that were granted before (step-up authorization in the MCP specification).
    const granted = this.#missingScope === undefined ? undefined : (await this.#tokenStore.read())?.scope;
    const scope = challenge.scope && mergeScopes(granted, challenge.scope);
    const extended = { ...challenge, ...(scope && { scope }) };
    const grant = await withBrowser((browserFlow) => requestGrant(url, extended, browserFlow));
    await this.#tokenStore.write(grant);
    this.#isSignedIn = true;
    this.#isLost = false;
    this.#missingScope = undefined;
  }

  /**
   * Deletes the tokens and the client, and revokes the tokens at the authorization server within a time limit. Never
   * rejects because of the revocation.
   */
  async signOut(): Promise<void> {
    const grant = await this.#readGrant();
    await this.#tokenStore.delete();
    this.#isSignedIn = false;
    this.#isLost = false;
    this.#missingScope = undefined;
    if (grant) await this.#revoke(grant);
  }

  async #readGrant(): Promise<Grant | undefined> {
    const grant = await this.#tokenStore.read();
    this.#isSignedIn = grant?.tokens !== undefined;
    return grant;
  }

  /** Resolves if there is a token other than the rejected one. Rejects with a `SignInRequiredError` if there is none. */
  async #renewOrReject(response: Response): Promise<void> {
    const rejectedToken = this.#sentToken;
    const challenge = parseChallenge(response);
    this.#challenge = challenge.resourceMetadataUrl && challenge;
    this.#renewing ??= this.#options
      .lease(`inspector:${this.#storageUrl}`, () => this.#renew(rejectedToken))
      .finally(() => {
        this.#renewing = undefined;
      });
    if (await this.#renewing) return;
    const { canDiscoverSignIn } = await import('./grant.node.ts');
    if (!this.#challenge && (await canDiscoverSignIn(this.#options.url))) this.#challenge = challenge;
    throw new SignInRequiredError(readRejectionReason(response.headers, await response.text()));
  }

  /** Renews the rejected token, unless it was already replaced. Returns whether there is another token now. */
  async #renew(rejectedToken: string | undefined): Promise<boolean> {
    const { renewGrant } = await import('./grant.node.ts');
    const grant = await this.#readGrant();
    if (!grant?.tokens) return false;
    if (grant.tokens.access !== rejectedToken) return true;
    const renewed = await renewGrant(this.#options.url, grant);
    const current = await this.#readGrant();
    // The user signed out or in again meanwhile, so the new tokens aren't needed.
    if (current?.tokens?.access !== rejectedToken) {
      if (renewed) void this.#revoke(renewed);
      return current?.tokens !== undefined;
    }
    const { tokens: _, ...client } = grant;
    await this.#tokenStore.write(renewed ?? client);
    this.#isSignedIn = renewed !== undefined;
    if (renewed) return true;
    this.#isLost = true;
    this.#options.onLost();
    return false;
  }

  async #revoke(grant: Grant): Promise<void> {
    const { revokeGrant } = await import('./grant.node.ts');
    const signal = AbortSignal.timeout(revocationTimeoutMs);
    await revokeGrant(this.#options.url, grant, signal).catch(() => undefined);
  }
}

/**
 * Returns the stored sign-in to a server. It never prompts. `url`: without a query. `storageUrl`: the storage
 * key; by default `url`.
 */
export function createStoredSignIn(
  { secrets, lease }: { readonly secrets: vscode.SecretStorage; readonly lease: Lease },
  url: string,
  storageUrl?: string,
): Authorization {
  return new SignIn({
    url,
    secrets,
    lease,
    ...omitUndefined({ storageUrl }),
    withBrowser: () => Promise.reject(new SignInRequiredError()),
    onLost: () => undefined,
  }).authorization;
}
