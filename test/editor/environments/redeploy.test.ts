import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { startDeployment } from '../../service/world/deployments.ts';
import type { Deployment } from '../../service/world/model.ts';
import { expect, test } from '../fixtures.ts';
import { openVariables, variableRow, variablesGroup } from '../kit/variableRows.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const note = 'redeploy to apply';
const asDeployment = { path: '^/v1/deployments/' };

test.describe('an environment with changed variables', () => {
  test('is marked until a deployment succeeds that started afterwards', async ({ workbench, service }) => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await expect(row).toBeVisible();
    service.requests.clear();
    await changeVariable(workbench);
    await expect(row).toContainText(note);
    await expect(row).toHaveAccessibleName(
      /^staging, environment of weather-tools, redeploy to apply, (deployed|failed) /,
    );
    // The description may be cut off at its end.
    await expect(row).toContainText(new RegExp(`${note} · \\d+m`));
    await expect(workbench.environment(project, 'production')).not.toContainText(note);
    expect(service.requests.list().filter(({ path }) => path.includes('deployments'))).toEqual([]);

    await workbench.reload();
    await workbench.row(project).click();
    await expect(row).toContainText(note);
    await workbench.runOn(row, 'Deploy');
    await expect(workbench.dialog).toContainText(
      /Branch: .* Currently deployed: .* Variables changed .*: ADDED_LATER /,
    );
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();

    deploy(service, 'failed');
    await refresh(workbench, service);
    await expect(row).toContainText('failed');
    await expect(row).toContainText(note);

    deploy(service, 'deployed', 0);
    await refresh(workbench, service);
    await expect(row).toContainText(`deploying... · ${note}`);

    service.clock.advance(31_000);
    await refresh(workbench, service);
    await expect(row).not.toContainText(note);
    await expect(row).toHaveAccessibleName(/^staging, environment of weather-tools, deployed [\w ]+$/);
  });

  test('stays marked after a deployment that was already running, whose start is requested once', async ({
    workbench,
    service,
  }) => {
    // The tree is closed, so the extension isn't notified of that deployment.
    const running = deploy(service, 'deployed', 0);
    const id = findEnvironmentId(service, project, 'staging');
    await expect(workbench.row(project)).toBeVisible();
    await workbench.run('Add Variable...');
    await workbench.choose(workbench.item('staging').filter({ hasText: project }));
    await addVariable(workbench);
    await expect(workbench.input).toBeHidden();
    expect(listVariableKeys(service, id)).toContain('ADDED_LATER');
    service.clock.advance(31_000);
    service.requests.clear();
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await expect(row).toContainText(note);
    await expect.poll(() => countDeploymentRequests(service, running)).toBe(1);
    await refresh(workbench, service);
    await expect(row).toContainText(note);
    expect(countDeploymentRequests(service, running)).toBe(1);

    // If the status can't be read now, it's requested again with the next refresh.
    const next = deploy(service, 'deployed');
    service.faults.add({ match: asDeployment, status: 403 });
    await refresh(workbench, service);
    await expect.poll(() => countDeploymentRequests(service, next)).toBe(1);
    await expect(row).toContainText(note);
    service.faults.clear();
    await refresh(workbench, service);
    await expect(row).toHaveAccessibleName(/^staging, environment of weather-tools, deployed [\w ]+$/);
  });

  test('has marks at its changed variables, and a message that offers once to deploy', async ({
    workbench,
    service,
  }) => {
    await openVariables(workbench);
    await expect(variablesGroup(workbench)).not.toContainText('not deployed');
    await changeVariable(workbench);
    await expect(variablesGroup(workbench)).toContainText(/^Variables\s*\d+ · 1 not deployed/);
    await expect(variableRow(workbench, 'ADDED_LATER')).toHaveAccessibleName(
      'ADDED_LATER, plain, value hidden, not deployed',
    );
    await expect(workbench.tree.getByRole('treeitem', { name: /value hidden$/ }).first()).toBeVisible();
    const message = workbench.notification(/^The variables of .*staging.* were changed, but not deployed\./);
    await expect(message.getByRole('button')).toHaveText(['Deploy', "Don't Show Again"]);
    await message.getByRole('button', { name: 'Deploy' }).click();
    await expect(workbench.dialog).toContainText(/Variables changed .*: ADDED_LATER /);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();

    await workbench.runOn(variableRow(workbench, 'ADDED_LATER'), 'Rename Variable...');
    await workbench.enter('ADDED_LAST');
    await expect(variablesGroup(workbench)).toContainText('2 not deployed');
    await expect(message).toHaveCount(0);

    deploy(service, 'deployed');
    await refresh(workbench, service);
    await expect(variablesGroup(workbench)).not.toContainText('not deployed');
    await expect(variableRow(workbench, 'ADDED_LAST')).toHaveAccessibleName(
      'ADDED_LAST, plain, value hidden',
    );
  });

  test('is unmarked when the user says so', async ({ workbench }) => {
    await openVariables(workbench);
    const row = workbench.environment(project, 'staging');
    await changeVariable(workbench);
    await expect(row).toContainText(note);
    await expect(variablesGroup(workbench)).toContainText('1 not deployed');
    await workbench.runOn(row, 'Dismiss Redeploy Reminder');
    await expect(row).not.toContainText(note);
    await expect(variablesGroup(workbench)).not.toContainText('not deployed');
    await expect(variableRow(workbench, 'ADDED_LATER')).not.toContainText('not deployed');
    await workbench.openMenu(row);
    await expect(workbench.menuitem('Add Variable...')).toBeVisible();
    await expect(workbench.menuitem('Dismiss Redeploy Reminder')).toHaveCount(0);
  });

  test('is not marked if nothing was changed', async ({ workbench, service }) => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    service.faults.add({ match: { method: 'POST' }, status: 403 });
    await workbench.runOn(row, 'Add Variable...');
    await addVariable(workbench);
    await expect(workbench.inputMessage).toContainText('Permission denied');
    await expect(row).toHaveAccessibleName(/^staging, environment of weather-tools, deployed [\w ]+$/);
    service.faults.clear();
    await workbench.input.press('Enter');
    await expect(row).toHaveAccessibleName(
      /^staging, environment of weather-tools, redeploy to apply, (deployed|failed) /,
    );
  });
});

