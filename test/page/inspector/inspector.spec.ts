import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import { openInspector } from './inspectorPage.ts';

test('the items of a server are listed, searched, and reached with the keyboard', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const items = page.getByRole('navigation', { name: 'Tools, resources, and prompts' });
  await expect(items.getByRole('heading', { name: /^Tools/ })).toContainText('2');
  const filter = items.getByRole('textbox', { name: 'Filter' });
  await filter.fill('fore city');
  await expect(items.locator('.item')).toHaveCount(3);
  await filter.press('ArrowDown');
  await expect(items.locator('.item').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main h2')).toContainText('get_forecast');
});

test('shows responses of every kind', async ({ workbench, page }) => {
  await openInspector(workbench);
  const pick = (name: string) => page.locator('.item', { hasText: name }).first().click();
  const call = () => page.getByRole('button', { name: 'Call Tool' }).click();
  await pick('show_everything');
  await call();
  await expect(page.locator('.response img').first()).toBeVisible();
  const begins = await page
    .locator('.response .block > :first-child')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(begins).size).toBe(1);
  await page.getByRole('button', { name: 'Show Resource' }).click();
  await expect(page.locator('main h2')).toContainText('Guide');
  await pick('measure_wrongly');
  await call();
  await expect(page.locator('.response .schema-violations')).toBeVisible();
  await pick('close_station');
  await call();
  await expect(page.locator('.response')).toContainText('reported an error');
  await pick('call_station');
  await call();
  await expect(page.locator('.response')).toContainText('Failed');
  await pick('plan_trip');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.setViewportSize({ width: 430, height: 800 });
  const right = await page
    .locator('.item, .tabs, textarea, .middle')
    .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(430);
  await page.setViewportSize({ width: 1280, height: 900 });
  await pick('ask_form');
  await call();
  await expect(page.getByRole('region', { name: 'Server requests', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.locator('.messages .row').nth(3).click();
  await expectAccessibleInAllThemes(page);
});

test('saves a call as a test', async ({ workbench, page }) => {
  await openInspector(workbench);
  await workbench.run('Save Call as Test...');
  await expect(workbench.notification('no call to save')).toBeVisible();
  await page.locator('.item', { hasText: 'measure' }).first().click();
  const save = page.getByRole('button', { name: 'Save Call as Test...' });
  await expect(save).toBeHidden();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await save.click();
  await expect(workbench.inputTitle).toContainText('Save Call as Test');
  await expect(workbench.input).toHaveValue('measure.mcp-test.json');
  await workbench.input.press('Enter');
  await workbench.enter('measures');
  await expect(workbench.item(/./)).toHaveText([
    'The response matches the output schema',
    /^The response has at least these fields and values \{"station":"OSL-1"/,
    /^The response exactly matches this value \{"station":"OSL-1"/,
    'The call succeeds',
  ]);
  await workbench.input.press('Escape');
  await workbench.run('Save Call as Test...');
  await expect(workbench.input).toHaveValue('measure.mcp-test.json');
});

test('compares two servers, and shows the logs of a call', async ({ workbench, page, service }) => {
  await openInspector(workbench);
  await page.locator('.item', { hasText: 'toggle_extra' }).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('[data-key="tool:extra"]')).toBeVisible();
  await page.getByRole('button', { name: 'Compare...' }).click();
  await workbench.choose(workbench.item('Another URL or Port...'));
  const [, staging] = [...service.world.environments.values()].filter(({ mcpServerUrl }) =>
    mcpServerUrl.startsWith(service.url),
  );
  await workbench.enter(staging?.mcpServerUrl ?? '');
  const comparison = page.getByRole('region', { name: /^Compared with/ });
  await expect(comparison).toContainText('might fail');
  await expect(comparison.getByRole('listitem').filter({ hasText: 'extra' }).first()).toContainText(
    'only on this server',
  );
  await comparison.getByRole('button', { name: 'Close' }).click();
  await expect(comparison).toBeHidden();
  await page.getByRole('button', { name: 'Open Logs for This Call' }).click();
  const isNarrowed = workbench.logs.locator('.chip', { hasText: 'Request' });
  const logsTab = workbench.tab('Logs: ');
  await expect(logsTab).toBeSelected();
  // This tool was called once.
  await expect(isNarrowed).toBeVisible();
  await expect(workbench.logs.locator('.row', { hasText: /START.*toggle_extra/ })).toBeVisible();

  // Another call at the same time.
  const { environmentId } = workbench.environment('weather-tools', 'production');
  const logged = service.world.logs.get(environmentId).latest(100, {});
  const twin = logged.findLast(({ content }) => content === 'toggle_extra');
  if (twin) service.logs.append(environmentId, [{ ...twin, requestId: 'another' }]);
  await workbench.tab('Inspect: ').click();
  await page.getByRole('button', { name: 'Open Logs for This Call' }).click();
  await expect(logsTab).toBeSelected();
  // Nothing distinguishes the two calls.
  await expect(workbench.logs.locator('.row', { hasText: /START.*toggle_extra/ })).toHaveCount(2);
  await expect(isNarrowed).toHaveCount(0);
});
