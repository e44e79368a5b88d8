import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Project } from '../../../src/api/projects.ts';
import { renamedIdentity } from '../../../src/logs/renamed.ts';
import type { PanelIdentity } from '../../../src/logs/savedState.ts';

const identity: PanelIdentity = {
  baseUrl: 'https://service.example',
  environmentId: 'env-1',
  environmentName: 'staging',
  projectName: 'billing',
};
const project = (name: string, environments: object[], productionEnvironment?: object) =>
  ({ id: 'p', name, environments, ...(productionEnvironment && { productionEnvironment }) }) as Project;

describe('the names on a log tab', () => {
  const staging = { id: 'env-1', name: 'staging' };
  const cases: readonly (readonly [string, PanelIdentity, readonly Project[], object | undefined])[] = [
    ['stay as they are', identity, [project('billing', [staging])], undefined],
    [
      'stay when its project was not read',
      identity,
      [project('invoices', [{ id: 'env-2', name: 'a' }])],
      undefined,
    ],
    ['stay when nothing was read', identity, [], undefined],
    ['follow the project', identity, [project('invoices', [staging])], { projectName: 'invoices' }],
    [
      'follow the environment',
      identity,
      [project('other', []), project('billing', [{ id: 'env-1', name: 'beta' }])],
      { environmentName: 'beta' },
    ],
    [
      'follow an environment that is listed as production only',
      identity,
      [project('invoices', [], staging)],
      { projectName: 'invoices' },
    ],
    [
      'follow the project of a deployment, and keep the rest',
      { ...identity, deploymentId: 'd', search: 'x' },
      [project('invoices', [staging])],
      { projectName: 'invoices' },
    ],
    [
      'stay where the environment of a deployment is not known',
      { ...identity, environmentId: '', deploymentId: 'd' },
      [project('invoices', [staging])],
      undefined,
    ],
  ];
  for (const [name, before, projects, change] of cases) {
    test(name, () => assert.deepEqual(renamedIdentity(before, projects), change && { ...before, ...change }));
  }
});
