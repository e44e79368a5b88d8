import assert from 'node:assert/strict';
import { apiKey, baseUrl, runCommand, useExtension } from '../support.ts';

describe('Open Analytics', () => {
  useExtension();
  it('returns the response of the service, or the error of a time', async () => {
    const response = await fetch(`${baseUrl}/v1/projects`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const [project]: readonly { readonly id: string }[] = JSON.parse(await response.text());
    const answer = await runCommand('hostedMcp.showAnalytics', { projectId: project?.id, range: '7d' });
    assert.ok(answer && typeof answer === 'object' && 'timeSeries' in answer);
    assert.ok(Object.keys(answer.timeSeries ?? {}).includes('requests_count'));
    for (const time of [{ range: '32d' }, { from: 'x' }, { from: '2026-01-01', to: '2026-03-01' }]) {
      assert.equal(
        await runCommand('hostedMcp.showAnalytics', { projectId: project?.id, ...time }),
        undefined,
      );
    }
  });
});
