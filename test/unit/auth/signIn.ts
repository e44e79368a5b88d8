import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import type { SignInFailure } from '../../../src/auth/errors.ts';
import {
  type AuthorizationContext,
  beginSignIn,
  classifySignInError,
  finishSignIn,
  prepareAuthorization,
} from '../../../src/auth/oauth.ts';
import type { AuthSession } from '../../../src/auth/session.ts';
import { signal } from '../../kit/signal.ts';
import type { ServiceOptions } from '../../service/options.ts';
import type { SampleService } from '../../service/service.ts';
import { useService as useSample } from '../service/support.ts';
import { createBrowser } from './browser.ts';

export const redirectUri = 'http://127.0.0.1:49152/callback';

/** The paths of the metadata and of the authorization server. */
export const paths = {
  resource: '/.well-known/oauth-protected-resource',
  /** Both locations of RFC 8414 and OpenID discovery. */
  metadata: /^(\/oidc\/\.well-known\/|\/\.well-known\/oauth-authorization-server)/,
  registration: '/oidc/reg',
  token: '/oidc/token',
  userinfo: '/oidc/me',
} as const;

export const html = {
  body: '<!doctype html><title>Sign in to the network</title>',
  contentType: 'text/html',
};

interface SignInOptions {
  readonly fields?: Record<string, string>;
  readonly browser?: ReturnType<typeof createBrowser>;
  readonly isAdditionalAccount?: boolean;
  /** Changes the redirect before it's handled. */
  readonly change?: (answer: URL) => void;
}

/** Signs in, with a new browser unless one is given. */
export async function signInTo(
  { url, login }: Pick<SampleService, 'url' | 'login'>,
  { fields, browser = createBrowser(), isAdditionalAccount = false, change }: SignInOptions = {},
): Promise<AuthSession> {
  const authority = await prepareAuthorization(url, redirectUri, undefined, signal);
  const attempt = await beginSignIn(authority, { isAdditionalAccount });
  const answer = await browser.signIn(attempt.url, { action: 'signIn', ...login, ...fields });
  change?.(answer);
  return finishSignIn(authority, attempt, answer, url, signal);
}

/** Starts a sample service for the tests of a group. Faults end with each test. */
export function useService(options: ServiceOptions = {}) {
  const { service } = useSample({ quiet: true, ...options });
  afterEach(() => service().faults.clear());
  return {
    service,
    find: (redirect = redirectUri): Promise<AuthorizationContext> =>
      prepareAuthorization(service().url, redirect, undefined, signal),
    signIn: (more?: SignInOptions) => signInTo(service(), more),
  };
}

/** Returns the metadata of the authorization server with some changes. */
export async function metadataWith(service: SampleService, changes: object): Promise<object> {
  const response = await fetch(`${service.url}/oidc/.well-known/openid-configuration`);
  return { ...((await response.json()) as object), ...changes };
}

export async function failsAs(work: Promise<unknown>, reason: SignInFailure): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.equal(classifySignInError(error), reason);
    return true;
  });
}
