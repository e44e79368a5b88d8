import axe from 'axe-core';
import { anyLogs, appendLogs, environmentId } from '../kit/sample.ts';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './workbench.ts';

const themes = ['Light 2026', 'Dark 2026', 'Default High Contrast', 'Default High Contrast Light'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const theme of themes) {
  test.describe(`the log page in ${theme}`, () => {
    test.use({ settings: { 'workbench.colorTheme': theme, 'workbench.reduceMotion': 'on' } });

    test('can be used by everybody, as far as a program can tell', async ({ workbench, service }) => {
      const id = environmentId(service, 'weather-tools', 'production');
      const colors = Array.from({ length: 8 }, (_, color) => `\u001B[3${color}mcolor ${color}\u001B[0m`);
      appendLogs(service, id, colors.join(' '), JSON.stringify({ url: 'https://example.com/', code: 7 }));
      await workbench.openLogs('weather-tools', 'production');
      const { logs } = workbench;
      await expect(logs.locator('.row').last()).toContainText('example.com');
      expect(await problems(workbench)).toEqual([]);

      await logs.locator('.row').last().getByRole('button', { name: 'Expand' }).click();
      await expect(logs.locator('.details')).toBeVisible();
      await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
      await logs.locator('input').fill('color');
      await expect(logs.locator('mark').first()).toBeVisible();
      expect(await problems(workbench)).toEqual([]);

      await logs.locator('input').fill('');
      await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
      await expect(logs.locator('.row.head').last()).toBeVisible();
      service.faults.add({ match: anyLogs, status: 500 });
      await expect(logs.locator('.status')).toContainText('Reconnecting');
      expect(await problems(workbench)).toEqual([]);
    });
  });
}

/** What axe finds in the page of the logs: the rule, and each place where it is broken. */
async function problems({ logs }: Workbench): Promise<string[]> {
  const body = logs.locator('body');
  await body.evaluate(axe.source);
  return body.evaluate(async (element, tags) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(element.ownerDocument, { runOnly: tags });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  }, rules);
}
