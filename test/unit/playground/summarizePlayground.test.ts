import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { summarizePlayground } from '../../../src/playground/summarizePlayground.ts';

const serverMetadata = {
  name: 'Weather',
  description: 'Forecasts.\n\nAlerts.',
  headers: [
    { name: 'x-key', description: 'Yours', isRequired: true, isSecret: true },
    { name: 'x-unit', isRequired: false, isSecret: false },
  ],
  examplePrompts: [{ title: 'Today', prompt: 'One\nTwo' }, { prompt: 'Three' }],
};

describe('the summary of a playground', () => {
  test('contains all fields', () => {
    assert.deepEqual(summarizePlayground({ isPlaygroundEnabled: true, serverMetadata }, true), {
      isEnabled: true,
      status: 'The playground is enabled. People can use it to try the server.',
      isWritable: true,
      name: 'Weather',
      description: 'Forecasts.\n\nAlerts.',
      headers: [
        { name: 'x-key', description: 'Yours', kind: 'required, secret' },
        { name: 'x-unit', description: undefined, kind: 'optional' },
      ],
      prompts: [
        { title: 'Today', prompt: 'One\nTwo' },
        { title: 'Example prompt 2', prompt: 'Three' },
      ],
    });
  });

  test('has an invitation if there is no description, and placeholders for empty fields', () => {
    const invitation = (isWritable: boolean) =>
      summarizePlayground({ isPlaygroundEnabled: false }, isWritable).invitation ?? '';
    assert.match(invitation(true), /This server has no description.*use Edit Playground/);
    assert.match(invitation(false), /This server has no description.*doesn't support changing playgrounds/);
    const empty = { headers: [], examplePrompts: [] };
    for (const blank of [empty, { ...empty, name: ' ', description: ' \n' }]) {
      const facts = summarizePlayground({ isPlaygroundEnabled: false, serverMetadata: blank }, true);
      assert.deepEqual([facts.name, facts.description], ['(no name)', 'No description.']);
      assert.equal(facts.invitation, undefined);
      assert.equal(facts.status, 'The playground is disabled.');
    }
  });
});
