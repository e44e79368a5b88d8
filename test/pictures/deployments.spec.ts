import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, calm: true, live: false } });

test('deployments: done, failed, running, the question, the end, a refusal', async ({
  workbench,
  page,
  service,
}, info) => {
  // All rows are in view.
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const [project, subject] of [
    ['weather-tools', 'Cache forecasts for ten minutes'],
    ['billing-mcp', 'Round amounts half to even'],
    ['docs-search', 'Index the new handbook'],
  ] as const) {
    await workbench.row(project).click();
    const environment = workbench.environment(project, 'production');
    await environment.locator('.monaco-tl-twistie').click();
    await workbench.tree
      .getByRole('treeitem', { name: /^Deployments of production/ })
      .and(page.locator('[aria-expanded="false"]'))
      .click();
    await expect(workbench.row(subject)).toBeVisible();
  }
  await take(page, info, 'deployments');
  await workbench.row('Round amounts half to even').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy Commit ID' })).toBeVisible();
  await take(page, info, 'deployments-menu');
  await page.keyboard.press('Escape');
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Deploy…');
  await expect(workbench.dialog).toContainText('PRODUCTION');
  await take(page, info, 'deploy');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(workbench.row('Deployed by hand')).toBeVisible();
  await take(page, info, 'deploying');
  service.clock.advance(31_000);
  await expect(workbench.row('Deployed by hand').locator('.codicon-pass-filled')).toBeVisible();
  await take(page, info, 'deployed');
  await workbench.runOther('Notifications: Clear All Notifications');
  service.faults.add({ match: { method: 'POST' }, status: 403 });
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Deploy…');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(workbench.notification('was refused')).toBeVisible();
  await take(page, info, 'deploy-refused');
});
