import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { environmentPage, readSavedEnvironment } from '../../../src/environments/page/protocol.ts';

const { readFromPage, readToPage } = environmentPage;

describe('messages between the page of an environment and its host', () => {
  test('are validated: a page can request an action, but no other command', () => {
    const said = [
      { kind: 'ready', zone: 'UTC' },
      { kind: 'run', action: 'deploy' },
      { kind: 'copyPrompt', index: 1 },
      { kind: 'tryPrompt', index: 1 },
      { kind: 'copyDomain', index: 1 },
      { kind: 'refresh' },
      { kind: 'remedy', index: 0 },
      { kind: 'remedy', section: 'telemetry', index: 0 },
    ];
    for (const one of said) assert.deepEqual(readFromPage(one), one);
    for (const one of [
      undefined,
      'ready',
      { kind: 'run', action: 'hostedMcp.deleteEnvironment' },
      { kind: 'run', command: 'hostedMcp.deploy' },
      { kind: 'run' },
      { kind: 'copyPrompt', index: '1' },
      { kind: 'remedy', section: 'elsewhere', index: 0 },
      { kind: 'other' },
    ]) {
      assert.equal(readFromPage(one), undefined, JSON.stringify(one));
    }
    assert.deepEqual(readToPage({ kind: 'showSection', section: 'playground' }), {
      kind: 'showSection',
      section: 'playground',
    });
    for (const one of [
      { kind: 'showSection', section: 'x' },
      { kind: 'start' },
      { kind: 'state', state: {} },
      null,
    ]) {
      assert.equal(readToPage(one), undefined);
    }
  });

  test('restore only the environment from the saved state', () => {
    const identity = { baseUrl: 'https://a.example', environmentId: 'e', environmentName: 'staging' };
    assert.deepEqual(readSavedEnvironment({ identity, scroll: 7 }), identity);
    for (const one of [undefined, {}, { identity: { ...identity, environmentId: '' } }, { identity: 'e' }]) {
      assert.equal(readSavedEnvironment(one), undefined);
    }
  });
});
