import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shortenServerUrl } from '../../../src/editor/serverUrl.ts';
import { describeServerUrlIssue, parseServerUrl } from '../../../src/inspector/serverUrl.ts';

describe('the URL of a server', () => {
  for (const [typed, url] of [
    ['3000', 'http://127.0.0.1:3000/mcp'],
    [':3000', 'http://127.0.0.1:3000/mcp'],
    ['localhost:3000', 'http://127.0.0.1:3000/mcp'],
    [' 127.0.0.1:8080/other ', 'http://127.0.0.1:8080/other'],
    ['http://localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['http://[::1]:3000/mcp', 'http://[::1]:3000/mcp'],
    ['mcp.example.com/mcp', 'https://mcp.example.com/mcp'],
    ['https://mcp.example.com/mcp?key=1#part', 'https://mcp.example.com/mcp?key=1'],
  ] as const) {
    test(`${typed} is ${url}`, () => assert.deepEqual(parseServerUrl(typed), { url }));
  }

  for (const [typed, issue] of [
    ['', 'empty'],
    ['   ', 'empty'],
    ['nonsense', 'noUrl'],
    ['https://', 'noUrl'],
    ['mcp example', 'noUrl'],
    ['ftp://mcp.example.com', 'noUrl'],
    ['file:///etc/passwd', 'noUrl'],
    ['http://mcp.example.com/mcp', 'insecure'],
    ['http://127.0.0.1.example.com/mcp', 'insecure'],
    ['https://me:secret@mcp.example.com', 'credentials'],
    ['99999', 'noUrl'],
  ] as const) {
    test(`"${typed}" is rejected: ${issue}`, () => {
      assert.equal(parseServerUrl(typed), issue);
      assert.ok(describeServerUrlIssue(issue).length > 10);
    });
  }

  test('is shown without possible secrets', () => {
    assert.equal(shortenServerUrl('https://mcp.example.com/mcp?key=secret'), 'mcp.example.com/mcp');
    assert.equal(shortenServerUrl('https://mcp.example.com/'), 'mcp.example.com');
  });
});
