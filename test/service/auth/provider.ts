import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import Provider, { type Configuration, type ErrorOut, errors, type JWK } from 'oidc-provider';
import { createMemoryAdapter } from './memoryAdapter.ts';
import { pageHeaders, renderErrorPage } from './pages.ts';
import { oidcPrefix, signInPath } from './paths.ts';
import { findAccount } from './sampleUser.ts';

/**
 * The ID of a public native client that needs no registration: any loopback port, with the path `/callback`.
 */
export const sampleClientId = 'sample-native-client';

const scopes = ['openid', 'email', 'profile', 'offline_access'];
const secondsPerDay = 86_400;

interface ProviderOptions {
  readonly baseUrl: string;
  readonly accessTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  readonly report: (error: Error) => void;
}

/** Creates a key for ID tokens. It takes a moment, so start it early. */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as JWK;
}

/**
 * Creates the OpenID provider of the service: authorization code with PKCE S256, rotating refresh tokens, and
 * registration.
 */
export function createProvider(options: ProviderOptions, signingKey: JWK): Provider {
  const provider = new Provider(`${options.baseUrl}${oidcPrefix}`, createConfiguration(options, signingKey));
  provider.on('server_error', (_context, error) => options.report(error));
  return provider;
}

function createConfiguration(options: ProviderOptions, key: JWK): Configuration {
  const { baseUrl, accessTokenSeconds, refreshGraceSeconds } = options;
  return {
    adapter: createMemoryAdapter({ refreshGraceMs: refreshGraceSeconds * 1000 }),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: sampleClientId,
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback', 'http://[::1]/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    ],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    scopes,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    // Refresh tokens don't require `offline_access`, because clients have no other way to stay signed in.
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      RefreshToken: 14 * secondsPerDay,
      Interaction: 3600,
      Session: secondsPerDay,
      Grant: 14 * secondsPerDay,
    },
    // One token is for the service and for userinfo. Other resources are rejected (RFC 8707). The provider
    // accepts only functions in function syntax here.
    extraParams: {
      resource: async (_context, value) => {
        if (value !== undefined && !isKnownResource(value, baseUrl)) throw new errors.InvalidTarget();
      },
    } as NonNullable<Configuration['extraParams']>,
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    interactions: { url: (_context, { uid }) => `${signInPath}/${uid}` },
    clientBasedCORS: () => true,
    findAccount: (_context, id) => findAccount(id),
    renderError: (context, out: ErrorOut) => {
      context.set(pageHeaders());
      context.body = renderErrorPage(out.error_description ?? out.error);
    },
  };
}

/**
 * Whether all resources are the service or one of its MCP servers that require a token. The provider joins
 * repeated parameters.
 */
function isKnownResource(value: unknown, baseUrl: string): boolean {
  const all = Array.isArray(value) ? value : [value];
  return all.every((each) => {
    if (typeof each !== 'string' || !each.startsWith(baseUrl)) return false;
    return /^(?:\/|\/mcp\/[^/]+\/guarded)?$/.test(each.slice(baseUrl.length));
  });
}
