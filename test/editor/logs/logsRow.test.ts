import { expect, test } from '../fixtures.ts';

test.describe('the logs of an environment', () => {
  test('are its first row, which opens them', async ({ workbench }) => {
    await workbench.row('weather-tools').click();
    await workbench.environment('weather-tools', 'staging').toggle();
    const row = workbench.tree.getByRole('treeitem', { name: 'Logs of staging' });
    await expect(row).toHaveText('Logs');
    await expect(workbench.row(/^(Logs|Variables|Deployments)$/).first()).toHaveText('Logs');
    await row.click();
    await expect(workbench.tab('weather-tools/staging')).toBeSelected();
  });
});
