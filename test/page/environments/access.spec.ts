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

test('all actions can be reached with the keyboard, from top to bottom', async ({ workbench, page }) => {
  await openEnvironmentPage(workbench);
  await waitUntilRead(workbench, 'production');
  const { webview } = workbench;
  const buttons = await webview.getByRole('button').all();
  await buttons[0]?.focus();
  for (const button of buttons.slice(1)) {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
  }
  const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y ?? 0));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});
