import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { isSafeUrl } from '../../api/baseUrl.ts';
import { SignInError } from '../../auth/errors.ts';
import type { Challenge } from './challenge.ts';
import { type JsonFields, omitEmptyFields } from './emptyFields.ts';
import {
  createInsecureUrlError,
  createMissingFieldError,
  createMissingValueError,
  createNotObjectError,
  createNotUrlError,
  createWrongValueError,
  formatDocumentUrl,
  OAuthProtocolError,
} from './oauthErrors.ts';

/** The metadata that a sign-in to a server requires. */
export interface OAuthDiscovery {
  readonly authorizationServerUrl: string;
  /** Absent if the server has none. Its endpoints are then at their default paths (MCP 2025-03-26). */
  readonly authorizationServerMetadata?: AuthorizationServerMetadata;
  /** Absent if the server has none. Its origin is then the authorization server (MCP 2025-03-26). */
  readonly resourceMetadata?: OAuthProtectedResourceMetadata;
}

export interface DiscoveryOptions {
  readonly fetch: (url: string) => Promise<Response>;
  /** Whether URLs on this machine can use http. */
  readonly allowsLocalHttp: boolean;
}

/**
 * Finds the authorization server of an MCP server: by its protected resource metadata (RFC 9728), or else at its
 * origin. Rejects with the first error of a metadata document if no other document can be used, and with `noMetadata`
 * if there is no document.
 */
export async function findAuthorizationServer(
  url: string,
  challenge: Challenge,
  options: DiscoveryOptions,
): Promise<OAuthDiscovery> {
  const errors: SignInError[] = [];
  const resourceMetadata = await readResourceMetadata(url, challenge, options, errors);
  const namedServers = resourceMetadata?.authorization_servers ?? [];
  for (const server of namedServers.length > 0 ? namedServers : listDefaultServers(url)) {
    const authorizationServerMetadata = await readServerMetadata(server, options).catch((error: unknown) => {
      if (!(error instanceof SignInError)) throw error;
      errors.push(error);
    });
    if (authorizationServerMetadata) {
      return {
        authorizationServerUrl: server,
        authorizationServerMetadata,
        ...(resourceMetadata && { resourceMetadata }),
      };
    }
  }
  const [firstError] = errors;
  if (firstError) throw firstError;
  const [server] = namedServers;
  if (!resourceMetadata || server === undefined) throw new SignInError('noSignInUrl');
  return { authorizationServerUrl: server, resourceMetadata };
}

/** Returns the default authorization servers of an MCP server: its origin (MCP 2025-03-26), or else its own URL. */
function listDefaultServers(url: string): readonly string[] {
  const { origin, pathname } = new URL(url);
  return [...new Set([`${origin}/`, `${origin}${pathname}`])];
}

async function readResourceMetadata(
  url: string,
  { resourceMetadataUrl }: Challenge,
  options: DiscoveryOptions,
  errors: SignInError[],
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { origin, pathname, search } = new URL(url);
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  const urls = [
    resourceMetadataUrl?.href,
    `${wellKnown}${pathname.replace(/\/$/, '')}${search}`,
    wellKnown,
    // Some servers publish it below their own path.
    `${origin}${pathname.replace(/\/$/, '')}/.well-known/oauth-protected-resource`,
  ].filter((candidate) => candidate !== undefined);
  for (const documentUrl of new Set(urls)) {
    try {
      const fields = await readMetadataDocument(documentUrl, options);
      if (fields) return checkResourceMetadata(url, documentUrl, fields, options);
    } catch (error) {
      // Errors in a document that the server names are decisive.
      const isNamed = documentUrl === resourceMetadataUrl?.href && error instanceof OAuthProtocolError;
      if (isNamed || !(error instanceof SignInError)) throw error;
      errors.push(error);
    }
  }
  return undefined;
}

