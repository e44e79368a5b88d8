import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { describeServerError } from '../../../src/inspector/describeServerError.ts';
import { isInsufficientScope, mergeScopes, parseChallenge } from '../../../src/inspector/signIn/challenge.ts';
import { OAuthProtocolError } from '../../../src/inspector/signIn/oauthErrors.ts';
import {
  authorizationServerMetadata,
  protectedResourceMetadata,
  startOAuthServer,
} from '../../kit/oauthServer.ts';
import { outcomes, patient, sessionWith } from './inspected.ts';

type Options = Parameters<typeof startOAuthServer>[1];
type Documents = Options['documents'];

const resourcePath = '/.well-known/oauth-protected-resource';
const serverPath = '/.well-known/oauth-authorization-server';
const openIdPath = '/.well-known/openid-configuration';
const page = { status: 200, body: '<!doctype html><div id="app">', type: 'text/html' };

async function refused(t: TestContext, options: Options) {
  const started = await startOAuthServer(t, options);
  const { authorization } = started.signIn;
  const session = sessionWith(t, started.url, { authorization });
  await session.connect();
  assert.equal(outcomes(session)['authorization'], 'failed');
  return { ...started, session };
}

/** Where the documents of a server may be, with nothing of them in its refusal. */
const places: Readonly<Record<string, Documents>> = {
  'protected resource metadata for the path': (origin) => ({
    [`${resourcePath}/mcp`]: protectedResourceMetadata(origin),
    [serverPath]: authorizationServerMetadata(origin),
  }),
  'protected resource metadata at the root': (origin) => ({
    [resourcePath]: protectedResourceMetadata(origin, origin),
    [serverPath]: authorizationServerMetadata(origin),
  }),
  'a page for the path, and protected resource metadata at the root': (origin) => ({
    [`${resourcePath}/mcp`]: page,
    [resourcePath]: protectedResourceMetadata(origin, origin),
    [openIdPath]: authorizationServerMetadata(origin),
  }),
  'a failure for the path, and protected resource metadata at the root': (origin) => ({
    [`${resourcePath}/mcp`]: { status: 500, body: '' },
    [resourcePath]: protectedResourceMetadata(origin),
    [serverPath]: authorizationServerMetadata(origin),
  }),
  'metadata of an authorization server with a path': (origin) => ({
    [`${resourcePath}/mcp`]: {
      ...protectedResourceMetadata(origin),
      authorization_servers: [`${origin}/tenant`],
    },
    [`${serverPath}/tenant`]: authorizationServerMetadata(origin, `${origin}/tenant`),
  }),
  'OpenID configuration after the path': (origin) => ({
    [`${resourcePath}/mcp`]: {
      ...protectedResourceMetadata(origin),
      authorization_servers: [`${origin}/tenant`],
    },
    [`/tenant${openIdPath}`]: authorizationServerMetadata(origin, `${origin}/tenant`),
  }),
  'protected resource metadata after the path': (origin) => ({
    [`/mcp${resourcePath}`]: {
      ...protectedResourceMetadata(origin),
      authorization_servers: [`${origin}/tenant`],
    },
    [`${serverPath}/tenant`]: authorizationServerMetadata(origin, `${origin}/tenant`),
  }),
  'metadata of an authorization server after its path': (origin) => ({
    [`${resourcePath}/mcp`]: {
      ...protectedResourceMetadata(origin),
      authorization_servers: [`${origin}/tenant`],
    },
    [`/tenant${serverPath}`]: authorizationServerMetadata(origin, `${origin}/tenant`),
  }),
  'one authorization server that is in no list': (origin) => ({
    [resourcePath]: { ...protectedResourceMetadata(origin), authorization_servers: `${origin}/tenant` },
    [`${serverPath}/tenant`]: authorizationServerMetadata(origin, `${origin}/tenant`),
  }),
  'metadata of an authorization server at its own path': (origin) => ({
    [`${serverPath}/mcp`]: authorizationServerMetadata(origin, `${origin}/mcp`),
  }),
  'the second of two authorization servers': (origin) => ({
    [resourcePath]: {
      ...protectedResourceMetadata(origin),
      authorization_servers: [`${origin}/gone`, origin],
    },
    [serverPath]: authorizationServerMetadata(origin),
  }),
  'an authorization server at its own origin': (origin) => ({
    [serverPath]: authorizationServerMetadata(origin),
  }),
  'an OpenID provider at its own origin': (origin) => ({ [openIdPath]: authorizationServerMetadata(origin) }),
  'a page, and an OpenID provider at its own origin': (origin) => ({
    [serverPath]: page,
    [openIdPath]: authorizationServerMetadata(origin),
  }),
  'resource metadata without authorization servers': (origin) => ({
    [resourcePath]: { resource: origin },
    [serverPath]: authorizationServerMetadata(origin),
  }),
};

