import * as oauth from 'oauth4webapi';
import { isLoopback } from '../api/baseUrl.ts';
import type { DiscoveredServer } from './discovery.ts';
import { SignInError } from './errors.ts';
import { createOAuthOptions } from './oauthRequest.ts';

/** A client id for this redirect URI, registered now (RFC 7591). */
export async function registerClient(
  { server, isLocal }: DiscoveredServer,
  redirectUri: string,
  signal: AbortSignal,
): Promise<string> {
  if (server.registration_endpoint === undefined) throw new SignInError('noClientId');
  for (const applicationType of getApplicationTypes(redirectUri)) {
    const metadata = {
      client_name: 'Hosted MCP Servers for Visual Studio Code',
      application_type: applicationType,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    const response = await oauth.dynamicClientRegistrationRequest(
      server,
      metadata,
      createOAuthOptions(isLocal, signal),
    );
    if (response.status === 400) continue; // §3.2.2: this metadata, or any.
    if (response.status > 400) break;
    const client = await oauth.processDynamicClientRegistrationResponse(response);
    // Nothing more of it: what else a server says of its client isn't for us to obey.
    return client.client_id;
  }
  throw new SignInError('registrationRefused');
}

/**
 * The likelier one first. OpenID Connect Registration §2 gives loopback addresses and schemes of their own to native
 * clients, https to web clients; servers differ in what they make of it.
 */
function getApplicationTypes(redirectUri: string): readonly ('native' | 'web')[] {
  const { protocol, hostname } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || (protocol === 'http:' && !isLoopback(hostname));
  return isWeb ? ['web', 'native'] : ['native', 'web'];
}
