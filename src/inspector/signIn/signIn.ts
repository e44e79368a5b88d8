import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import { omitUndefined } from '../../fields.ts';
import type { Authorization } from '../mcpConnection.ts';
import { readRefusalReason, type ServerReason } from '../wire/serverReason.ts';
import { type Challenge, mergeScopes, parseChallenge } from './challenge.ts';
import type { BrowserFlow } from './grant.node.ts';
import { createTokenStore, type Grant } from './tokenStore.ts';

/** Milliseconds to wait for the revocation of tokens. */
const revocationTimeoutMs = 3000;

/** The server requires a sign-in, and there is no valid one. */
export class SignInRequiredError extends Error {
  override readonly name = 'SignInNeeded';
  readonly status = 401;
  /** The server's reason for the rejection; `undefined` if it gave none. */
  readonly reason: ServerReason | undefined;

  constructor(words?: ServerReason) {
    super('Unauthorized');
    this.reason = words;
  }
}

interface SignInDeps {
  /** The URL of the server, without a query. */
  readonly url: string;
  /** The storage key of the sign-in: origin and path; by default those of the URL. */
  readonly address?: string;
  readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
  /** Ensures that only one window at a time uses a refresh token. */
  readonly lease: Lease;
  /** Runs `work` with a browser. Rejects with a `CancellationError` if the user cancels. */
  readonly withBrowser: (work: (browsing: BrowserFlow) => Promise<Grant>) => Promise<Grant>;
  /** Called when the stored sign-in is no longer valid. */
  readonly onLost: () => void;
  /** Called when the server requires a scope that the sign-in lacks. */
  readonly onScopeMissing?: () => void;
}

/** The user's sign-in to a server. */
export interface SignIn {
  /** The authorization for connections to the server. */
  readonly authorization: Authorization;
  /** Whether the server's last rejection requires a sign-in. */
  readonly isRequired: boolean;
  /** Whether the sign-in was found at well-known URLs, because the rejection has no metadata URL. */
  readonly isDiscovered: boolean;
  readonly isSignedIn: boolean;
  /** The scope that the sign-in lacks, or an empty string if the server doesn't name it; `undefined` if none is missing. */
  readonly missingScope: string | undefined;
  /** Whether a sign-in that was valid before was rejected and deleted. */
  readonly isLost: boolean;
  /** Lets the user sign in. Rejects, and changes nothing, if this fails. */
  signIn(): Promise<void>;
  /**
   * Deletes the tokens and the client, and revokes the tokens at the authorization server within a time limit. Never
   * rejects because of the revocation.
   */
  signOut(): Promise<void>;
}

export function createSignIn({
  url,
  address = url,
  secrets,
  lease,
  withBrowser,
  onLost,
  onScopeMissing,
}: SignInDeps): SignIn {
  const kept = createTokenStore(secrets, address);
  let challenge: Challenge | undefined;
  let missingScope: string | undefined;
  let [isSignedIn, isLost] = [false, false];
  let sent: string | undefined;
  let renewing: Promise<boolean> | undefined;

  async function read(): Promise<Grant | undefined> {
    const grant = await kept.read();
    isSignedIn = grant?.tokens !== undefined;
    return grant;
  }

  /** Returns whether there is a token other than the rejected one. */
  async function renew(refused: string | undefined): Promise<boolean> {
    const { renewGrant } = await import('./grant.node.ts');
    const grant = await read();
    if (!grant?.tokens) return false;
    if (grant.tokens.access !== refused) return true;
    const renewed = await renewGrant(url, grant);
    const now = await read();
    // The user signed out or in again meanwhile, so the new tokens aren't needed.
    if (now?.tokens?.access !== refused) {
      if (renewed) void revoke(renewed);
      return now?.tokens !== undefined;
    }
    const { tokens: _, ...client } = grant;
    await kept.write(renewed ?? client);
    isSignedIn = renewed !== undefined;
    if (renewed) return true;
    isLost = true;
    onLost();
    return false;
  }

  async function revoke(grant: Grant): Promise<void> {
    const { revokeGrant } = await import('./grant.node.ts');
    await revokeGrant(url, grant, AbortSignal.timeout(revocationTimeoutMs)).catch(() => undefined);
  }

  return {
    authorization: {
      async token() {
        sent = (await read())?.tokens?.access;
        return sent;
      },
      async onUnauthorized({ response }) {
        const refused = sent;
        const asked = parseChallenge(response);
        challenge = asked.resourceMetadataUrl && asked;
        renewing ??= lease(`inspector:${address}`, () => renew(refused)).finally(() => {
          renewing = undefined;
        });
        if (await renewing) return;
        const { canDiscoverSignIn } = await import('./grant.node.ts');
        if (!challenge && (await canDiscoverSignIn(url))) challenge = asked;
        throw new SignInRequiredError(readRefusalReason(response.headers, await response.text()));
      },
      onInsufficientScope(response) {
        challenge = parseChallenge(response);
        missingScope = challenge.scope ?? '';
        onScopeMissing?.();
      },
    },
    get isRequired() {
      return challenge !== undefined;
    },
    get isDiscovered() {
      return challenge !== undefined && challenge.resourceMetadataUrl === undefined;
    },
    get isSignedIn() {
      return isSignedIn;
    },
    get missingScope() {
      return missingScope;
    },
    get isLost() {
      return isLost;
    },
    async signIn() {
      const { requestGrant } = await import('./grant.node.ts');
      const asked = challenge ?? {};
      // The sign-in also requests scopes that were granted before (step-up authorization in the MCP specification).
      const before = missingScope === undefined ? undefined : (await kept.read())?.scope;
      const scope = asked.scope && mergeScopes(before, asked.scope);
      const wanted = { ...asked, ...(scope && { scope }) };
      await kept.write(await withBrowser((browsing) => requestGrant(url, wanted, browsing)));
      [isSignedIn, isLost, missingScope] = [true, false, undefined];
    },
    async signOut() {
      const grant = await read();
      await kept.delete();
      [isSignedIn, isLost, missingScope] = [false, false, undefined];
      if (grant) await revoke(grant);
    },
  };
}

/**
 * Returns the stored sign-in to a server. It never prompts. `url`: without a query. `address`: the storage key; by
 * default `url`.
 */
export function createStoredSignIn(
  { secrets, lease }: { readonly secrets: vscode.SecretStorage; readonly lease: Lease },
  url: string,
  address?: string,
): Authorization {
  return createSignIn({
    url,
    secrets,
    lease,
    ...omitUndefined({ address }),
    withBrowser: () => Promise.reject(new SignInRequiredError()),
    onLost: () => undefined,
  }).authorization;
}
