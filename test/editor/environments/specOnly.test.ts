import { findEnvironmentId } from '../../kit/sample.ts';
import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import { expect, test } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

test.describe('a service that does not list projects', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('is reported, and rejects an unknown ID in its prompt', async ({ workbench }) => {
    await expect(workbench.tree).toContainText("can't list projects");
    await workbench.row('Add Environment by ID...').click();
    await workbench.enter('env_that_is_not_there');
    await expect(workbench.inputMessage).toContainText('the ID is wrong');
    await expect(workbench.input).toHaveValue('env_that_is_not_there');
    await expect(workbench.row(/^Added by ID/)).toHaveCount(0);
  });

  test('shows environments that were added by ID, also after a reload', async ({ workbench, service }) => {
    await add(workbench, findEnvironmentId(service, 'weather-tools', 'staging'));
    await expect(added(workbench, 'staging')).toBeVisible();
    await add(workbench, findEnvironmentId(service, 'docs-search', 'production'));
    await expect(added(workbench, 'production')).toBeVisible();

    await added(workbench, 'staging').click();
    await expect(workbench.tab('Logs: staging')).toBeSelected();

    await workbench.reload();
    await expect(added(workbench, 'staging')).toBeVisible();
    await expect(added(workbench, 'production')).toBeVisible();
  });

  test('distinguishes environments with the same name', async ({ workbench, service }) => {
    const ids = ['weather-tools', 'docs-search'].map((project) =>
      findEnvironmentId(service, project, 'production'),
    );
    for (const id of ids) {
      await add(workbench, id);
      await expect(added(workbench, 'production').filter({ hasText: id })).toBeVisible();
      await added(workbench, 'production').filter({ hasText: id }).click();
      await expect(workbench.tab(`Logs: production (${id.slice(0, 12)}…)`)).toBeSelected();
    }
    await workbench.run('Open Environment');
    for (const id of ids) await expect(workbench.item(id)).toBeVisible();
  });

  test('accepts an ID with any characters', async ({ workbench, service }) => {
    await add(workbench, edgeCaseIds.environment);
    const row = workbench.tree.getByRole('treeitem', { name: 'environment added by ID' });
    await expect(row).toContainText('<img src=x onerror=alert(1)>');
    service.requests.clear();
    await row.click();
    await expect
      .poll(() => service.requests.list()[0]?.path)
      .toContain(`/v1/environments/${encodeURIComponent(edgeCaseIds.environment)}/latest-logs`);
  });

  test('removes environments from the list, and undoes that', async ({ workbench, service }) => {
    await add(workbench, findEnvironmentId(service, 'weather-tools', 'staging'));
    await workbench.runOn(added(workbench, 'staging'), 'Remove Environment from List');
    const message = workbench.notification('"staging" was removed');
    await expect(message).toBeVisible();
    await expect(workbench.row(/^Added by ID/)).toHaveCount(0);
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(added(workbench, 'staging')).toBeVisible();
  });
});

async function add(workbench: HostWindow, id: string): Promise<void> {
  await workbench.row('Add Environment by ID...').click();
  await workbench.enter(id);
  await expect(workbench.input).toBeHidden();
}

function added(workbench: HostWindow, name: string) {
  return workbench.tree.getByRole('treeitem', { name: `${name}, environment added by ID` });
}
