import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeCapabilities, listConnectionFacts } from '../../../src/inspector/connectionFacts.ts';
import type { McpConnection } from '../../../src/inspector/mcpConnection.ts';

describe('the description of a connection', () => {
  test('describes capabilities in words', () => {
    const capabilities = {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: {},
      completions: {},
      logging: {},
      experimental: { 'x.example/a': {}, b: {} },
      'other one': {},
    };
    assert.deepEqual(describeCapabilities({ capabilities }), [
      'Can list tools, and reports when the list changes',
      'Can list resources, and reports when the list or a resource changes',
      'Can list prompts',
      'Can complete arguments of prompts and resource templates',
      'Can send log messages',
      'Experimental features: x.example/a, b',
      'Other capability: other one',
    ]);
    const resources = (options: object) => describeCapabilities({ capabilities: { resources: options } });
    assert.deepEqual(resources({ subscribe: true }), [
      'Can list resources, and reports when a resource changes',
    ]);
    assert.deepEqual(resources({ subscribe: 'yes' }), ['Can list resources']);
  });

  test('names the protocol and the transport', () => {
    const connection = { protocolVersion: '2025-11-25', transport: 'http' } as McpConnection;
    const facts = listConnectionFacts(connection).map(({ label, value }) => `${label}: ${value}`);
    assert.deepEqual(facts, ['Protocol: MCP 2025-11-25', 'Transport: Streamable HTTP', 'Session: none']);
  });
});
