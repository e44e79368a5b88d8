import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { SignIn } from '../../src/inspector/signIn/signIn.ts';
import { createSecrets } from './fakeStores.ts';
import { initializeResult, type ReceivedMessage, sendResult } from './stuckServers.ts';

/** The response at a path: JSON, or text with a status. */
type OAuthDocument = object | { readonly status: number; readonly body: string; readonly type?: string };

interface OAuthOptions {
  /** The `WWW-Authenticate` header of responses to requests without a token. */
  readonly challenge?: string;
  /** The documents by path. */
  readonly documents: (origin: string) => Readonly<Record<string, OAuthDocument>>;
  readonly registration?: (origin: string) => OAuthDocument;
  readonly tokens?: (origin: string) => OAuthDocument;
  /** The scope that tool calls require. */
  readonly callScope?: string;
  /** Parameters of the redirect that replace or extend `code` and `state`. */
  readonly createHeaders?: (origin: string) => Readonly<Record<string, string>>;
}

export const authorizationServerMetadata = (origin: string, issuer = origin) => ({
  issuer,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
});

export const protectedResourceMetadata = (origin: string, resource = `${origin}/mcp`) => ({
  resource,
  authorization_servers: [origin],
});

/**
 * Starts an MCP server at `/mcp` with an authorization server. The returned sign-in acts as a user who agrees
 * to everything.
 */
export async function startOAuthServer(t: TestContext, options: OAuthOptions) {
  const { challenge, callScope, registration, tokens, createHeaders } = options;
  const requestedPaths: string[] = [];
  let issuedTokens = '';
  const serve = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const path = new URL(request.url ?? '/', origin).pathname;
    const document = { ...options.documents(origin) }[path];
    if (path === '/mcp') return serveMcp(request, response, body === '' ? {} : JSON.parse(body));
    requestedPaths.push(path);
    if (path === '/register')
      return sendDocument(response, registration?.(origin) ?? { client_id: 'me', redirect_uris: [] });
    if (path === '/token') {
      return sendDocument(
        response,
        tokens?.(origin) ?? { access_token: 'token', token_type: 'Bearer', scope: issuedTokens },
      );
    }
    return sendDocument(response, document ?? { status: 404, body: 'Not found' });
  };
  const serveMcp = (request: IncomingMessage, response: ServerResponse, received: ReceivedMessage): void => {
    const { id, method } = received;
    if (request.headers.authorization !== 'Bearer token') {
      return void response
        .writeHead(401, { ...(challenge !== undefined && { 'www-authenticate': challenge }) })
        .end('{"error":"no token"}');
    }
    if (method === 'initialize') sendResult(response, received, initializeResult(received));
    else if (method === 'server/discover' || method === undefined) response.writeHead(405).end();
    else if (id === undefined) response.writeHead(202).end();
    else if (method === 'tools/list') sendResult(response, received, { tools: [] });
    else if (callScope !== undefined && !issuedTokens.split(' ').includes(callScope)) {
      const header = `Bearer error="insufficient_scope", scope="${callScope}"`;
      response.writeHead(403, { 'www-authenticate': header }).end();
    } else sendResult(response, received, { content: [] });
  };
  const server = createServer(async (request, response) => {
    serve(request, response, (await request.toArray()).join(''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/mcp`;
  const openedUrls: URL[] = [];
  const redirectUri = 'http://127.0.0.1:1/callback';
  let changes = 0;
  const signIn = new SignIn({
    url,
    secrets: createSecrets(),
    lease: (_, work) => work(),
    onLost: () => undefined,
    onScopeMissing: () => changes++,
    withBrowser: (work) =>
      work({
        redirectUri,
        signal: new AbortController().signal,
        async authorize({ url: to, state }) {
          openedUrls.push(to);
          issuedTokens = to.searchParams.get('scope') ?? '';
          const back = new URL(redirectUri);
          const parameters = { code: 'code', state, ...createHeaders?.(origin) };
          for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
          return back;
        },
      }),
  });
  return {
    origin,
    url,
    signIn,
    openedUrls: openedUrls,
    requestedPaths: requestedPaths,
    changes: () => changes,
  };
}

function sendDocument(response: ServerResponse, document: OAuthDocument): void {
  if ('body' in document) {
    const { status, body, type = 'text/plain' } = document as { status: number; body: string; type?: string };
    response.writeHead(status, { 'content-type': type }).end(body);
  } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}
