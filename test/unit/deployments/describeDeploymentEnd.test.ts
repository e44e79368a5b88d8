import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDeploymentEnd } from '../../../src/domain/deploymentText.ts';

test('the text about the end of a deployment contains its status, or that it is unknown', () => {
  assert.equal(describeDeploymentEnd('a/b', 'deployed'), 'a/b was deployed.');
  assert.match(describeDeploymentEnd('a/b', 'canceled'), /^The deployment of a\/b ended\b.*"canceled"/);
  assert.match(describeDeploymentEnd('a/b', undefined), /^The deployment of a\/b ended\..* unknown\.$/);
});
