import { findEnvironmentId } from '../../kit/sample.ts';
import { edgeCaseIds } from '../../service/world/edgeCaseProjects.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import { findOverflow, openEnvironmentPage, waitUntilRead } from './environmentPage.ts';

test('the page of an environment passes the automated accessibility checks in every theme and width', async ({
  workbench,
  service,
  page,
}) => {
  const { webview } = workbench;
  const id = findEnvironmentId(service, 'billing-mcp', 'production');
  service.world.telemetry.set(id, service.world.telemetry.get(edgeCaseIds.environment) ?? []);
  service.faults.add({ match: { path: `^/v1/environments/${id}/playground` }, status: 500 });
  for (const open of [
    () => workbench.runOn(workbench.environment('billing-mcp', 'production'), 'Open Environment'),
    () => workbench.run('Open Environment', { environmentId: edgeCaseIds.environment }),
  ]) {
    await open();
    await expect(webview.locator('[data-key="refresh"] .codicon:not(.codicon-modifier-spin)')).toBeVisible();
    await expect(webview.getByRole('article')).toHaveCount(22);
    await expectAccessibleInAllThemes(page);
    for (const width of [250, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findOverflow(workbench), `${width}`).toEqual([]);
    }
    // Lines have a readable length.
    expect((await webview.locator('main').boundingBox())?.width).toBeLessThanOrEqual(900);
  }
});

test('all actions can be reached with the keyboard, in the order of their sections', async ({
  workbench,
  page,
}) => {
  await openEnvironmentPage(workbench);
  const { webview } = workbench;
  const buttons = await webview.getByRole('button').all();
  await buttons[0]?.focus();
  for (const button of buttons.slice(1)) {
    await page.keyboard.press('Tab');
    // Destinations and details can be opened with the keyboard, too.
    while (await webview.locator('summary:focus').count()) await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
  }
  const sections = await webview.locator('header, main > section').all();
  const tops = await Promise.all(sections.map(async (one) => (await one.boundingBox())?.y ?? 0));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test('the menu of further actions has the keys of the menus of the editor', async ({ workbench, page }) => {
  await openEnvironmentPage(workbench);
  const { webview } = workbench;
  const button = webview.getByRole('button', { name: 'More Actions' });
  const menu = webview.getByRole('menu', { name: 'More Actions' });
  const focused = webview.locator(':focus');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await button.focus();
  for (const key of ['Enter', 'ArrowDown', 'Space']) {
    await page.keyboard.press(key);
    await expect(focused).toHaveText('Open Deployment Logs');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText('Copy Commit ID');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText('Open Deployment Logs');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText('Copy Commit ID');
  await page.keyboard.press('Home');
  await page.keyboard.press('r');
  await expect(focused).toHaveText('Run Audit...');
  await page.keyboard.press('End');
  await expect(focused).toHaveText('Copy Commit ID');
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 250, height: 800 });
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(250);
  const box = await menu.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(250);
  // Stays open while the page is drawn again.
  await workbench.run('Open Environment', workbench.environment('weather-tools', 'production'));
  await waitUntilRead(workbench, 'production');
  await expect(focused).toHaveText('Open Deployment Logs');
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await button.click();
  await webview.getByRole('heading', { level: 1 }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(workbench.tab(/^Cache forecasts for ten minutes/)).toBeSelected();
});
