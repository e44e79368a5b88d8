import { expect, test } from '../e2e/fixtures.ts';
import type { Workbench } from '../e2e/workbench.ts';
import { findEnvironmentId } from '../kit/sample.ts';
import { take } from './take.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

test('the inspector: not connected, a form, responses, server requests, messages', async ({
  workbench,
  page,
}, info) => {
  const { webview } = workbench;
  await page.setViewportSize({ width: 1280, height: 1000 });
  await workbench.row('weather-tools').click();
  await workbench.runOn(workbench.environment('weather-tools', 'production'), 'Inspect Server');
  await expect(workbench.inputMessage).toContainText('Your own forecast key');
  await take(page, info, 'inspector-header');
  await workbench.enter('the-key');
  await expect(webview.locator('.phase')).toContainText('Connected');
  await expect(webview.locator('.overview .lint-rules')).toBeVisible();
  await take(page, info, 'inspector-overview');
  await pick(workbench, 'plan_trip');
  await expect(webview.getByRole('heading', { name: 'plan_trip' })).toBeVisible();
  await take(page, info, 'inspector-form');
  await pick(workbench, 'show_everything');
  await webview.locator('.lint-issues summary').filter({ visible: true }).first().click();
  await webview.getByRole('button', { name: 'Call Tool' }).click();
  await expect(webview.locator('.response img').first()).toBeVisible();
  await take(page, info, 'inspector-answer');
  await page.setViewportSize({ width: 1280, height: 800 });
  await pick(workbench, 'get_forecast');
  await webview.getByLabel('city').first().fill('Oslo');
  await webview.getByRole('button', { name: 'Call Tool' }).click();
  await expect(webview.locator('.response')).toContainText('Response received');
  await take(page, info, 'inspector-1280');
  await page.setViewportSize({ width: 1600, height: 900 });
  await take(page, info, 'inspector-wide');
  await page.setViewportSize({ width: 1280, height: 1000 });
  await pick(workbench, 'measure_wrongly');
  await webview.getByRole('button', { name: 'Call Tool' }).click();
  await expect(webview.locator('.response')).toContainText("doesn't match");
  await webview.getByRole('button', { name: 'Messages' }).click();
  await webview.locator('.messages .list').press('End');
  await expect(webview.locator('.message .json')).toContainText('jsonrpc');
  await take(page, info, 'inspector-messages');
  await webview.getByRole('button', { name: /^Requests/ }).click();
  await webview.getByRole('textbox', { name: 'Find in messages' }).fill('measure');
  await webview.getByRole('separator', { name: 'Height of the message list' }).press('End');
  await webview.locator('.messages .row').last().click();
  await webview.getByRole('button', { name: 'Replay', exact: true }).click();
  await webview.getByRole('button', { name: 'Edit and Replay...' }).click();
  const message = webview.getByRole('textbox', { name: 'Message to send' });
  await message.fill('{ "id": 7, "method": "tools/call", "params": { "name": "measure_wrongly" } }');
  await expect(webview.locator('.pair .json')).toContainText('result');
  await take(page, info, 'inspector-replay');
  await webview.getByRole('button', { name: 'Messages' }).click();
  await pick(workbench, 'ask_form');
  await webview.getByRole('button', { name: 'Call Tool' }).click();
  await expect(webview.getByText('Where do you go?')).toBeVisible();
  await take(page, info, 'inspector-asks');
  await webview.getByLabel('Name').first().press('Escape');
  await pick(workbench, 'ask_model');
  await webview.getByRole('button', { name: 'Call Tool' }).click();
  await webview.getByRole('button', { name: 'Use a Chat Model...' }).click();
  // The editor that runs the tests has no chat models.
  await expect(webview.locator('.server-requests')).toContainText('no chat models');
  await take(page, info, 'inspector-asks-model');
  await webview.getByRole('button', { name: 'Decline' }).click();
  await pick(workbench, 'ask_visit');
  await webview.getByRole('button', { name: 'Call Tool' }).click();
  await expect(webview.locator('.address')).toBeVisible();
  await take(page, info, 'inspector-asks-visit');
  await workbench.run('Inspect Server');
  await workbench.choose(workbench.item('Another URL or Port...'));
  await workbench.enter('1234');
  await expect(webview.locator('.phase')).toContainText('Not connected');
  await take(page, info, 'inspector-not-connected');
});

const pick = ({ webview }: Workbench, name: string) => webview.locator(`[data-key="tool:${name}"]`).click();

test('the inspector: changes since a snapshot, and a logged call that can be repeated', async ({
  workbench,
  page,
  service,
}, info) => {
  const { webview } = workbench;
  await page.setViewportSize({ width: 1280, height: 900 });
  await workbench.row('weather-tools').click();
  const staging = workbench.environment('weather-tools', 'staging');
  await workbench.runOn(staging, 'Inspect Server');
  await expect(webview.locator('.phase')).toContainText('Connected');
  await pick(workbench, 'toggle_extra');
  const call = webview.getByRole('button', { name: 'Call Tool' });
  await call.click();
  await expect(webview.locator('[data-key="tool:extra"]')).toBeVisible();
  await webview.getByRole('button', { name: 'Save Server Snapshot' }).first().click();
  await call.click();
  await expect(webview.locator('[data-key="tool:extra"]')).toHaveCount(0);
  await webview.getByRole('button', { name: 'Compare...' }).click();
  await expect(workbench.item('Snapshot: ')).toBeVisible();
  await take(page, info, 'inspector-compare');
  await workbench.choose(workbench.item('Snapshot: '));
  await expect(webview.getByRole('region', { name: /^Compared with the snapshot/ })).toBeVisible();
  await take(page, info, 'inspector-since');

  const id = findEnvironmentId(service, 'weather-tools', 'staging');
  const entry = { timestamp: new Date(service.clock.now()).toISOString(), requestId: 'f6e3ed4b' };
  service.logs.append(id, [
    { ...entry, type: 'START', method: 'tools/call', content: 'get_forecast' },
    { ...entry, type: 'DEBUG', content: 'arguments {"city":"Oslo","days":3}' },
  ]);
  await staging.click();
  const firstRow = workbench.logs.locator('.row', { hasText: 'get_forecast' }).last();
  await firstRow.getByRole('button', { name: 'Expand' }).click();
  await firstRow.getByRole('button', { name: 'Call Again in Inspector' }).hover();
  await take(page, info, 'log-call-again');
});
