import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Project } from '../../../src/api/projects.ts';
import { updateEnvironmentNames, updateProjectName } from '../../../src/domain/currentNames.ts';
import type { PanelIdentity } from '../../../src/logs/savedState.ts';

const identity: PanelIdentity = {
  baseUrl: 'https://service.example',
  environmentId: 'env-1',
  environmentName: 'staging',
  projectName: 'billing',
};
const project = (name: string, environments: object[], productionEnvironment?: object) =>
  ({ id: 'p', name, environments, ...(productionEnvironment && { productionEnvironment }) }) as Project;

describe('the names of an environment and its project on a page', () => {
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
    test(name, () =>
      assert.deepEqual(updateEnvironmentNames(before, projects), change && { ...before, ...change }),
    );
  }

  test('are added where they were not known', () => {
    const known = { environmentId: 'env-1', id: 'audit' };
    const names = { environmentName: 'staging', projectName: 'billing' };
    assert.deepEqual(updateEnvironmentNames(known, [project('billing', [staging])]), { ...known, ...names });
    assert.equal(updateEnvironmentNames({}, [project('billing', [staging])]), undefined);
  });
});

describe('the name of a project on a page', () => {
  const known = { projectId: 'p', projectName: 'billing', baseUrl: 'https://service.example' };
  test('follows the project', () => {
    assert.deepEqual(updateProjectName(known, [project('invoices', [])]), {
      ...known,
      projectName: 'invoices',
    });
  });
  test('stays when it is the same, or when the project was not read', () => {
    assert.equal(updateProjectName(known, [project('billing', [])]), undefined);
    assert.equal(updateProjectName({ ...known, projectId: 'q' }, [project('invoices', [])]), undefined);
  });
});