describe('a sign-in is offered, and works, for a 401 response with only', () => {
  for (const [what, documents] of Object.entries(places)) {
    test(what, async (t) => {
      const { signIn, session } = await refused(t, { documents });
      assert.ok(signIn.isRequired);
      await signIn.signIn();
      await session.connect();
      assert.equal(session.state.phase, 'connected');
    });
  }

  for (const challenge of ['Bearer', 'Bearer realm="mcp"', 'Basic realm="x", Bearer scope="a b"', 'Custom']) {
    test(`documents and the challenge ${challenge}`, async (t) => {
      const documents: Documents = (origin) => ({ [serverPath]: authorizationServerMetadata(origin) });
      const { signIn, openedUrls } = await refused(t, { documents, challenge });
      assert.ok(signIn.isRequired);
      await signIn.signIn();
      assert.equal(openedUrls[0]?.searchParams.get('scope'), challenge.includes('scope') ? 'a b' : null);
    });
  }
});

describe('no sign-in is offered for a 401 response with', () => {
  const nothing: Readonly<Record<string, Documents>> = {
    'no documents': () => ({}),
    'pages in their places': () =>
      Object.fromEntries(
        [`${resourcePath}/mcp`, resourcePath, serverPath, openIdPath].map((path) => [path, page]),
      ),
    'failures in their places': () =>
      Object.fromEntries(
        [`${resourcePath}/mcp`, resourcePath, serverPath].map((path) => [path, { status: 500, body: '' }]),
      ),
  };
  for (const [what, documents] of Object.entries(nothing)) {
    test(what, async (t) => {
      const { signIn } = await refused(t, { documents });
      assert.ok(!signIn.isRequired);
    });
  }
});

describe('a tolerated difference', () => {
  const differences: Readonly<Record<string, Documents>> = {
    'of the last slash of the resource': (origin) => ({
      [resourcePath]: protectedResourceMetadata(origin, `${origin}/mcp/`),
      [serverPath]: authorizationServerMetadata(origin),
    }),
    'of the last slash of an issuer that has it': (origin) => ({
      [resourcePath]: protectedResourceMetadata(origin),
      [serverPath]: authorizationServerMetadata(origin, `${origin}/`),
    }),
    'of the last slash of an issuer that lacks it': (origin) => ({
      [resourcePath]: { ...protectedResourceMetadata(origin), authorization_servers: [`${origin}/`] },
      [serverPath]: authorizationServerMetadata(origin),
    }),
    'of optional fields that are null or empty': (origin) => ({
      [resourcePath]: {
        ...protectedResourceMetadata(origin),
        scopes_supported: null,
        jwks_uri: '',
        resource_name: null,
        authorization_servers: [origin, null, ''],
      },
      [serverPath]: {
        ...authorizationServerMetadata(origin),
        scopes_supported: null,
        revocation_endpoint: '',
        jwks_uri: null,
        service_documentation: '',
        code_challenge_methods_supported: null,
        token_endpoint_auth_methods_supported: null,
        response_types_supported: null,
        introspection_endpoint: null,
      },
    }),
  };
  const empty = { scope: null, refresh_token: '', id_token: null, expires_in: null };
  const client = {
    client_id: 'me',
    redirect_uris: [],
    client_secret: null,
    client_uri: '',
    logo_uri: '',
    scope: null,
  };
  for (const [what, documents] of Object.entries(differences)) {
    test(`${what} is accepted`, async (t) => {
      const { signIn, session } = await refused(t, {
        documents,
        registration: () => client,
        tokens: () => ({ access_token: 'token', token_type: 'Bearer', ...empty }),
      });
      await signIn.signIn();
      await session.connect();
      assert.equal(session.state.phase, 'connected');
      // What was lost meanwhile is found again with the same documents.
      await signIn.signOut();
    });
  }
});

