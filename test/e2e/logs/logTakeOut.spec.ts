import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from '../../kit/access.ts';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../workbench.ts';

const address = 'https://example.com/a?b=c%26d%3De+f#g';
const secret = 'Authorization: Bearer abcdefgh1234567890';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

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

// In the theme with the fewest colors, most of the visible colors are those of the extension.
test.use({
  settings: { 'workbench.colorTheme': 'Default High Contrast', 'workbench.reduceMotion': 'on' },
});

test('the log page in the editor: new entries, menus of rows, links, exports, and logs as text', async ({
  workbench,
  page,
  service,
}) => {
  const { logs } = workbench;
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  const counts = logs.locator('.counts');
  await workbench.openLogs('docs-search', 'quiet');
  await expect(logs.locator('.empty')).toContainText('No recent entries.');

  await test.step('follows new entries, and loses and repeats none, even while requests fail', async () => {
    const logged = Array.from({ length: 1800 }, (_, index) => `entry ${index + 1} of all`);
    appendLogs(service, id, ...logged.slice(0, 1100));
    await expect(counts).toHaveText('1,100 entries');
    service.faults.add({
      match: { path: '^/v1/environments/[^/]+/(latest-)?logs' },
      drop: 'afterWork',
      times: 2,
    });
    appendLogs(service, id, ...logged.slice(1100));
    await expect(counts).toHaveText('1,800 entries');
    await expect(logs.locator('.row').last()).toContainText(logged.at(-1) ?? '');
  });

  const row = (text: string) => logs.locator('.row').filter({ hasText: text });
  const listMenuItems = async (text: string) => {
    await row(text).locator('.message').click({ button: 'right' });
    return workbench.listMenuItems();
  };
  await test.step('a row has a menu of the editor, also from the keyboard', async () => {
    appendLogs(service, id, `a needle, ${secret}`, `See ${address}. And ${'much more '.repeat(20)}`, 'two');
    await expect(row('two')).toBeVisible();
    const ofEntry = ['Copy Entry', 'Copy Message', 'Copy as JSON', 'Copy Request ID'];
    expect(await listMenuItems('two')).toEqual([...ofEntry, 'Show Only This Request']);
    await choose(page, 'Copy Message');
    await expect.poll(() => clipboard(page)).toBe('two');
    // The browser dispatches the event of the keyboard to the focused element.
    await logs.locator('.grid').dispatchEvent('contextmenu', { bubbles: true, cancelable: true });
    expect(await workbench.listMenuItems()).toEqual([...ofEntry, 'Show Only This Request']);
    const active = await logs.locator('.row.active').boundingBox();
    const menu = await page.locator('.monaco-menu').boundingBox();
    expect(Math.abs((menu?.y ?? 0) - ((active?.y ?? 0) + (active?.height ?? 0)))).toBeLessThan(300);
    await page.keyboard.press('Escape');

    await logs.locator('.grid').press('Shift+ArrowUp');
    expect(await listMenuItems('two')).toEqual(['Copy Selected Entries', 'Show Only This Request']);
    await choose(page, 'Copy Selected Entries');
    await expect.poll(() => clipboard(page)).toMatch(/ See https.*\n.* two$/);
  });

  await test.step('a URL asks for trust first', async () => {
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

  await test.step('passes the automated accessibility checks in a real window', async () => {
    await expect(logs.locator('.histogram rect.bar').first()).toBeVisible();
    expect(await findAccessibilityProblems(logs.locator('body'))).toEqual([]);
  });

  await test.step('exports the visible entries with masked secrets', async () => {
    await logs.locator('input').fill('needle');
    await expect(counts).toHaveText('1 of 1,803 shown');
    await page.getByRole('button', { name: 'Export Logs...' }).click();
    await expect(workbench.item('All 1,803 loaded entries')).toBeVisible();
    await workbench.choose(workbench.item('Only the entry shown'));
    await workbench.choose(workbench.item('JSON Lines (.jsonl) with secrets masked'));
    const lines = readFileSync(await saveTo(workbench, 'shown.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => Reflect.get(JSON.parse(line), 'content'))).toEqual([
      'a needle, Authorization: Bearer •••',
    ]);
  });

  await test.step('opens the visible entries as read-only text with folding', async () => {
    appendLogs(service, id, 'a nail\n    at a\n    at b', 'another nail');
    await logs.locator('input').fill('nail');
    await expect(counts).toHaveText('2 of 1,805 shown');
    const openAsText = page.getByRole('button', { name: 'Open Logs as Text' });
    await openAsText.click();
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
    await expect(openAsText).toHaveCount(0);
  });
});
