import { accessProblems } from '../../kit/access.ts';
import { anyLogs, appendLogs, environmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';

for (const theme of ['light', 'dark', 'high-contrast', 'high-contrast-light'] as const) {
  test.describe(`the log page in ${theme}`, () => {
    test.use({ theme });

    test('can be used by everybody, as far as a program can tell', async ({ workbench, service }) => {
      const id = environmentId(service, 'weather-tools', 'production');
      const colors = Array.from({ length: 8 }, (_, color) => `\u001B[3${color}mcolor ${color}\u001B[0m`);
      appendLogs(service, id, colors.join(' '), JSON.stringify({ url: 'https://example.com/', code: 7 }));
      await workbench.openLogs('weather-tools', 'production');
      const { logs } = workbench;
      const body = logs.locator('body');
      await expect(logs.locator('.row').last()).toContainText('example.com');
      expect(await accessProblems(body)).toEqual([]);

      await logs.locator('.row').last().getByRole('button', { name: 'Expand' }).click();
      await expect(logs.locator('.details')).toBeVisible();
      await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
      await logs.locator('input').fill('color');
      await expect(logs.locator('mark').first()).toBeVisible();
      expect(await accessProblems(body)).toEqual([]);

      await logs.locator('input').fill('');
      await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
      await expect(logs.locator('.row.head').last()).toBeVisible();
      service.faults.add({ match: anyLogs, status: 500 });
      await expect(logs.locator('.status')).toContainText('Reconnecting');
      expect(await accessProblems(body)).toEqual([]);
    });
  });
}
