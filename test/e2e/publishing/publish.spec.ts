import { openExplorer } from '../deploymentRows.ts';
import { expect, test } from '../fixtures.ts';

test.use({ sources: { 'notes.txt': 'mine' } });

test('Publish to MCP Registry: prompts, preview, confirmation, and a row that shows server.json', async ({
  workbench,
  page,
  service,
}) => {
  const own = workbench.tab('notes.txt');
  await openExplorer(page);
  await workbench.row('notes.txt').click();
  await expect(own).toBeVisible();
  await workbench.openView();
  const project = workbench.row('weather-tools');
  await project.click();
  const row = workbench.row('MCP Registry');
  await expect(row).toHaveCount(0);

  const preview = workbench.tab(/^server\.json 1\.0\.0 for \S+/);
  const publish = page.locator('.editor-actions').getByRole('button', { name: /^Publish This Version/ });
  const toPreview = async (): Promise<void> => {
    await workbench.runOn(project, 'Publish to MCP Registry...');
    await workbench.choose(workbench.item('mcp.example.com'));
    for (const [message, typed] of [
      ['title', 'Weather'],
      ['description', 'Says the weather.'],
      ['website', 'example.com'],
      ['icon', ''],
    ] as const) {
      await expect(workbench.inputMessage).toContainText(message);
      await workbench.enter(typed);
    }
    await expect(preview).toBeVisible();
    await expect(page.locator('.editor-instance .view-lines')).toContainText(
      '"description": "Says the weather."',
    );
    await expect(publish).toBeVisible();
  };

  await test.step('shows the new server.json, and nothing covers it', async () => {
    await toPreview();
    await expect(workbench.input).toBeHidden();
  });

  await test.step('ends when the preview is closed, and publishes nothing', async () => {
    await preview.hover();
    await preview.getByRole('button', { name: /^Close/ }).click();
    await expect(preview).toHaveCount(0);
    await expect(publish).toHaveCount(0);
    await expect(own).toBeVisible();
    expect(service.world.published.size).toBe(0);
  });

  await test.step('publishes after a confirmation, closes the preview, and shows the version in the row', async () => {
    await toPreview();
    await publish.click();
    await workbench.dialog.getByRole('button', { name: 'Publish 1.0.0' }).click();
    await expect(workbench.notification('was published under')).toContainText('version 1.0.0');
    await expect(row).toContainText('1.0.0');
    await expect(preview).toHaveCount(0);
    await expect(own).toBeVisible();
    const [published] = service.world.published.values();
    expect(published).toMatchObject({ title: 'Weather', websiteUrl: 'https://example.com' });
  });

  await test.step('shows server.json from the row', async () => {
    await row.click();
    await expect(page.locator('.editor-instance .view-lines')).toContainText('"title": "Weather"');
  });
});
