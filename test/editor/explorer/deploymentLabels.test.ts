import assert from 'node:assert/strict';
import { createDeploymentLabels } from '../../../src/explorer/deploymentLabels.ts';
import type { Node } from '../../../src/explorer/node.ts';
import { toTreeItem } from '../../../src/explorer/treeItems.ts';
import { hour, minute } from '../../kit/time.ts';

const start = Date.UTC(2026, 10, 21, 10);
const ended = new Date(start).toISOString();
const row = (status: string | undefined, completedAt?: string): Node => ({
  kind: 'environment',
  id: `row ${status}`,
  label: 'production',
  description: 'main',
  accessibilityLabel: 'production, environment of tools',
  ...(status !== undefined && { deploymentState: { status, completedAt } }),
});

describe('a row with a deployment', () => {
  it('shows changing facts before stable ones', () => {
    const states = createDeploymentLabels('en', () => start + 2 * hour);
    for (const [status, completedAt, description, long] of [
      ['deployed', ended, '2h · main', ', deployed 2 hours ago'],
      ['failed', ended, 'failed 2h · main', ', failed 2 hours ago'],
      ['ongoing', undefined, 'deploying... · main', ', deploying...'],
      ['deployed', undefined, 'deployed · main', ', deployed'],
      ['something newer', ended, 'something newer 2h · main', ', something newer 2 hours ago'],
      [undefined, undefined, 'main', ''],
    ] as const) {
      const one = row(status, completedAt);
      const item = toTreeItem(one, true, false, states.render(one, one));
      assert.equal(item.description, description);
      assert.equal(item.accessibilityInformation?.label, `production, environment of tools${long}`);
    }
  });

  it('is outdated when its text would change', () => {
    let now = start + minute;
    const states = createDeploymentLabels('en', () => now);
    const one = row('deployed', ended);
    const other = row('ongoing');
    for (const each of [one, other]) states.render(each, each);
    assert.deepEqual(states.takeOutdated(), []);
    now = start + 3 * hour;
    assert.deepEqual(states.takeOutdated(), [one]);
    assert.deepEqual(states.takeOutdated(), [], 'told once');
    states.render(one, one);
    now += 3 * hour;
    assert.deepEqual(states.takeOutdated(), [one]);
  });

  it('stops updating when its text no longer changes', () => {
    let now = start + minute;
    const states = createDeploymentLabels('en', () => now);
    const one = row('deployed', ended);
    states.render(one, one);
    const { deploymentState: _, ...deleting } = one;
    states.render(one, deleting);
    now += 3 * hour;
    assert.deepEqual(states.takeOutdated(), []);
  });
});
