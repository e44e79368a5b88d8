import { openExplorer } from '../deploymentRows.ts';
import { expect, test } from '../fixtures.ts';

test.use({ sources: { 'notes.txt': 'mine' } });

test('Publish to MCP Registry: prompts, comparison, confirmation, and a row that shows server.json', async ({
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

  const comparison = workbench.tab(/^server\.json for \S+: not published ↔ new/);
  const modified = page.locator('.monaco-diff-editor .editor.modified .view-lines');
  const publish = workbench.item(/^Publish \S+\/mcp under/);
  const toComparison = async (): Promise<void> => {
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
    await expect(publish).toBeVisible();
    await expect(comparison).toBeVisible();
    await expect(modified).toContainText('"description": "Says the weather."');
  };

  await test.step('shows the comparison beside the prompt, which has the focus', async () => {
    await toComparison();
    await expect(workbench.input).toBeFocused();
    const box = page.locator('.quick-input-widget').filter({ visible: true });
    await expect(async () => {
      const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
      const answer = await modified.getByText('"description"').boundingBox();
      expect(answer?.y).toBeGreaterThanOrEqual(y + height);
    }).toPass();
  });

  await test.step('closes the comparison after a cancellation, and publishes nothing', async () => {
    await page.keyboard.press('Escape');
    await expect(comparison).toHaveCount(0);
    await expect(own).toBeVisible();
    expect(service.world.published.size).toBe(0);
  });

  await test.step('publishes after the confirmation, closes the comparison, and shows the version in the row', async () => {
    await toComparison();
    await page.keyboard.press('Enter');
    await expect(workbench.notification('was published under')).toContainText('version 1.0.0');
    await expect(row).toContainText('published as 1.0.0');
    await expect(comparison).toHaveCount(0);
    await expect(own).toBeVisible();
    const [published] = service.world.published.values();
    expect(published).toMatchObject({ title: 'Weather', websiteUrl: 'https://example.com' });
  });

  await test.step('shows server.json from the row', async () => {
    await row.click();
    await expect(page.locator('.editor-instance .view-lines')).toContainText('"title": "Weather"');
  });
});
