import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDeployDetail } from '../../../src/deployments/deployDetail.ts';
import { deployment } from '../../kit/records.ts';

const anew = 'The service rebuilds the server';

test('the confirmation contains the branch, the current deployment, and the changed variables', () => {
  const failed = deployment('2', 'failed', { sourceRef: 'refs/heads/main', sourceCommitId: 'f'.repeat(40) });
  const current = deployment('1', 'deployed', {
    isCurrent: true,
    sourceCommitId: '1a2b3c4d5e6f',
    sourceCommitMessage: 'Ask twice\u202e at most\n\nMore of it.',
  });
  const [branch, now, changed, rest, ...more] = formatDeployDetail(
    [failed, current],
    ['REGION', 'TOKEN'],
  ).split('\n');
  assert.equal(branch, 'Branch: main');
  assert.equal(now, 'Currently deployed: 1a2b3c4 Ask twice at most');
  assert.equal(changed, 'Variables changed since the last deployment: REGION, TOKEN');
  assert.ok(rest?.startsWith(anew));
  assert.deepEqual(more, []);
});

test('the confirmation omits unknown parts, and limits the number of variables', () => {
  // A failed deployment doesn't replace the running one.
  for (const deployments of [
    undefined,
    [],
    [deployment('1', 'failed', { sourceCommitId: 'f'.repeat(40) })],
  ]) {
    assert.ok(formatDeployDetail(deployments, []).startsWith(anew));
  }
  const keys = Array.from({ length: 13 }, (_, at) => `K${at}`);
  assert.match(formatDeployDetail(undefined, keys), /: K0, .*, K9 and 3 more\n/);
});

test('the source of a folder deployment replaces the branch of the last deployment', () => {
  const source = 'To upload: release/next · abc1234 · with local changes';
  const failed = deployment('2', 'failed', { sourceRef: 'refs/heads/main' });
  const detail = formatDeployDetail([failed], [], undefined, source);
  assert.ok(detail.startsWith(`${source}\n`));
  assert.ok(!detail.includes('Branch:'));
});
