import { expect, test } from '../e2e/fixtures.ts';
import { findEnvironmentId } from '../kit/sample.ts';
import { take } from './take.ts';

const project = 'weather-tools';

test.describe('an environment', () => {
  test.use({ serviceOptions: { seed: 7, typicalOnly: true } });

  test('created, deleted', async ({ workbench, page, service }, info) => {
    await workbench.runOn(workbench.row(project), 'Create Environment...');
    await workbench.input.fill('staging');
    await expect(workbench.inputMessage).toContainText('an environment with that name');
    await take(page, info, 'create-environment');
    await workbench.enter('preview');
    await expect(workbench.input).toHaveValue('main');
    await take(page, info, 'create-environment-branch');
    await page.keyboard.press('Escape');

    await workbench.row(project).click();
    await workbench.environment(project, 'staging').click();
    await expect(workbench.logs.locator('.row').last()).toBeVisible();
    await workbench.runOn(workbench.environment(project, 'staging'), 'Delete Environment...');
    await expect(workbench.inputMessage).toContainText("This can't be undone.");
    await take(page, info, 'delete-environment');
    await workbench.input.fill('stag');
    await expect(workbench.inputMessage).toContainText('Enter "staging" to confirm');
    await take(page, info, 'delete-environment-name');
    service.faults.add({ match: { method: 'DELETE' }, delayMs: 4000 });
    await workbench.enter('staging');
    await expect(workbench.notification('Deleting weather-tools/staging')).toBeVisible();
    await take(page, info, 'deleting-environment');
    await expect(workbench.logs.locator('.notice')).toContainText(/environment .* deleted/);
    await expect(workbench.environment(project, 'staging')).toHaveCount(0);
    await take(page, info, 'deleted-environment');
  });
});

test.describe('the page of an environment', () => {
  test.use({ serviceOptions: { seed: 7, typicalOnly: true } });

  test('complete, failed with an unreadable section, wide, narrow, deleted', async ({
    workbench,
    page,
    service,
  }, info) => {
    const { webview } = workbench;
    await page.setViewportSize({ width: 1280, height: 1000 });
    await workbench.row(project).click();
    await workbench.runOn(workbench.environment(project, 'production'), 'Open Environment');
    await expect(webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)')).toBeVisible();
    await take(page, info, 'environment');
    await webview.getByRole('heading', { name: 'Playground' }).scrollIntoViewIfNeeded();
    await take(page, info, 'environment-below');

    const id = findEnvironmentId(service, 'billing-mcp', 'production');
    service.faults.add({ match: { path: `/v1/environments/${id}/playground` }, status: 500 });
    await workbench.row('billing-mcp').click();
    await workbench.runOn(workbench.environment('billing-mcp', 'production'), 'Open Environment');
    await expect(webview.getByText('Service error 500')).toBeVisible();
    await expect(webview.locator('.reason-line')).toBeVisible();
    await workbench.runOn(workbench.environment('billing-mcp', 'production'), 'Run Audit...');
    await expect(workbench.item('End-to-end tasks')).toBeVisible();
    await workbench.input.press('Enter');
    await expect(webview.getByText('checking...')).toBeVisible();
    service.clock.advance(60_000);
    await expect(webview.locator('section.audit')).toContainText(/failure|warning/);
    await take(page, info, 'environment-failed');
    await webview.locator('.usage-card.errors .plot').hover();
    await take(page, info, 'environment-hour');
    await webview.getByRole('button', { name: 'More Actions' }).click();
    await take(page, info, 'environment-menu');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1900, height: 1000 });
    await take(page, info, 'environment-wide');
    await page.setViewportSize({ width: 680, height: 1000 });
    await take(page, info, 'environment-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    service.faults.add({ match: { path: `^/v1/environments/${id}$` }, status: 404 });
    await webview.getByRole('button', { name: 'Refresh' }).click();
    await expect(webview.getByText('no longer exists')).toBeVisible();
    await take(page, info, 'environment-deleted');
  });
});

test.describe('a protected environment', () => {
  test.use({
    serviceOptions: { seed: 7, typicalOnly: true },
    // Adds the theme of the test project.
    settings: async ({ settings }, use) => {
      await use({ ...settings, 'hostedMcp.protectedEnvironments': ['stag*'] });
    },
  });

  test('its row', async ({ workbench, page }, info) => {
    await workbench.row(project).click();
    await expect(workbench.environment(project, 'staging')).toHaveAccessibleName(/, protected\b/);
    await take(page, info, 'protected-environment');
  });
});
