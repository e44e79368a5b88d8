import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import type { Authorization } from '../mcpConnection.ts';
import { readRefusalReason, type ServerReason } from '../wire/serverReason.ts';
import { type Challenge, mergeScopes, parseChallenge } from './challenge.ts';
import type { BrowserFlow } from './grant.node.ts';
import { createTokenStore, type Grant } from './tokenStore.ts';

/** Milliseconds that a person waits for a server to take its tokens back. */
const revocationTimeoutMs = 3000;

/** The server wants a sign-in, and there is none that it takes. */
export class SignInRequiredError extends Error {
  override readonly name = 'SignInNeeded';
  readonly status = 401;
  /** Why the server refused the request, in its own words; `undefined`: it gave no reason. */
  readonly reason: ServerReason | undefined;

  constructor(words?: ServerReason) {
    super('Unauthorized');
    this.reason = words;
  }
}

interface SignInDeps {
  /** The URL of the server, without a query. */
  readonly url: string;
  /** Origin and path by which the sign-in is stored; absent: those of the URL. */
  readonly address?: string;
  readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
  /** Only one window at a time may spend a refresh token. */
  readonly lease: Lease;
  /** Runs `work` with a browser; rejects with a `CancellationError` where the person leaves. */
  readonly withBrowser: (work: (browsing: BrowserFlow) => Promise<Grant>) => Promise<Grant>;
  /** The sign-in is lost. */
  readonly onLost: () => void;
  /** The server requires a scope that the sign-in lacks. */
  readonly onScopeMissing?: () => void;
}

/** A person's sign-in to a server: asked for, kept, renewed, forgotten. */
export interface SignIn {
  /** For the connections to the server. */
  readonly authorization: Authorization;
  /** The server has asked for one when it refused a request last. */
  readonly isRequired: boolean;
  /** The refusal names no sign-in, but documents at well-known places do. */
  readonly isDiscovered: boolean;
  readonly isSignedIn: boolean;
  /** The server refused a request because the sign-in lacks a scope: its names, or empty where the server names none. */
  readonly missingScope: string | undefined;
  /** A sign-in that the server took before was refused, and is forgotten. */
  readonly isLost: boolean;
  /** Asks the person. Rejects, and changes nothing, where that comes to nothing. */
  signIn(): Promise<void>;
  /** Forgets the tokens and the client, and has the authorization server do so if it can in time. Never rejects for that. */
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

  /** Whether there is another token to try than the one that was refused. */
  async function renew(refused: string | undefined): Promise<boolean> {
    const { renewGrant } = await import('./grant.node.ts');
    const grant = await read();
    if (!grant?.tokens) return false;
    if (grant.tokens.access !== refused) return true;
    const renewed = await renewGrant(url, grant);
    const now = await read();
    // Signed out, or in again, meanwhile: no one wants what came.
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
      // Scopes that were granted before stay granted (OAuth step-up of the MCP specification).
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
