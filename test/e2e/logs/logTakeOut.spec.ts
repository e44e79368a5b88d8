import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { findAccessibilityProblems } from '../../kit/access.ts';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const address = 'https://example.com/a?b=c%26d%3De+f#g';
const secret = 'Authorization: Bearer abcdefgh1234567890';

/** Opens the logs of an environment that has only these entries. */
async function openLogsWith(
  workbench: Workbench,
  append: (id: string) => void,
  service: Parameters<typeof findEnvironmentId>[0],
) {
  const { logs } = workbench;
  await workbench.openLogs('docs-search', 'quiet');
  await expect(logs.locator('.empty')).toContainText('No entries yet.');
  append(findEnvironmentId(service, 'docs-search', 'quiet'));
  await expect(logs.locator('.row').first()).toBeVisible();
  return logs;
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Opens the menu of a row and returns its items. */
async function menuOf(page: Page, row: Locator): Promise<readonly string[]> {
  await row.locator('.message').click({ button: 'right' });
  return menuItems(page);
}

async function menuItems(page: Page): Promise<readonly string[]> {
  const items = page.locator('.monaco-menu').getByRole('menuitem');
  await items.first().waitFor();
  const texts = await items.allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/**
 * Selects an item of the open menu with the keyboard, because the menu accepts keys before it accepts clicks.
 */
async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole('menuitem', { name: title, exact: true }).hover();
  await page.keyboard.press('Enter');
  await expect(page.locator('.monaco-menu')).toHaveCount(0);
}

/** Enters a file name in the dialog. */
async function saveTo(workbench: Workbench, name: string): Promise<string> {
  await expect(workbench.input).toHaveValue(/docs-search-quiet-\d{4}-[^/]*$/);
  // The dialog starts in the workspace folder.
  const folder = (await workbench.input.inputValue()).replace(/[^/]*$/, '');
  await workbench.enter(`${folder}${name}`);
  const message = workbench.notification(/Exported/).filter({ hasText: `${folder}${name}` });
  await expect(message).toBeVisible();
  return `${folder}${name}`;
}

test('exports the visible entries with masked secrets, and opens them as text with folding', async ({
  workbench,
  page,
  service,
}) => {
  const logs = await openLogsWith(
    workbench,
    (id) => appendLogs(service, id, 'one', `a needle, ${secret}`, 'three'),
    service,
  );
  await logs.locator('input').fill('needle');
  await expect(logs.locator('.counts')).toHaveText('1 of 3 shown');
  await page.getByRole('button', { name: 'Export Logs...' }).click();
  await expect(workbench.item('All 3 loaded entries')).toBeVisible();
  await workbench.choose(workbench.item('Only the entry shown'));
  await workbench.choose(workbench.item('JSON Lines (.jsonl) with secrets masked'));
  const lines = readFileSync(await saveTo(workbench, 'shown.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => Reflect.get(JSON.parse(line), 'content'))).toEqual([
    'a needle, Authorization: Bearer •••',
  ]);

  await page.getByRole('button', { name: 'Export Logs...' }).click();
  await workbench.choose(workbench.item('All 3 loaded entries'));
  await workbench.choose(workbench.item('Log text (.log)').last());
  const all = readFileSync(await saveTo(workbench, 'all.log'), 'utf8');
  expect(all.match(/\n/g)).toHaveLength(3);
  expect(all).toContain(secret);

  // Without a filter, there is no choice. The Command Palette has the command, too.
  await logs.locator('input').fill('');
  await expect(logs.locator('.counts')).toHaveText('3 entries');
  await workbench.run('Export Logs...');
  await expect(workbench.item('JSON Lines').first()).toBeVisible();
  await page.keyboard.press('Escape');

  appendLogs(
    service,
    findEnvironmentId(service, 'docs-search', 'quiet'),
    'a nail\n    at a\n    at b',
    'another nail',
  );
  await logs.locator('input').fill('nail');
  await expect(logs.locator('.counts')).toHaveText('2 of 5 shown');
  await page.getByRole('button', { name: 'Open Logs as Text' }).click();
  const documentLines = page.locator('.monaco-editor .view-line');
  await expect(documentLines).toHaveCount(4);
  await expect(documentLines.first()).toContainText(/a\s+nail/);
  await expect(page.locator('.statusbar-item').filter({ hasText: /^Log$/ })).toBeVisible();
  await expect(workbench.tab(/^docs-search-quiet-.*\.log/)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.type('x');
  await expect(page.locator('.monaco-editor-overlaymessage')).toContainText('read-only');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+0');
  await expect(documentLines).toHaveCount(1);

  // Only the log panel has this button.
  await expect(page.getByRole('button', { name: 'Open Logs as Text' })).toHaveCount(0);
  await page.keyboard.press('F1');
  await workbench.input.fill('>Hosted MCP: Open Lo');
  await expect(workbench.item('Hosted MCP: Open Logs Since')).toBeVisible();
  await expect(workbench.item('Hosted MCP: Open Logs as Text')).toHaveCount(0);
  await workbench.input.fill('>Hosted MCP: Copy');
  await expect(workbench.item('Hosted MCP: Copy Diagnostics')).toBeVisible();
  await expect(workbench.item('Hosted MCP: Copy Entry')).toHaveCount(0);
});

test.describe('in the theme with the fewest colors', () => {
  // Most of the visible colors are then those of the extension.
  test.use({
    settings: { 'workbench.colorTheme': 'Default High Contrast', 'workbench.reduceMotion': 'on' },
  });

  test('the page passes the accessibility checks, and a row has a menu of the editor', async ({
    workbench,
    page,
  }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    const ofEntry = ['Copy Entry', 'Copy Message', 'Copy as JSON', 'Copy Request ID'];
    const row = logs.locator(`#${await logs.locator('.row').nth(-6).getAttribute('id')}`);
    const message = (await row.locator('.message').innerText()).trim();
    const type = await row.locator('.type').innerText();

    expect(await menuOf(page, row)).toEqual([...ofEntry, 'Show Only This Request']);
    await expect(row).toHaveClass(/\bactive\b/);
    await choose(page, 'Copy Message');
    await expect.poll(() => clipboard(page)).toContain(message.slice(0, 20));
    await menuOf(page, row);
    await choose(page, 'Copy as JSON');
    await expect.poll(() => clipboard(page)).toMatch(/^\{\n {2}"timestamp"/);
    const { type: copiedType, requestId }: Readonly<Record<string, unknown>> = JSON.parse(
      await clipboard(page),
    );
    expect(copiedType).toBe(type);
    await menuOf(page, row);
    await choose(page, 'Copy Request ID');
    await expect.poll(() => clipboard(page)).toBe(requestId);
    await menuOf(page, row);
    await choose(page, 'Copy Entry');
    await expect.poll(() => clipboard(page)).toMatch(new RegExp(`^\\S+Z ${type} ${String(requestId)}`));

    await menuOf(page, row);
    await choose(page, 'Show Only This Request');
    await expect(logs.locator('.chip')).toContainText('Request');
    await expect(logs.locator('.counts')).toHaveText(/^\d+ of 1,000 shown$/);
    const first = logs.locator('.row').first();
    // The first row of a request starts a call.
    const callAgain = 'Call Again in Inspector';
    expect(await menuOf(page, first)).toEqual([...ofEntry, 'Show in Context', callAgain]);
    const id = await first.getAttribute('id');
    await choose(page, 'Show in Context');
    await expect(logs.locator('.counts')).toHaveText('1,000 entries');
    await expect(logs.locator(`#${id}`)).toHaveClass(/\bactive\b/);
    await expect(logs.locator(`#${id}`)).toBeInViewport();

    // The keyboard opens the menu of the active row, because the browser dispatches the event to the focused
    // element.
    await logs.locator('.grid').dispatchEvent('contextmenu', { bubbles: true, cancelable: true });
    expect(await menuItems(page)).toEqual([...ofEntry, 'Show Only This Request', callAgain]);
    const active = await logs.locator(`#${id}`).boundingBox();
    const menu = await page.locator('.monaco-menu').boundingBox();
    expect(Math.abs((menu?.y ?? 0) - ((active?.y ?? 0) + (active?.height ?? 0)))).toBeLessThan(300);
    await page.keyboard.press('Escape');

    await test.step('the page passes the automated accessibility checks in a real window', async () => {
      await first.getByRole('button', { name: 'Expand' }).click();
      await expect(logs.locator('.details')).toBeVisible();
      await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
      expect(await findAccessibilityProblems(logs.locator('body'))).toEqual([]);
    });
  });
});

test('the menu applies to the selection, and a URL asks for trust first', async ({
  workbench,
  page,
  service,
}) => {
  const logs = await openLogsWith(
    workbench,
    (id) => {
      appendLogs(service, id, 'one', 'two', 'three', 'four', `five ${'and more '.repeat(20)}`);
      appendLogs(service, id, `See ${address}. And ${'much more '.repeat(20)} javascript:alert(1)`);
    },
    service,
  );
  const row = (text: string) => logs.locator('.row').filter({ hasText: text });
  const selected = logs.locator('.row[aria-selected="true"]');
  await logs.locator('.grid').press('Home');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected).toHaveCount(3);
  expect(await menuOf(page, row('two'))).toEqual(['Copy Selected Entries', 'Show Only This Request']);
  await expect(selected).toHaveCount(3);
  await choose(page, 'Copy Selected Entries');
  await expect
    .poll(async () => (await clipboard(page)).split('\n').map((line) => line.split(' ').at(-1)))
    .toEqual(['one', 'two', 'three']);

  expect(await menuOf(page, row('four'))).toContain('Copy Entry');
  await expect(selected).toHaveText([/four/]);
  await choose(page, 'Copy Message');
  await expect.poll(() => clipboard(page)).toBe('four');

  // The text selection of the mouse is kept, and can be copied.
  await row('five').getByRole('button', { name: 'Expand' }).click();
  const text = row('five').locator('.text');
  await text.dblclick({ position: { x: 10, y: 10 } });
  await text.click({ button: 'right', position: { x: 10, y: 10 } });
  expect((await menuItems(page))[0]).toBe('Copy Selected Text');
  await choose(page, 'Copy Selected Text');
  await expect.poll(async () => (await clipboard(page)).trim()).toBe('five');

  await row('See ').getByRole('button', { name: 'Expand' }).click();
  const links = row('See ').locator('.details a');
  await expect(links).toHaveText([address]);
  await links.click();
  await expect(workbench.dialog).toHaveCount(1);
  await expect(workbench.dialog).toContainText('open the external website');
  await expect(workbench.dialog).toContainText(address);
  await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
  // The editor's own handler for links doesn't open it a second time.
  await expect(workbench.dialog).toHaveCount(0);
  await expect(row('See ')).toHaveClass(/expanded/);
});

test('the list of more actions shows and changes options', async ({ workbench, page, service }) => {
  const logs = await openLogsWith(
    workbench,
    (id) => {
      const timestamp = new Date(service.clock.now()).toISOString();
      const call = { timestamp, requestId: 'r-1', method: 'tools/call' };
      service.logs.append(id, [
        { ...call, type: 'START', content: 'begun' },
        { ...call, type: 'ERROR', content: 'failed' },
        { ...call, type: 'END', content: '', durationInMs: 1234 },
        { ...call, type: 'INFO', content: 'after' },
      ]);
    },
    service,
  );
  await test.step('shows which options are on', async () => {
    await openMoreActions(workbench);
    const checked = workbench.item('').filter({ has: page.locator('.codicon-check') });
    await expect(checked).toHaveCount(0);
    await workbench.item(/^Show Times in UTC/).click();
    await openMoreActions(workbench);
    await expect(checked).toHaveText([/^Show Times in UTC/]);
    await expect(workbench.item(/^Show Times in UTC/)).toHaveAccessibleName(/UTC, On/);
  });

  await test.step('shows and aligns columns', async () => {
    const row = logs.locator('.row').first();
    const message = row.locator('.message');
    await expect(message).toHaveText('tools/call  begun');
    await expect(row.locator('.method')).toBeHidden();
    await workbench.item(/^Show Method and Duration Columns/).click();
    await expect(row.locator('.method')).toHaveText('tools/call');
    await expect(message).toHaveText('begun');
    await expect(logs.locator('.row').nth(2).locator('.duration')).toHaveText('1.23 s');
    // Columns are aligned, with any content.
    const lefts = await logs
      .locator('.row .message')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
  });

  await test.step('moves to an error, groups, and exports', async () => {
    await openMoreActions(workbench);
    await workbench.item(/^Next Error/).click();
    await expect(logs.locator('.row.active')).toContainText('failed');
    await openMoreActions(workbench);
    await workbench.item(/^Group by Request/).click();
    await expect(logs.locator('.row.head')).toHaveCount(1);
    expect(await menuOf(page, logs.locator('.row.head'))).toEqual([
      'Copy Request ID',
      'Show Only This Request',
      'Call Again in Inspector',
    ]);
    await choose(page, 'Copy Request ID');
    await expect.poll(() => clipboard(page)).toBe('r-1');
    await openMoreActions(workbench);
    await workbench.item(/^Export Logs/).click();
    await expect(workbench.item('JSON Lines').first()).toBeVisible();
  });

  await test.step('follows new entries, and loses and repeats none, even while requests fail', async () => {
    await page.keyboard.press('Escape');
    await openMoreActions(workbench);
    await workbench.item(/^Group by Request/).click();
    const logged = Array.from({ length: 1800 }, (_, index) => `entry ${index + 1} of all`);
    const id = findEnvironmentId(service, 'docs-search', 'quiet');
    const counts = logs.locator('.counts');
    await logs.locator('.grid').press('End');
    appendLogs(service, id, ...logged.slice(0, 1100));
    await expect(counts).toHaveText('1,104 entries');
    service.faults.add({
      match: { path: '^/v1/environments/[^/]+/(latest-)?logs' },
      drop: 'afterWork',
      times: 2,
    });
    appendLogs(service, id, ...logged.slice(1100));
    await expect(counts).toHaveText('1,804 entries');
    await expect(logs.locator('.row').last()).toContainText(logged.at(-1) ?? '');
  });
});

async function openMoreActions(workbench: Workbench): Promise<void> {
  await workbench.logs.getByRole('button', { name: 'More Actions...' }).click();
  await expect(workbench.item('Open Logs as Text')).toBeVisible();
}
