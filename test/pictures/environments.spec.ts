import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

const project = 'weather-tools';

test.describe('an environment', () => {
  test.use({ serviceOptions: { seed: 7, calm: true } });

  test('created, deleted', async ({ workbench, page, service }, info) => {
    await workbench.runOn(workbench.row(project), 'Create Environment...');
    await workbench.input.fill('staging');
    await expect(workbench.inputMessage).toContainText('of that name already');
    await take(page, info, 'create-environment');
    await workbench.enter('preview');
    await expect(workbench.input).toHaveValue('main');
    await take(page, info, 'create-environment-branch');
    await page.keyboard.press('Escape');

    await workbench.row(project).click();
    await workbench.environment(project, 'staging').click();
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    await workbench.runOn(workbench.environment(project, 'staging'), 'Delete Environment...');
    await expect(workbench.inputMessage).toContainText('This cannot be undone.');
    await take(page, info, 'delete-environment');
    await workbench.input.fill('stag');
    await expect(workbench.inputMessage).toContainText('Type staging to delete it.');
    await take(page, info, 'delete-environment-name');
    service.faults.add({ match: { method: 'DELETE' }, delayMs: 4000 });
    await workbench.enter('staging');
    await expect(workbench.notification('Deleting staging')).toBeVisible();
    await take(page, info, 'deleting-environment');
    await expect(workbench.logs.locator('.notice.error')).toContainText('This environment was deleted');
    await expect(workbench.environment(project, 'staging')).toHaveCount(0);
    await take(page, info, 'deleted-environment');
  });
});

test.describe('a protected environment', () => {
  test.use({
    serviceOptions: { seed: 7, calm: true },
    // With the theme of the project.
    settings: async ({ settings }, use) => {
      await use({ ...settings, 'hostedMcp.protectedEnvironments': ['stag*'] });
    },
  });

  test('on its row', async ({ workbench, page }, info) => {
    await workbench.row(project).click();
    await expect(workbench.environment(project, 'staging')).toHaveAccessibleName(/, protected$/);
    await take(page, info, 'protected-environment');
  });
});