const other = 'https://other.example';
/** A fault of a document or a response, and the words that name it; `@` is the origin of the server. */
const faults: readonly (readonly [string, Partial<Options>, string])[] = [
  [
    'a resource of another server',
    {
      documents: (origin) => ({ [`${resourcePath}/mcp`]: protectedResourceMetadata(origin, `${other}/mcp`) }),
    },
    `in @${resourcePath}/mcp, "resource" is "${other}/mcp", but must be "@/mcp".`,
  ],
  [
    'a resource of another path',
    {
      documents: (origin) => ({ [`${resourcePath}/mcp`]: protectedResourceMetadata(origin, `${origin}/mc`) }),
    },
    `in @${resourcePath}/mcp, "resource" is "@/mc", but must be "@/mcp".`,
  ],
  [
    'a resource that is no URL',
    { documents: (origin) => ({ [resourcePath]: protectedResourceMetadata(origin, 'mcp') }) },
    `in @${resourcePath}, "resource" is "mcp", but must be a URL.`,
  ],
  [
    'no resource',
    { documents: (origin) => ({ [resourcePath]: protectedResourceMetadata(origin, '') }) },
    `@${resourcePath} is missing the required field "resource".`,
  ],
  [
    'an authorization server that is not encrypted',
    {
      documents: (origin) => ({
        [resourcePath]: {
          ...protectedResourceMetadata(origin),
          authorization_servers: ['http://auth.example'],
        },
      }),
    },
    `in @${resourcePath}, "authorization_servers" is "http://auth.example", but must be an HTTPS URL.`,
  ],
  [
    'another issuer',
    { documents: (origin) => ({ [serverPath]: authorizationServerMetadata(origin, other) }) },
    `in @${serverPath}, "issuer" is "${other}", but must be "@/".`,
  ],
  [
    'no issuer',
    { documents: (origin) => ({ [openIdPath]: authorizationServerMetadata(origin, '') }) },
    `@${openIdPath} is missing the required field "issuer".`,
  ],
  [
    'no token endpoint',
    {
      documents: (origin) => ({
        [serverPath]: { ...authorizationServerMetadata(origin), token_endpoint: null },
      }),
    },
    `@${serverPath} is missing the required field "token_endpoint".`,
  ],
  [
    'an endpoint that is no URL',
    {
      documents: (origin) => ({
        [serverPath]: { ...authorizationServerMetadata(origin), authorization_endpoint: '/auth' },
      }),
    },
    `in @${serverPath}, "authorization_endpoint" is "/auth", but must be a URL.`,
  ],
  [
    'no codes',
    {
      documents: (origin) => ({
        [serverPath]: { ...authorizationServerMetadata(origin), response_types_supported: ['token'] },
      }),
    },
    `in @${serverPath}, "response_types_supported" is ["token"], but must include "code".`,
  ],
  [
    'no S256',
    {
      documents: (origin) => ({
        [serverPath]: { ...authorizationServerMetadata(origin), code_challenge_methods_supported: ['plain'] },
      }),
    },
    `in @${serverPath}, "code_challenge_methods_supported" is ["plain"], but must include "S256".`,
  ],
  [
    'what is no JSON',
    { documents: () => ({ [serverPath]: { status: 200, body: '{' } }) },
    `@${serverPath} isn't a JSON object.`,
  ],
  [
    'another issuer of the answer',
    { createHeaders: () => ({ iss: other }) },
    `in the authorization response, "iss" is "${other}", but must be "@".`,
  ],
  [
    'an error of the answer',
    { createHeaders: () => ({ error: 'invalid_scope', error_description: 'No such scope' }) },
    'the authorization response contains the error "invalid_scope": No such scope',
  ],
  [
    'an error of the registration',
    {
      registration: () => ({
        status: 400,
        body: '{"error":"invalid_redirect_uri","error_description":"Not local"}',
      }),
    },
    'the registration response (status 400) contains the error "invalid_redirect_uri": Not local',
  ],
  [
    'a registration that is refused without an error code',
    { registration: () => ({ status: 403, body: '<html>Forbidden</html>' }) },
    'the client registration failed (status 403).',
  ],
  [
    'a registration without an ID',
    { registration: () => ({ client_id: null, redirect_uris: [] }) },
    'the registration response is missing the required field "client_id".',
  ],
  [
    'an error of the tokens',
    { tokens: () => ({ status: 400, body: '{"error":"invalid_grant","error_description":"Too late"}' }) },
    'the token response contains the error "invalid_grant": Too late',
  ],
  [
    'no access token',
    { tokens: () => ({ access_token: '', token_type: 'Bearer' }) },
    'the token response is missing the required field "access_token".',
  ],
];

