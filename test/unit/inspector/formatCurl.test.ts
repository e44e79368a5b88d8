import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { formatCurl } from '../../../src/inspector/outgoingMessage.ts';

test('a shell reads the URL, the headers, and the message of a curl command unchanged', () => {
  const json = JSON.stringify({ text: 'It\'s "$HOME" `id` \\ \n %s' });
  const link = { protocolVersion: '2025-11-25', sessionId: 'a-b' };
  const text = formatCurl('https://mcp.example.com/mcp', json, link);
  const read = execFileSync('sh', ['-c', `curl() { for one; do printf '%s\\0' "$one"; done; }\n${text}`], {
    encoding: 'utf8',
  });
  const parts = read.split('\0');
  assert.equal(parts[0], 'https://mcp.example.com/mcp');
  assert.equal(parts[parts.indexOf('--data-raw') + 1], json);
  assert.ok(parts.includes('Mcp-Session-Id: a-b'));
  assert.ok(parts.includes('MCP-Protocol-Version: 2025-11-25'));
});
