import type { Page } from '@playwright/test';
import { appendLogs, findEnvironmentId, logRequests } from '../../kit/sample.ts';
import { readThemeColor } from '../../kit/themeColor.ts';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import { postAsHost } from '../postAsHost.ts';
import { allThemes, expectAccessibleInAllThemes } from '../themes.ts';
import { openFullPage } from './fullPage.ts';

const group = (logs: Page) => logs.getByRole('button', { name: 'Group by Request (G)' });

/** The state of a page without a newer entry. */
const state = {
  identity: { baseUrl: 'http://127.0.0.1', environmentId: 'e', environmentName: 'production' },
  range: 'Latest entries',
  empty: '',
  serviceConditions: [],
  canLoadNewer: false,
  isLive: false,
};

test('the log page passes the automated accessibility checks in every theme', async ({
  workbench,
  service,
  page,
}) => {
  const id = findEnvironmentId(service, 'weather-tools', 'production');
  const colors = Array.from({ length: 8 }, (_, color) => `\u001B[3${color}mcolor ${color}\u001B[0m`);
  appendLogs(service, id, colors.join(' '), JSON.stringify({ url: 'https://example.com/', code: 7 }));
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.row').last()).toContainText('example.com');
  await expectAccessibleInAllThemes(page);

  await logs.locator('.row').last().getByRole('button', { name: 'Expand' }).click();
  await expect(logs.locator('.details')).toBeVisible();
  await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
  await logs.locator('input').fill('color');
  await expect(logs.locator('mark').first()).toBeVisible();
  await expectAccessibleInAllThemes(page);

  await logs.locator('input').fill('');
  await group(logs).click();
  await expect(logs.locator('.row.head').last()).toBeVisible();
  await logs.getByRole('button', { name: 'Summary by Tool and Method (T)' }).click();
  await expect(logs.locator('.summary tbody tr').first()).toBeVisible();
  service.faults.add({ match: logRequests, status: 500 });
  await expect(logs.locator('.status')).toContainText('Reconnecting');
  await expectAccessibleInAllThemes(page);
});

test('errors have the error color of every theme', async ({ workbench, page }) => {
  const logs = await openFullPage(workbench);
  await group(logs).click();
  await logs.locator('.grid').press('e');
  await expect(logs.locator('.row.head.error').last()).toBeVisible();
  // A selected row has the selection color.
  await logs.locator('input').focus();
  await postAsHost(logs, [
    { kind: 'state', state: { ...state, ended: { text: 'Ended: failed', icon: 'error' } } },
  ]);
  for (const theme of allThemes) {
    await changeTheme(page, theme);
    const color = await readThemeColor(logs.locator('body'), '--vscode-errorForeground');
    for (const element of [
      '.head.error .errors',
      '.head.error .type',
      '.level.error .count',
      '.ended .codicon',
    ])
      await expect(logs.locator(element).first(), theme).toHaveCSS('color', color);
    await expect(logs.locator('.histogram .bar.errors').first(), theme).toHaveCSS('fill', color);
    await expect(logs.locator('.row.error').first(), theme).toHaveCSS('background-image', /gradient/);
  }
});
