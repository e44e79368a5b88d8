import type { Locator } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { LogEntry } from '../../service/logs/logEntry.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

test.use({ serviceOptions: { seed: 7, typicalOnly: true, live: false } });

/** Returns the context of a row's menu, which the editor reads. */
const menuOf = async (row: Locator): Promise<Readonly<Record<string, unknown>>> =>
  JSON.parse((await row.getAttribute('data-vscode-context')) ?? '{}');

const rowOf = ({ logs }: PageWindow, type: string, text: string): Locator =>
  logs
    .locator('.row')
    .filter({ has: logs.locator('.type', { hasText: type }) })
    .filter({ hasText: text });

test('a tool call opens in the inspector with the arguments from the log', async ({ workbench, service }) => {
  const { logs } = workbench;
  const environment = findEnvironmentId(service, 'weather-tools', 'staging');
  const timestamp = new Date(service.clock.now()).toISOString();
  const append = (requestId: string, ...entries: readonly Pick<LogEntry, 'type' | 'method' | 'content'>[]) =>
    service.logs.append(
      environment,
      entries.map((entry) => ({ timestamp, requestId, ...entry })),
    );
  const start = { type: 'START', method: 'tools/call' };
  append('r1', { ...start, content: 'echo' }, { type: 'DEBUG', content: 'arguments {"text":"as logged"}' });
  append('r2', { ...start, content: 'plan_trip' }, { type: 'DEBUG', content: 'arguments {"to":"***","from' });
  append('r3', { ...start, content: 'toggle_extra' });
  append('r4', { type: 'START', method: 'tools/list' });
  await workbench.openLogs('weather-tools', 'staging');
  const begins = rowOf(workbench, 'START', 'echo').last();

  await test.step('only where a call begins', async () => {
    await expect(begins).toBeVisible();
    expect(await menuOf(begins)).toMatchObject({ isToolCall: true, requestId: 'r1' });
    expect(await menuOf(rowOf(workbench, 'DEBUG', 'as logged'))).toMatchObject({ isToolCall: false });
    expect(await menuOf(rowOf(workbench, 'START', 'tools/list'))).toMatchObject({ isToolCall: false });
  });

  await test.step('from its details', async () => {
    await begins.getByRole('button', { name: 'Expand' }).click();
    await begins.locator('.details').getByRole('button', { name: 'Call Again in Inspector' }).click();
    const page = workbench.webview;
    await expect(page.getByLabel('text')).toHaveValue('as logged');
    await expect(page.locator('.response')).toHaveCount(0);
    await expect(workbench.notification('')).toHaveCount(0);
  });

  const logsTab = workbench.tab('Logs: ');
  await test.step('from its menu; truncated and hidden arguments are reported', async () => {
    await logsTab.click();
    const { logs } = workbench;
    await expect(rowOf(workbench, 'START', 'plan_trip')).toBeVisible();
    await workbench.run('Call Again in Inspector', await menuOf(rowOf(workbench, 'START', 'plan_trip')));
    await expect(logs.locator('[data-key="tool:plan_trip"]')).toHaveAttribute('aria-current', 'true');
    await expect(workbench.notification('only the beginning of the arguments')).toBeVisible();
    await expect(workbench.notification(/plan_trip are hidden .*: to$/)).toBeVisible();
    await workbench.clearNotifications();
  });

  await test.step('from the heading of its request; missing arguments are reported', async () => {
    await logsTab.click();
    await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
    const head = logs.locator('.row.head', { hasText: 'toggle_extra' });
    await expect(head).toBeVisible();
    expect(await menuOf(head)).toMatchObject({ isToolCall: true, requestId: 'r3' });
    await workbench.run('Call Again in Inspector', await menuOf(head));
    await expect(workbench.webview.locator('[data-key="tool:toggle_extra"]')).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expect(workbench.notification("doesn't contain the arguments")).toBeVisible();
  });
});
