import { oidcPrefix } from './paths.ts';

const wellKnownPath = '/.well-known/oauth-protected-resource';

/** Returns the path of a resource's metadata (RFC 9728 §3.1). */
export function metadataPath(path = ''): string {
  return `${wellKnownPath}${path}`;
}

/** Returns the metadata of the service, or of the MCP server at a path of it. */
export function createResourceMetadata(baseUrl: string, path = '') {
  return {
    resource: `${baseUrl}${path}`,
    authorization_servers: [`${baseUrl}${oidcPrefix}`],
    bearer_methods_supported: ['header'],
    scopes_supported: ['openid', 'email', 'profile', 'offline_access'],
  };
}
