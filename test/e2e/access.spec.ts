import { findAccessibilityProblems } from '../kit/access.ts';
import { appendLogs, findEnvironmentId } from '../kit/sample.ts';
import { expect, test } from './fixtures.ts';

test.describe('the log page in a real window', () => {
  // The theme with the fewest colors of its own, so that most of the visible colors are the extension's.
  test.use({
    settings: { 'workbench.colorTheme': 'Default High Contrast', 'workbench.reduceMotion': 'on' },
  });

  test('passes the automated accessibility checks', async ({ workbench, service }) => {
    const id = findEnvironmentId(service, 'weather-tools', 'production');
    appendLogs(
      service,
      id,
      '\u001B[31mred\u001B[0m',
      JSON.stringify({ url: 'https://example.com/', code: 7 }),
    );
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await logs.locator('.row').last().getByRole('button', { name: 'Expand' }).click();
    await expect(logs.locator('.details')).toBeVisible();
    await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
    expect(await findAccessibilityProblems(logs.locator('body'))).toEqual([]);
  });
});
