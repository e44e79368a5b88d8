import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startService } from '../../service/service.ts';

const { createSecretSession } = await import('../../../src/connection/askSecret.ts');
const { formatShortAccountLabel } = await import('../../../src/connection/accountTexts.ts');

describe('the label of an API key', () => {
  test('names the first team of the key, and counts the others', async () => {
    const service = await startService();
    try {
      const createLabel = async (): Promise<string> =>
        (await createSecretSession('apiKey', service.url, service.apiKey, AbortSignal.timeout(10_000)))
          .account.label;
      const [first] = service.world.teams;
      assert.ok(first);
      const labels: string[] = [];
      for (const count of [1, 2, 3]) {
        const teams = Array.from({ length: count }, (_, index) => ({ ...first, id: `team-${index}` }));
        Object.assign(service.world, { teams });
        labels.push(await createLabel());
      }
      assert.deepEqual(labels, [
        'Octo Dev (API key)',
        'Octo Dev and 1 more team (API key)',
        'Octo Dev and 2 more teams (API key)',
      ]);
    } finally {
      await service.close();
    }
  });

  test('in the status bar has no kind, and names the extension if it has no other name', () => {
    const account = { id: 'a', accountId: 'a', origin: 'https://a.example', hasSessionEnded: false };
    const key = { ...account, kind: 'apiKey', isRejected: false, isFixed: false } as const;
    assert.equal(
      formatShortAccountLabel({ ...key, label: 'Octo Dev and 1 more team (API key)' }),
      'Octo Dev and 1 more team',
    );
    assert.equal(
      formatShortAccountLabel({ ...key, label: 'HOSTED_MCP_API_KEY', isFixed: true }),
      'Hosted MCP: API key',
    );
  });
});
