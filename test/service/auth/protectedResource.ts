import { oidcPrefix } from './provider.ts';

const wellKnownPath = '/.well-known/oauth-protected-resource';

/** Where the metadata of a resource is, by its path (RFC 9728 §3.1). */
export function metadataPath(path = ''): string {
  return `${wellKnownPath}${path}`;
}

/** Who gives out the tokens for the service, or for the MCP server at a path of it. */
export function createResourceMetadata(baseUrl: string, path = '') {
  return {
    resource: `${baseUrl}${path}`,
    authorization_servers: [`${baseUrl}${oidcPrefix}`],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
  };
}
