import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isCredential,
  maskHeaders,
  maskHeaderValue,
  maskPath,
} from '../../../src/tunnels/requests/credentials.ts';

describe('credentials of a request', () => {
  test('are found by the name of a header or parameter', () => {
    const credentials = [
      ...['Authorization', 'authorization', 'Proxy-Authorization', 'X-Authorization', 'Cookie', 'Set-Cookie'],
      ...['X-Api-Key', 'x-apikey', 'X-Amz-Security-Token', 'X-CSRF-Token', 'client_secret', 'X-Secret'],
      ...['X-Password', 'passwd', 'X-Auth', 'x-auth-user', 'X-Hub-Signature', 'X-Key', 'key', 'sig', 'jwt'],
      ...['Authentication', 'DPoP'],
      ...['code', 'code_verifier', 'client_assertion', 'access_token', 'refresh_token', 'X-Private-Data'],
    ];
    assert.deepEqual(
      credentials.filter((name) => !isCredential(name, 'v')),
      [],
    );
    const others = [
      ...['Accept', 'Content-Type', 'Host', 'Mcp-Session-Id', 'MCP-Protocol-Version', 'WWW-Authenticate'],
      ...['User-Agent', 'Last-Event-ID', 'X-Forwarded-For', 'Author', 'keyboard', 'status_code', 'state'],
    ];
    assert.deepEqual(
      others.filter((name) => isCredential(name, 'v')),
      [],
    );
  });

  test('are found by their value', () => {
    assert.ok(isCredential('X-Forwarded', `ghp_${'a'.repeat(36)}`));
    assert.ok(isCredential('Referer', 'https://user:password@example.com/'));
  });

  test('are masked in headers, of which only the scheme remains', () => {
    const headers = ['Host', 'a.example', 'Authorization', 'Bearer abc.def', 'Cookie', 'a=1; b=2'];
    assert.deepEqual(maskHeaders(headers), [
      ...['Host', 'a.example', 'Authorization', 'Bearer •••', 'Cookie', '•••'],
    ]);
    assert.equal(maskHeaderValue('Authorization', 'abcdef'), '•••');
    assert.equal(maskHeaderValue('X-Api-Key', 'Bearer abcdef'), '•••');
    assert.equal(maskHeaderValue('Accept', '*/*'), '*/*');
    for (const name of ['Location', 'Content-Location', 'Referer', 'Link', 'X-Original-URL'])
      assert.equal(
        maskHeaderValue(name, 'https://a.example/cb?code=s3&state=b#id_token=s3'),
        'https://a.example/cb?code=•••&state=b#id_token=•••',
      );
  });

  test('are masked in the query of a path, of which nothing else changes', () => {
    assert.equal(maskPath('/a?b=%20c&api%5Fkey=s3&&d&token=x=y#e'), '/a?b=%20c&api%5Fkey=•••&&d&token=•••#e');
    assert.equal(maskPath('/a#access_token=s3&state=b'), '/a#access_token=•••&state=b');
    for (const path of ['/', '/a?', '/a?b', '/a?%', '/a?b=%zz', '/token=1?b=1'])
      assert.equal(maskPath(path), path);
  });
});
