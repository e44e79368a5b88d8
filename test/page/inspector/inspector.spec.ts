import { accessProblems } from '../../kit/access.ts';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import { open } from './inspectorPage.ts';

test('what a server offers is listed, found, and reached with the keyboard', async ({ workbench, page }) => {
  await open(workbench);
  await page.screenshot({ path: '/tmp/insp-a.png' });
  const offers = page.getByRole('navigation', { name: 'What the server offers' });
  await expect(offers.getByRole('heading', { name: /^Tools/ })).toContainText('2');
  const filter = offers.getByRole('textbox', { name: 'Filter' });
  await filter.fill('fore city');
  await expect(offers.locator('.item')).toHaveCount(3);
  await filter.press('ArrowDown');
  await expect(offers.locator('.item').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main h2')).toContainText('get_forecast');
});

test('answers of every kind', async ({ workbench, page }) => {
  await open(workbench);
  const pick = (name: string) => page.locator('.item', { hasText: name }).first().click();
  const call = () => page.getByRole('button', { name: 'Call Tool' }).click();
  await pick('show_everything');
  await call();
  await expect(page.locator('.answer img').first()).toBeVisible();
  await page.screenshot({ path: '/tmp/insp-b.png', fullPage: true });
  await pick('measure_wrongly');
  await call();
  await expect(page.locator('.answer')).toContainText("doesn't fit");
  await page.screenshot({ path: '/tmp/insp-c.png' });
  await pick('close_station');
  await call();
  await expect(page.locator('.answer')).toContainText('says that it failed');
  await pick('call_station');
  await call();
  await expect(page.locator('.answer')).toContainText('No answer');
  await page.screenshot({ path: '/tmp/insp-d.png' });
  await pick('plan_trip');
  await page.screenshot({ path: '/tmp/insp-e.png', fullPage: true });
  await pick('ask_form');
  await call();
  await expect(page.getByRole('region', { name: 'The server asks', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.screenshot({ path: '/tmp/insp-f.png' });
  await page.locator('.messages .row').nth(3).click();
  await page.screenshot({ path: '/tmp/insp-g.png' });
  for (const theme of ['light', 'dark', 'high-contrast', 'high-contrast-light'] as const) {
    await changeTheme(page, theme);
    await page.screenshot({ path: `/tmp/insp-${theme}.png` });
    expect.soft(await accessProblems(page.locator('body')), theme).toEqual([]);
  }
});
