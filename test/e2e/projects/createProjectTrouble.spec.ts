import { nodeServer } from '../../kit/repositories.ts';
import { start, toSummary } from '../createWizard.ts';
import { expect } from '../fixtures.ts';
import { test } from '../repositories.ts';

test.describe('the summary of a project', () => {
  test.use({ repository: nodeServer });

  test('shows all that is sent at once', async ({ workbench, page }) => {
    await start(workbench);
    await toSummary(workbench, 'Tides 9');
    const lines = ['Name', 'Team', 'Repository', 'Branch', 'Root directory', 'Variables', 'Runtime'];
    lines.push('Transport', 'Install command', 'Build command', 'Build output directory', 'Start command');
    // It moves while it opens.
    await expect(async () => {
      const list = await page.locator('.quick-input-list .monaco-list').boundingBox();
      for (const line of lines) {
        const box = await workbench.item(new RegExp(`^${line}`)).boundingBox();
        const bottom = (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
        expect(bottom, line).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
      }
    }).toPass();
    await expect(workbench.item(/^Runtime/)).toContainText('node22 · from engines.node: >=20 <23');
  });
});