describe('a failed sign-in describes the document, the field, and the values for', () => {
  for (const [what, options, words] of faults) {
    test(what, async (t) => {
      const documents: Documents = (origin) => ({ [serverPath]: authorizationServerMetadata(origin) });
      const { signIn, origin } = await refused(t, { documents, ...options });
      assert.ok(signIn.isRequired);
      await assert.rejects(signIn.signIn(), (error) => {
        assert.ok(error instanceof OAuthProtocolError, String(error));
        assert.equal(error.detail, words.replaceAll('@', origin));
        return true;
      });
      assert.ok(!signIn.isSignedIn);
    });
  }
});

describe('a call without a required scope', () => {
  test('offers a sign-in with that scope and the granted ones', async (t) => {
    const { signIn, session, openedUrls, changes } = await refused(t, {
      challenge: 'Bearer scope="read profile"',
      callScope: 'write',
      documents: (origin) => ({ [serverPath]: authorizationServerMetadata(origin) }),
    });
    await signIn.signIn();
    await session.connect();
    const call = () => session.call({ kind: 'tool', name: 'echo', args: {} }, patient());
    await assert.rejects(call(), (error) => {
      assert.match(describeServerError(error), /scope "write".*\(403\)/);
      return true;
    });
    assert.deepEqual([signIn.missingScope, changes(), signIn.isSignedIn], ['write', 1, true]);
    assert.equal(session.state.phase, 'connected');
    await signIn.signIn();
    assert.deepEqual(
      openedUrls.map(({ searchParams }) => searchParams.get('scope')),
      ['read profile', 'read profile write'],
    );
    assert.equal(signIn.missingScope, undefined);
    await session.connect();
    assert.ok(await call());
  });

  test('is distinguished from other rejections', () => {
    const refusal = (status: number, header: string) =>
      new Response(null, { status, headers: { 'www-authenticate': header } });
    const isLacking = (status: number, header: string) => isInsufficientScope(refusal(status, header));
    assert.ok(isLacking(403, 'Bearer error="insufficient_scope"'));
    assert.ok(isLacking(403, 'bearer realm="x", error = insufficient_scope, scope="a"'));
    assert.ok(isLacking(403, 'Bearer error="INSUFFICIENT_SCOPE"'));
    const withoutHeader = new Response(null, { status: 403 });
    assert.ok(isInsufficientScope(withoutHeader, '{"error":"insufficient_scope"}'));
    assert.ok(!isInsufficientScope(withoutHeader, '{"error":"invalid_token"}'));
    assert.ok(!isLacking(403, 'Bearer error="invalid_token"'));
    assert.ok(!isLacking(403, 'Bearer error_description="insufficient_scope"'));
    assert.ok(!isLacking(401, 'Bearer error="insufficient_scope"'));
    assert.ok(!isInsufficientScope(new Response(null, { status: 403 })));
    assert.deepEqual(parseChallenge(refusal(401, 'Bearer resource_metadata="/x", scope=""')), {});
    assert.deepEqual(
      parseChallenge(refusal(401, 'Bearer resource_metadata="https://a.example/x", scope=" a "')),
      {
        resourceMetadataUrl: new URL('https://a.example/x'),
        scope: 'a',
      },
    );
  });

  test('merges scopes', () => {
    assert.equal(mergeScopes('a b', undefined, ' b  c '), 'a b c');
    assert.equal(mergeScopes(undefined, ''), undefined);
  });
});