async function changeVariable(workbench: HostWindow): Promise<void> {
  await workbench.runOn(workbench.environment(project, 'staging'), 'Add Variable...');
  await addVariable(workbench);
  await expect(workbench.input).toBeHidden();
}

async function addVariable(workbench: HostWindow): Promise<void> {
  await expect(workbench.inputMessage).toContainText('key');
  await workbench.enter('ADDED_LATER');
  await workbench.choose(workbench.item('Plain'));
  await expect(workbench.inputMessage).toContainText('value of ADDED_LATER');
  await workbench.enter('1');
}

/** Refreshes the tree, and waits until the project has been read again. */
async function refresh(workbench: HostWindow, service: SampleService): Promise<void> {
  const reads = () =>
    service.requests.list().filter(({ path }) => /^\/v1\/projects\/[^/]+$/.test(path)).length;
  const before = reads();
  await workbench.run('Refresh Projects');
  await expect.poll(reads).toBeGreaterThan(before);
}

/** Deploys staging. By default, the deployment has already ended. */
function deploy(service: SampleService, outcome: Deployment['outcome'], advanceMs = 31_000): Deployment {
  const { world } = service;
  const environment = world.environments.get(findEnvironmentId(service, project, 'staging'));
  if (!environment) throw new Error('There is no staging.');
  const deployment = { ...startDeployment(world, environment), outcome };
  world.deployments.set(deployment.id, deployment);
  service.clock.advance(advanceMs);
  return deployment;
}

/** Returns the number of requests for a deployment. */
function countDeploymentRequests(service: SampleService, { id }: Deployment): number {
  return service.requests.list().filter(({ path }) => path === `/v1/deployments/${id}`).length;
}

function listVariableKeys({ world }: SampleService, id: string): readonly string[] {
  return [...world.variables.values()].filter((one) => one.environmentId === id).map(({ key }) => key);
}