/** Checks that a document is about the server, or about a resource that contains the server (RFC 9728 §3.3, RFC 8707 §2). */
function checkResourceMetadata(
  url: string,
  documentUrl: string,
  fields: JsonFields,
  { allowsLocalHttp }: DiscoveryOptions,
): OAuthProtectedResourceMetadata {
  const document = formatDocumentUrl(documentUrl);
  const resource = readUrlField(document, fields, 'resource');
  if (resource === undefined) throw createMissingFieldError(document, 'resource');
  const [server, resourceUrl] = [new URL(url), new URL(resource)];
  const containsServer = addTrailingSlash(server.pathname).startsWith(addTrailingSlash(resourceUrl.pathname));
  if (server.origin !== resourceUrl.origin || !containsServer) {
    throw createWrongValueError(document, 'resource', resource, `${server.origin}${server.pathname}`);
  }
  const declaredServers = fields['authorization_servers'];
  // Some servers send one URL instead of a list.
  const servers = readStrings(typeof declaredServers === 'string' ? [declaredServers] : declaredServers);
  for (const server of servers) {
    if (!URL.canParse(server)) throw createNotUrlError(document, 'authorization_servers', server);
    if (!isSafeUrl(server, allowsLocalHttp))
      throw createInsecureUrlError(document, 'authorization_servers', server);
  }
  const scopes = readStrings(fields['scopes_supported']);
  return {
    resource,
    ...(servers.length > 0 && { authorization_servers: servers }),
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  };
}

/**
 * Reads the metadata of an authorization server (RFC 8414, OpenID Connect Discovery); `undefined` if it has none.
 * Checks the first document that can be read. Rejects with the first error if none can be read.
 */
export async function readServerMetadata(
  server: string,
  options: DiscoveryOptions,
): Promise<AuthorizationServerMetadata | undefined> {
  const { origin, pathname } = new URL(server);
  const path = pathname.replace(/\/$/, '');
  const urls = new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    // Some servers publish it below their own path, against RFC 8414 §3.1.
    `${origin}${path}/.well-known/oauth-authorization-server`,
  ]);
  let firstError: SignInError | undefined;
  for (const documentUrl of urls) {
    const fields = await readMetadataDocument(documentUrl, options).catch((error: unknown) => {
      if (!(error instanceof SignInError)) throw error;
      firstError ??= error;
    });
    if (fields) return checkServerMetadata(server, documentUrl, fields, options);
  }
  if (firstError) throw firstError;
  return undefined;
}

const endpointFields = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
] as const;

function checkServerMetadata(
  server: string,
  documentUrl: string,
  fields: JsonFields,
  { allowsLocalHttp }: DiscoveryOptions,
): AuthorizationServerMetadata {
  const document = formatDocumentUrl(documentUrl);
  const issuer = readUrlField(document, fields, 'issuer');
  if (issuer === undefined) throw createMissingFieldError(document, 'issuer');
  // RFC 8414 §3.3 requires identical values, but many lists of servers differ in the trailing slash.
  if (addTrailingSlash(issuer) !== addTrailingSlash(server))
    throw createWrongValueError(document, 'issuer', issuer, server);
  for (const name of endpointFields) {
    const endpoint = readUrlField(document, fields, name);
    if (endpoint !== undefined && !isSafeUrl(endpoint, allowsLocalHttp)) {
      throw createInsecureUrlError(document, name, endpoint);
    }
    const isRequired = name === 'authorization_endpoint' || name === 'token_endpoint';
    if (isRequired && endpoint === undefined) throw createMissingFieldError(document, name);
  }
  const { response_types_supported: types, code_challenge_methods_supported: methods } = fields;
  if (Array.isArray(types) && !types.includes('code')) {
    throw createMissingValueError(document, 'response_types_supported', types, 'code');
  }
  if (Array.isArray(methods) && !methods.includes('S256')) {
    throw createMissingValueError(document, 'code_challenge_methods_supported', methods, 'S256');
  }
  const lists = ['scopes_supported', 'token_endpoint_auth_methods_supported'].map((name) => {
    const list = readStrings(fields[name]);
    return [name, list.length > 0 ? list : undefined];
  });
  return {
    ...fields,
    ...Object.fromEntries(lists),
    response_types_supported: ['code'],
    ...(!Array.isArray(methods) && { code_challenge_methods_supported: undefined }),
  } as unknown as AuthorizationServerMetadata;
}

/** Returns the fields of a metadata document; `undefined` if it doesn't exist, or if it's an HTML page. */
async function readMetadataDocument(
  documentUrl: string,
  { fetch }: DiscoveryOptions,
): Promise<JsonFields | undefined> {
  const response = await fetch(documentUrl);
  if (!response.ok) return undefined;
  const text = await response.text();
  if (/^\s*</.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return omitEmptyFields(value);
    }
  } catch {
    // The error is thrown below.
  }
  throw createNotObjectError(formatDocumentUrl(documentUrl));
}

function readUrlField(document: string, fields: JsonFields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !URL.canParse(value)) throw createNotUrlError(document, name, value);
  return value;
}

const addTrailingSlash = (text: string): string => (text.endsWith('/') ? text : `${text}/`);

const readStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : [];
