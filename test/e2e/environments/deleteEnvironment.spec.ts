import { findEnvironmentId, findProjectId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';

const project = 'weather-tools';
const command = 'Delete Environment...';
const environmentLabel = `${project}/staging`;

const deletions = (service: SampleService) =>
  service.requests.list().filter(({ method }) => method === 'DELETE');

test('deletes an environment and then its project after the name is typed, but not after a cancellation', async ({
  workbench,
  service,
  page,
}) => {
  await test.step('does not delete it after a cancellation', async () => {
    await workbench.row(project).click();
    const row = workbench.environment(project, 'staging');
    await workbench.runOn(row, command);
    await workbench.input.fill('staging');
    await page.keyboard.press('Escape');
    await expect(workbench.input).toBeHidden();
    await expect(row).toBeVisible();
    expect(deletions(service)).toEqual([]);
  });

  await test.step('deletes it after the name is typed, and shows the progress in its row', async () => {
    const id = findEnvironmentId(service, project, 'staging');
    service.faults.add({ match: { method: 'DELETE' }, delayMs: 3000 });
    const row = workbench.environment(project, 'staging');
    await workbench.runOn(row, command);
    await expect(workbench.input).toHaveValue('');
    await expect(workbench.inputMessage).toContainText(/logs, analytics, and metrics/);
    await expect(workbench.inputMessage).toContainText("This can't be undone.");
    await workbench.input.fill('stag');
    await expect(workbench.inputMessage).toContainText('Enter "staging" to confirm');
    await workbench.input.press('Enter');
    await expect(workbench.input).toBeVisible();
    expect(deletions(service)).toEqual([]);

    await workbench.enter('staging');
    await expect(row).toContainText('deleting...');
    await expect(row).toHaveAccessibleName(`staging, environment of ${project}, deleting...`);
    await expect(row.locator('.codicon-loading')).toBeVisible();
    await expect(workbench.notification(`Deleting ${environmentLabel}...`)).toBeVisible();
    await expect(workbench.notification(`${environmentLabel} was deleted`)).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(workbench.environment(project, 'production')).toBeVisible();
    expect(service.world.environments.has(id)).toBe(false);
    expect(deletions(service)).toHaveLength(1);
  });

  await test.step('does not delete a project without its name, and deletes it with its environments', async () => {
    service.faults.clear();
    service.requests.clear();
    await workbench.clearNotifications();
    const id = findProjectId(service, project);
    const row = workbench.row(project);
    await workbench.runOn(row, 'Delete Project...');
    await expect(workbench.dialog).toContainText(`"${project}"?`);
    await expect(workbench.dialog).toContainText('production');
    await workbench.dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(workbench.input).toHaveValue('');
    await workbench.input.fill('weather');
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText(`Enter "${project}" to confirm`);
    expect(deletions(service)).toEqual([]);
    await workbench.enter(project);
    await expect(workbench.notification(`"${project}"`)).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(service.world.projects.has(id)).toBe(false);
    expect(deletions(service)).toHaveLength(1);
  });
});
