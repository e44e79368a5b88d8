import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EditorLink, formatLink, getServiceHost, parseLink } from '../../../src/links/editorLink.ts';
import { unicodeCharacter } from '../../kit/unicodeCharacter.ts';

/** Returns a link as the editor provides it, decoded. */
function splitDecoded(text: string): [path: string, query: string] {
  const [path = '', query = ''] = text.split('?');
  return [decodeURIComponent(path), decodeURIComponent(query)];
}

test('a link is parsed as it was formatted, with any characters in the ID', () => {
  const id = fc
    .string({ minLength: 1, unit: unicodeCharacter })
    .filter(
      (text) =>
        text.isWellFormed() && !['.', '..'].includes(text) && !text.endsWith('/logs') && text !== 'logs',
    );
  const kind = fc.constantFrom('project', 'environment', 'environmentLogs', 'deploymentLogs' as const);
  fc.assert(
    fc.property(kind, id, fc.option(fc.constant('https://api.example.com/base')), (kind, id, service) => {
      const link = { target: { kind, id }, ...(service !== null && { service }) } as EditorLink;
      assert.deepEqual(parseLink(...splitDecoded(formatLink(link))), link);
    }),
  );
});

test('a link has one of the known forms', () => {
  assert.deepEqual(parseLink('/environment/env_1', ''), { target: { kind: 'environment', id: 'env_1' } });
  assert.deepEqual(parseLink('/environment/env_1/logs', ''), {
    target: { kind: 'environmentLogs', id: 'env_1' },
  });
  assert.deepEqual(parseLink('/deployment/d/logs', ''), { target: { kind: 'deploymentLogs', id: 'd' } });
  assert.deepEqual(parseLink('/project/p', 'service=https://a.example'), {
    target: { kind: 'project', id: 'p' },
    service: 'https://a.example',
  });
});

test('other paths are not links: commands, changes, and invalid IDs', () => {
  for (const path of [
    ...['', '/', '/environment', '/environment/', '/environment/.', '/environment/..'],
    ...['/delete/env_1', '/command/workbench.action.quit', '/deployment/d', '/callback', '/project/'],
    ...['/environments/env_1', 'environment/env_1', '/variables/env_1'],
  ]) {
    assert.equal(parseLink(path, ''), undefined, path);
  }
});

test('only the host of a linked service is returned, and no other text', () => {
  const target = { kind: 'environment', id: 'e' } as const;
  for (const [service, host] of [
    ['https://api.example.com/base', 'api.example.com'],
    ['https://user:key@api.example.com', 'api.example.com'],
    ['Your session has ended. Sign in at evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['https://b\u00fccher.example', 'xn--bcher-kva.example'],
    [undefined, undefined],
  ] as const) {
    assert.equal(getServiceHost({ target, ...(service !== undefined && { service }) }), host);
  }
});
