import assert from 'node:assert/strict';
import { describe, test as it } from 'node:test';
import fc from 'fast-check';
import { describeTargetUrlIssue, parseTargetUrl } from '../../../src/audits/targetUrl.ts';
import { shortenServerUrl } from '../../../src/editor/serverUrl.ts';
import { webUrl } from '../../kit/webUrl.ts';

describe('the URL of an audit', () => {
  it('is written in one way, and sent whole', () => {
    assert.deepEqual(parseTargetUrl(' https://MCP.Example.com:443/mcp#top '), {
      url: 'https://mcp.example.com/mcp',
      urlWithoutQuery: 'https://mcp.example.com/mcp',
      hasQuery: false,
    });
    assert.deepEqual(parseTargetUrl('https://mcp.example.com/mcp?key=held9'), {
      url: 'https://mcp.example.com/mcp?key=held9',
      urlWithoutQuery: 'https://mcp.example.com/mcp',
      hasQuery: true,
    });
    assert.deepEqual(parseTargetUrl(' mcp.example.com:8443/mcp '), {
      url: 'https://mcp.example.com:8443/mcp',
      urlWithoutQuery: 'https://mcp.example.com:8443/mcp',
      hasQuery: false,
    });
  });

  for (const [typed, issue] of [
    ['', 'empty'],
    ['  ', 'empty'],
    ['mcp', 'noUrl'],
    ['javascript:alert(1)', 'notHttps'],
    ['mailto:me@example.com', 'notHttps'],
    ['me:word@mcp.example.com', 'credentials'],
    ['https:mcp.example.com', 'noUrl'],
    ['https://', 'noUrl'],
    ['https://a b.example.com', 'noUrl'],
    ['https://a.example.com\nhttps://b.example.com', 'noUrl'],
    ['http://mcp.example.com', 'notHttps'],
    ['ftp://mcp.example.com', 'notHttps'],
    ['https://me:word@mcp.example.com', 'credentials'],
    ['https://me@mcp.example.com', 'credentials'],
    ['https://:word@mcp.example.com', 'credentials'],
    ['http://me:word@mcp.example.com', 'credentials'],
  ] as const) {
    it(`is refused: ${JSON.stringify(typed)} (${issue})`, () => {
      assert.equal(parseTargetUrl(typed), issue);
      assert.match(describeTargetUrlIssue(issue), /^(Enter an MCP server URL\b|The URL (must|can't) )/);
    });
  }

  it('never keeps a user, a password or a query, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(webUrl, fc.string()), (typed) => {
        const read = parseTargetUrl(typed);
        if (typeof read === 'string') return;
        const { username, password, search, hash, protocol } = new URL(read.urlWithoutQuery);
        assert.deepEqual([username, password, search, hash, protocol], ['', '', '', '', 'https:']);
      }),
    );
  });

  it('is short in a list', () => {
    assert.equal(shortenServerUrl('https://mcp.example.com/'), 'mcp.example.com');
    assert.equal(shortenServerUrl('https://mcp.example.com:8443/mcp'), 'mcp.example.com:8443/mcp');
    assert.equal(shortenServerUrl('no url'), 'no url');
  });
});
