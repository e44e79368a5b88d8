import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport, SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Browser } from './browser.ts';
import { assertRejects, callForText, connect, createMcpUrl, recordCalls } from './mcpClient.ts';
import { redirectUri, useSignIn } from './signInFlow.ts';
import { getPath, productionId, sendRequest } from './support.ts';

describe('an MCP server that requires a credential', () => {
  const { service, signIn } = useSignIn();

  test('names its metadata, and accepts only the access token of a user', async (t) => {
    const url = createMcpUrl(service(), '/guarded');
    const rejected = await sendRequest(url, { method: 'POST' });
    assert.equal(rejected.status, 401);
    const challenge = String(rejected.headers.get('www-authenticate'));
    const metadataUrl = /^Bearer resource_metadata="([^"]+)"$/.exec(challenge)?.[1];
    const metadata = await sendRequest(String(metadataUrl));
    assert.equal(getPath(metadata.json, 'resource'), String(url));
    assert.equal(getPath(metadata.json, 'authorization_servers', 0), `${service().url}/oidc`);
    for (const token of [service().apiKey, 'made-up']) {
      const reply = await sendRequest(url, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
      assert.equal(reply.status, 401);
      assert.match(String(reply.headers.get('www-authenticate')), /, error="invalid_token"$/);
    }
    const token = getPath((await signIn()).tokens.json, 'access_token');
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    const { client } = await connect(t, service(), { path: '/guarded', transport: { requestInit } });
    assert.equal(await callForText(client, 'echo', { text: 'hello' }), 'hello');
  });

  test('lets a client register, sign in, and connect', async (t) => {
    let leadsTo: URL | undefined;
    const authProvider = memoryProvider((url) => {
      leadsTo = url;
    });
    const first = new StreamableHTTPClientTransport(createMcpUrl(service(), '/guarded'), { authProvider });
    await assert.rejects(
      new Client({ name: 'test', version: '1' }).connect(first as Transport),
      UnauthorizedError,
    );
    assert.equal(leadsTo?.searchParams.get('resource'), String(createMcpUrl(service(), '/guarded')));
    const browser = new Browser();
    const page = await browser.open(leadsTo);
    const answer = await browser.submit(page, { ...service().login, action: 'signIn' });
    await first.finishAuth(String(answer.url.searchParams.get('code')));
    const { client } = await connect(t, service(), { path: '/guarded', transport: { authProvider } });
    assert.equal(await callForText(client, 'echo', { text: 'hello' }), 'hello');
  });

  test('requires a key', async (t) => {
    const rejected = await sendRequest(createMcpUrl(service(), '/keyed'), {
      method: 'POST',
      headers: { 'x-weather-key': '' },
    });
    assert.equal(rejected.status, 401);
    assert.equal(rejected.headers.get('www-authenticate'), null);
    const requestInit = { headers: { 'x-weather-key': 'any' } };
    const { client } = await connect(t, service(), { path: '/keyed', transport: { requestInit } });
    assert.equal(await callForText(client, 'echo', { text: 'hello' }), 'hello');
  });

  test('supports HTTP+SSE, with one tool', async (t) => {
    const url = new URL(`${service().url}/sse/${productionId(service())}`);
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    assert.equal((await sendRequest(url, post)).status, 404);
    assert.equal((await sendRequest(`${url}/messages?sessionId=gone`, post)).status, 404);
    const client = new Client({ name: 'test', version: '1.0.0' });
    t.after(() => client.close());
    await client.connect(new SSEClientTransport(url));
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      ['echo'],
    );
    assert.equal(await callForText(client, 'echo', { text: 'hello' }), 'hello');
    await assertRejects(-32602, client.callTool({ name: 'list_cities' }));
    const failed = recordCalls<Error>();
    client.onerror = failed.called;
    const broken = failed.next();
    service().mcp.breakStreams();
    assert.ok((await broken) instanceof SseError);
  });
});

/** Creates a client provider that stores an authorization in memory. */
function memoryProvider(redirectToAuthorization: (url: URL) => void): OAuthClientProvider {
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  return {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Test',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => information,
    saveClientInformation: (saved) => {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization,
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
}
