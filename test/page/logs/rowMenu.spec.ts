import type { Page } from '@playwright/test';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import { type MenuContext, openContextMenu as openMenu } from '../contextMenu.ts';
import { expect, test } from '../fixtures.ts';
import { openFullPage } from './fullPage.ts';

const ofEntry = ['Copy Entry', 'Copy Message', 'Copy as JSON', 'Copy Request ID'];
const url = 'https://example.com/a?b=c%26d%3De+f#g';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('the menu of a row copies its parts, and shows only its request or its context', async ({
  workbench,
  page,
}) => {
  const logs = await openFullPage(workbench);
  const row = logs.locator(`#${await logs.locator('.row').nth(-6).getAttribute('id')}`);
  // The name of the request isn't a part of the message.
  const text = (await row.locator('.message').innerText()).trim().replace(/^\S+ {2}(?=\d+ ms$)/, '');
  const type = await row.locator('.type').innerText();
  const menu = await openMenu(workbench, row.locator('.message'));
  expect(menu.titles).toEqual([...ofEntry, 'Show Only This Request']);
  await expect(row).toHaveClass(/\bactive\b/);

  await menu.choose('Copy Message');
  await expect.poll(() => clipboard(page)).toContain(text.slice(0, 20));
  await menu.choose('Copy as JSON');
  await expect.poll(() => clipboard(page)).toMatch(/^\{\n {2}"timestamp"/);
  const { type: copiedType, requestId }: MenuContext = JSON.parse(await clipboard(page));
  expect(copiedType).toBe(type);
  await menu.choose('Copy Request ID');
  await expect.poll(() => clipboard(page)).toBe(requestId);
  await menu.choose('Copy Entry');
  await expect.poll(() => clipboard(page)).toMatch(new RegExp(`^\\S+Z ${type} ${String(requestId)}`));

  await menu.choose('Show Only This Request');
  await expect(logs.locator('.chip')).toContainText('Request');
  await expect(logs.locator('.counts')).toHaveText(/^\d+ of 1,000 shown$/);
  // The first row of a request starts a call.
  const first = logs.locator('.row').first();
  const ofFirst = await openMenu(workbench, first.locator('.message'));
  expect(ofFirst.titles).toEqual([...ofEntry, 'Show in Context', 'Call Again in Inspector']);
  const id = await first.getAttribute('id');
  await ofFirst.choose('Show in Context');
  await expect(logs.locator('.counts')).toHaveText('1,000 entries');
  await expect(logs.locator(`#${id}`)).toHaveClass(/\bactive\b/);
  await expect(logs.locator(`#${id}`)).toBeInViewport();

  await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
  const ofRequest = await openMenu(workbench, logs.locator('.row.head').last().locator('.message'));
  expect(ofRequest.titles.slice(0, 2)).toEqual(['Copy Request ID', 'Show Only This Request']);
});

test('the menu of a row applies to the selection, and a link in a row opens its URL', async ({
  workbench,
  page,
  service,
}) => {
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  appendLogs(service, id, 'one', 'two', 'three', 'four', `five ${'and more '.repeat(30)}`);
  appendLogs(service, id, `See ${url}. And ${'much more '.repeat(30)} javascript:alert(1)`);
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const row = (text: string) => logs.locator('.row').filter({ hasText: text });
  const selected = logs.locator('.row[aria-selected="true"]');
  await expect(row('See ')).toBeVisible();

  await test.step('copies all selected entries', async () => {
    await logs.locator('.grid').press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(selected).toHaveCount(3);
    const menu = await openMenu(workbench, row('two').locator('.message'));
    expect(menu.titles).toEqual(['Copy Selected Entries', 'Show Only This Request']);
    await expect(selected).toHaveCount(3);
    await menu.choose('Copy Selected Entries');
    await expect
      .poll(async () => (await clipboard(page)).split('\n').map((line) => line.split(' ').at(-1)))
      .toEqual(['one', 'two', 'three']);
  });

  await test.step('selects another row', async () => {
    const menu = await openMenu(workbench, row('four').locator('.message'));
    await expect(selected).toHaveText([/four/]);
    await menu.choose('Copy Message');
    await expect.poll(() => clipboard(page)).toBe('four');
  });

  await test.step('keeps the text that the mouse selected, and copies it', async () => {
    await row('five').getByRole('button', { name: 'Expand' }).click();
    const text = row('five').locator('.text');
    await text.dblclick({ position: { x: 10, y: 10 } });
    const menu = await openMenu(workbench, text);
    expect(menu.titles[0]).toBe('Copy Selected Text');
    await menu.choose('Copy Selected Text');
    await expect.poll(async () => (await clipboard(page)).trim()).toBe('five');
  });

  await test.step('opens an unchanged URL once, and nothing else', async () => {
    await row('See ').getByRole('button', { name: 'Expand' }).click();
    const links = row('See ').locator('.details a');
    await expect(links).toHaveText([url]);
    await links.click();
    const { executedCommands } = workbench.extension.editor;
    const opened = () => executedCommands.filter(({ command }) => command === 'vscode.open');
    await expect.poll(opened).toEqual([{ command: 'vscode.open', args: [url] }]);
    await expect(row('See ')).toHaveClass(/expanded/);
  });

  await test.step('opens a URL in unfolded JSON, with the pointer and the keyboard', async () => {
    const escaped = String.raw`https:\/\/example.com\/?a=1\u0026b=2`;
    appendLogs(service, id, `{"next": "${escaped}", "other": "javascript:alert(1)"}`);
    await row('next').getByRole('button', { name: 'Expand' }).click();
    const link = row('next').locator('.json a');
    await expect(link).toHaveText([escaped]);
    await link.click();
    await row('next').locator('.json-row', { hasText: 'next' }).last().focus();
    await page.keyboard.press('Enter');
    const { executedCommands } = workbench.extension.editor;
    const opened = () =>
      executedCommands.filter(({ command }) => command === 'vscode.open').map(({ args }) => args?.[0]);
    await expect.poll(opened).toEqual([url, 'https://example.com/?a=1&b=2', 'https://example.com/?a=1&b=2']);
  });
});

test('the menu of a row puts entries into the chat with masked secrets, if the editor has a chat', async ({
  workbench,
  page,
  service,
}) => {
  const hasChat = { chatIsEnabled: true };
  const ofChat = ['Explain Log Entries with Chat', 'Explain Request with Chat'];
  const id = findEnvironmentId(service, 'docs-search', 'quiet');
  appendLogs(service, id, 'one', 'two password=correct-horse-battery-7', 'three');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const row = (text: string) => logs.locator('.row').filter({ hasText: text });
  const { executedCommands } = workbench.extension.editor;
  const prompts = () =>
    executedCommands.flatMap(({ command, args }) =>
      command === 'workbench.action.chat.open' ? (args as [{ readonly query: string }]) : [],
    );
  await expect(row('three')).toBeVisible();

  await test.step('one entry', async () => {
    const menu = await openMenu(workbench, row('three').locator('.message'), hasChat);
    expect(menu.titles.slice(-2)).toEqual(ofChat);
    await menu.choose('Explain Log Entries with Chat');
    await expect.poll(() => prompts().length).toBe(1);
    expect(prompts()[0]).toMatchObject({ isPartialQuery: true });
    expect(prompts()[0]?.query).toMatch(/^What does this log entry of an MCP server mean\?/);
    expect(prompts()[0]?.query).toMatch(/three\n\/data-[\w-]+$/);
    expect(prompts()[0]?.query).not.toContain('two');
  });

  await test.step('the selected entries', async () => {
    await logs.locator('.grid').press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    const menu = await openMenu(workbench, row('two').locator('.message'), hasChat);
    await menu.choose('Explain Log Entries with Chat');
    await expect.poll(() => prompts().length).toBe(2);
    expect(prompts()[1]?.query).toMatch(/^What do these log entries of an MCP server mean\?/);
    expect(prompts()[1]?.query).toMatch(/one\n.* two password=/);
    expect(prompts()[1]?.query).not.toMatch(/three|correct-horse/);
  });

  await test.step('the request', async () => {
    const menu = await openMenu(workbench, row('three').locator('.message'), hasChat);
    await menu.choose('Explain Request with Chat');
    await expect.poll(() => prompts().length).toBe(3);
    expect(prompts()[2]?.query).toMatch(/^What happened during this request/);
    expect(prompts()[2]?.query).toMatch(/\nRequest \S+: /);
  });

  await test.step('not if the chat is turned off', async () => {
    const isOff = { ...hasChat, 'config.chat.disableAIFeatures': true };
    expect((await openMenu(workbench, row('three').locator('.message'), isOff)).titles).not.toContain(
      ofChat[0],
    );
    expect((await openMenu(workbench, row('three').locator('.message'))).titles).not.toContain(ofChat[0]);
  });
});
