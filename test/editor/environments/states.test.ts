import assert from 'node:assert/strict';
import type { EnvironmentNode } from '../../../src/environments/nodes.ts';
import { createStates } from '../../../src/environments/states.ts';
import { deployment } from '../../kit/records.ts';
import { hour, minute } from '../../kit/time.ts';

const start = Date.UTC(2026, 10, 21, 10);
const row = (status: string | undefined, completedAt?: string): EnvironmentNode => ({
  ...{ kind: 'environment', id: `row ${status}`, label: 'production', description: 'main' },
  ...{ environmentId: 'e', environmentName: 'production' },
  ...(status !== undefined && {
    latestDeployment: deployment('d', status, completedAt === undefined ? {} : { completedAt }),
  }),
});

describe('the row of an environment', () => {
  it('says how things are before what seldom changes', () => {
    const states = createStates(() => start + 2 * hour);
    const ended = new Date(start).toISOString();
    for (const [status, completedAt, description] of [
      ['deployed', ended, 'deployed 2h ago · main'],
      ['failed', ended, 'failed 2h ago · main'],
      ['ongoing', undefined, 'deploying… · main'],
      ['deployed', undefined, 'deployed · main'],
      ['something newer', ended, 'something newer 2h ago · main'],
      [undefined, undefined, 'main'],
    ] as const) {
      const one = row(status, completedAt);
      assert.equal(states.drawn(one, one).description, description);
    }
  });

  it('is outdated when it would say something else', () => {
    let now = start + minute;
    const states = createStates(() => now);
    const one = row('deployed', new Date(start).toISOString());
    const other = row('ongoing');
    for (const each of [one, other]) states.drawn(each, each);
    assert.deepEqual(states.takeOutdated(), []);
    now = start + 3 * hour;
    assert.deepEqual(states.takeOutdated(), [one]);
    assert.deepEqual(states.takeOutdated(), [], 'told once');
    states.drawn(one, one);
    now += 3 * hour;
    assert.deepEqual(states.takeOutdated(), [one]);
  });
});
