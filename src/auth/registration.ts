import * as oauth from 'oauth4webapi';
import { isLoopback } from '../api/baseUrl.ts';
import type { DiscoveredServer } from './discovery.ts';
import { SignInError } from './errors.ts';
import { createOAuthOptions } from './oauthRequest.ts';

/** Registers a client for a redirect URI (RFC 7591), and returns its ID. */
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
    if (response.status === 400) continue; // §3.2.2: the server rejects this metadata, or any.
    if (response.status > 400) break;
    const client = await oauth.processDynamicClientRegistrationResponse(response);
    // Other fields are ignored, so that the server can't change the client's behavior.
    return client.client_id;
  }
  throw new SignInError('registrationRejected');
}

/**
 * Returns the application types, the more likely one first. OpenID Connect Registration §2 assigns loopback addresses
 * and custom schemes to native clients, and HTTPS to web clients. Servers interpret this differently.
 */
function getApplicationTypes(redirectUri: string): readonly ('native' | 'web')[] {
  const { protocol, hostname } = new URL(redirectUri);
  const isWeb = protocol === 'https:' || (protocol === 'http:' && !isLoopback(hostname));
  return isWeb ? ['web', 'native'] : ['native', 'web'];
}
