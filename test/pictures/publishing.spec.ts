import { expect, test } from '../e2e/fixtures.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true } });

test('the MCP Registry: the prompts, the comparison, published, outdated, unreadable', async ({
  workbench,
  page,
  service,
}, info) => {
  const project = workbench.row('weather-tools');
  await project.click();
  const row = workbench.row('MCP Registry');
  await expect(workbench.environment('weather-tools', 'production')).toBeVisible();
  await workbench.runOn(project, 'Publish to MCP Registry...');
  await expect(workbench.item('mcp.example.com').first()).toBeVisible();
  await take(page, info, 'publish-domain');
  await workbench.input.press('Enter');
  await expect(workbench.inputMessage).toContainText('title');
  await workbench.enter('Weather');
  await expect(workbench.inputMessage).toContainText('description');
  await workbench.input.fill('x'.repeat(101));
  await expect(workbench.inputMessage).toContainText('101 characters');
  await take(page, info, 'publish-description');
  await workbench.enter('Says the weather.');
  await expect(workbench.inputMessage).toContainText('website');
  await workbench.enter('example.com');
  await expect(workbench.inputMessage).toContainText('icon');
  await workbench.enter('https://example.com/icon.png');
  const publish = page.locator('.editor-actions').getByRole('button', { name: /^Publish This Version/ });
  await expect(publish).toBeVisible();
  await expect(page.locator('.editor-instance .view-lines')).toContainText('"version"');
  await take(page, info, 'publish-preview');
  await publish.click();
  await expect(workbench.dialog).toBeVisible();
  await take(page, info, 'publish-confirmation');
  await workbench.dialog.getByRole('button', { name: 'Publish 1.0.0' }).click();
  await expect(row).toContainText('1.0.0 · ');
  await take(page, info, 'published');

  await workbench.runOther('Notifications: Clear All Notifications');
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Deploy');
  await workbench.dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(workbench.environment('weather-tools', 'production')).toContainText('deploying...');
  service.clock.advance(31_000);
  await expect(row).toContainText('outdated');
  await row.click();
  await expect(page.locator('.editor-instance .view-lines')).toContainText('"version"');
  await take(page, info, 'published-behind');
  await workbench.runOn(project, 'Publish to MCP Registry...');
  await expect(workbench.item('mcp.example.com').first()).toBeVisible();
  await workbench.input.press('Enter');
  for (const [message, typed] of [
    ['title', 'Weather'],
    ['description', 'Says what the weather will be.'],
    ['website', 'example.com'],
    ['icon', 'https://example.com/icon.png'],
  ] as const) {
    await expect(workbench.inputMessage).toContainText(message);
    await workbench.enter(typed);
  }
  await expect(publish).toBeVisible();
  await expect(workbench.tab(/1\.0\.0 ↔ 1\.1\.0/)).toBeVisible();
  await take(page, info, 'publish-comparison');
  await workbench.tab(/1\.0\.0 ↔ 1\.1\.0/).hover();
  await workbench
    .tab(/1\.0\.0 ↔ 1\.1\.0/)
    .getByRole('button', { name: /^Close/ })
    .click();
  await expect(workbench.tab(/1\.0\.0 ↔ 1\.1\.0/)).toHaveCount(0);
  service.faults.add({ match: { path: '/v1/distribution/get' }, status: 403 });
  await workbench.run('Refresh Projects');
  await expect(row).toContainText("can't be read");
  await take(page, info, 'registry-unreadable');
});
