import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { playgroundPage } from '../../../src/playground/page.ts';
import { translate } from '../translate.ts';

describe('the page of a playground', () => {
  test('shows all there is', () => {
    const page = playgroundPage(
      {
        isPlaygroundEnabled: true,
        serverMetadata: {
          name: 'Weather',
          description: 'Forecasts.\n\nAlerts.',
          headers: [{ name: 'x-key', description: 'Yours', isRequired: true, isSecret: false }],
          examplePrompts: [{ title: 'Today', prompt: 'One\n```\nTwo' }],
        },
      },
      'production',
      true,
      translate,
    );
    for (const part of [
      '# Playground of production',
      'The playground is enabled',
      '## Weather',
      'Forecasts.\n\nAlerts.',
      '### Today',
      '````text\nOne\n```\nTwo\n````',
      '| ` x-key ` | Yours | yes | no |',
    ]) {
      assert.ok(page.includes(part), `${part}\n${page}`);
    }
  });

  test('invites where nothing is described, and says what is missing else', () => {
    const invitation = (isWritable: boolean) =>
      playgroundPage({ isPlaygroundEnabled: false }, 'p', isWritable, translate);
    assert.match(invitation(true), /Nobody has described.*run Edit Playground/);
    assert.match(invitation(false), /Nobody has described.*does not change them here/);
    assert.doesNotMatch(invitation(false), /run Edit Playground/);
    const serverMetadata = { headers: [], examplePrompts: [] };
    const page = playgroundPage({ isPlaygroundEnabled: false, serverMetadata }, 'p', true, translate);
    assert.match(page, /No description/);
    const blank = { isPlaygroundEnabled: false, serverMetadata: { ...serverMetadata, description: ' \n' } };
    assert.match(playgroundPage(blank, 'p', true, translate), /No description/);
    assert.equal(page.match(/\*none\*/g)?.length, 2);
  });

  test('keeps hostile text text', () => {
    const odd = fc.string({
      unit: fc.constantFrom('`', '|', '<', '>', '[', ']', '(', '\n', '\r', '#', '*', 'a', '\\', '~', ' '),
    });
    fc.assert(
      fc.property(odd, (text) => {
        const page = playgroundPage(
          {
            isPlaygroundEnabled: true,
            serverMetadata: {
              name: text,
              description: text,
              headers: [{ name: text, description: text, isRequired: true, isSecret: true }],
              examplePrompts: [{ title: text, prompt: text }],
            },
          },
          text,
          true,
          translate,
        );
        const fence = /^(`{3,})text$/m.exec(page)?.[1] ?? '';
        const [, inside = '', after = ''] = page.split(new RegExp(`^${fence}(?:text)?$`, 'm'));
        assert.equal(inside.trim(), text.replace(/\r\n?/g, '\n').trim());
        assert.match(after, /^\n\n## Headers\n\n\| Name/);
        const outside = page.replace(inside, '').replace(/(`+) .*? \1(?!`)/g, '');
        assert.ok(!/(^|[^\\])[<[]/.test(outside), page);
      }),
    );
  });
});
