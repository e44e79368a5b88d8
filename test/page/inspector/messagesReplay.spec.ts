import { expect, test } from '../fixtures.ts';
import { expectAccessibleInAllThemes } from '../themes.ts';
import { openInspector } from './inspectorPage.ts';
import { callTool, hideAndShow, openMessages } from './messageList.ts';

test('a request is replayed with its button, with the response beside it', async ({ workbench, page }) => {
  await openInspector(workbench);
  await callTool(page, 'echo');
  const messages = await openMessages(page);
  await messages.row('tools/call').click();
  await expect(messages.text).toContainText('"method": "tools/call"');
  await expect(messages.pair).toContainText('"result"');
  const before = await messages.count();
  const first = await messages.text.innerText();
  await messages.button('Replay').click();
  await expect.poll(messages.count).toBe(before + 1);
  await expect(messages.selected).toHaveAttribute('aria-rowindex', String(before + 1));
  await expect(messages.text).not.toHaveText(first);
  await expect(messages.text).toContainText('"name": "echo"');
  await expect(messages.pair).toContainText('"result"');

  await messages.button('Copy Response as JSON-RPC').click();
  const copied = async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  await expect
    .poll(async () =>
      Object.keys(await copied())
        .toSorted()
        .join(),
    )
    .toBe('id,jsonrpc,result');
});

test('requests with possible effects need a confirmation after the key, read-only ones do not', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  await callTool(page, 'toggle_extra');
  const messages = await openMessages(page);
  await messages.row('toggle_extra').click();
  await expect(messages.text).toContainText('toggle_extra');
  // The button gets the focus after it's drawn for this text.
  await expect(messages.button('Replay')).toBeEnabled();
  const before = await messages.count();
  await messages.list.press('Control+Enter');
  await expect(messages.button('Replay')).toBeFocused();
  await messages.row('tools/list').first().click();
  await expect(messages.text).toContainText('tools/list');
  await messages.list.press('Control+Enter');
  // If the first text had been sent, its message would be here too.
  await expect.poll(messages.count).toBe(before + 1);
  await expect(messages.selected.locator('.method')).toContainText('tools/list');
  await expect(messages.pair).toContainText('"result"');
});

test('a request is edited and sent as written; its response is a message', async ({ workbench, page }) => {
  await openInspector(workbench);
  await callTool(page, 'echo');
  const messages = await openMessages(page);
  await messages.row('tools/call').click();
  await messages.button('Edit and Replay...').click();
  const text = messages.section.getByRole('textbox', { name: 'Message to send' });
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/"method": "tools\/call"/);
  await expect(text).not.toHaveValue(/jsonrpc|progressToken/);
  // The original request is collapsed, so that the editor and the response have the space.
  await expect(messages.text).toBeHidden();
  await expect(messages.pair).toBeVisible();
  const original = messages.section.getByText('Request', { exact: true });
  await original.click();
  await expect(messages.text).toBeVisible();
  await original.click();

  const issues = messages.section.locator('#written-issues');
  const send = messages.button('Send');
  for (const [typed, message] of [
    ['{ "method"', 'Invalid JSON'],
    ['[]', 'A message must be an object'],
    ['{ "params": {} }', '"method" is required'],
    ['{ "method": "ping", "params": [] }', '"params" must be an object'],
  ] as const) {
    await text.fill(typed);
    await expect(issues).toContainText(message);
    await expect(send).toBeDisabled();
  }
  await text.fill('{ "id": 7, "method": "acme/unknown" }');
  await expect(issues).toContainText("The ID isn't sent");
  await text.press('Control+Enter');
  await expect(send).toBeFocused();
  await expect(messages.selected.locator('.method')).toContainText('tools/call');
  await send.click();
  await expect(messages.selected.locator('.method')).toContainText('acme/unknown');
  await expect(messages.pair).toContainText('"error"');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await test.step('typed text is kept while the page is hidden', async () => {
    await text.fill('{ "method": "ping"  ');
    // The host handles messages in order, so that it has received the typed text by then.
    await messages.row('tools/list').first().click();
    await expect(messages.text).toContainText('tools/list');
    await hideAndShow(workbench);
    await expect(text).toHaveValue('{ "method": "ping"  ');
    await messages.button('Reset').click();
    await expect(text).toHaveValue(/"name": "echo"/);
    await text.fill('{ "method": "ping" }');
    await messages.button('Close').click();
    await expect(text).toHaveCount(0);
    await messages.row('tools/call').first().click();
    await expect(messages.text).toBeVisible();
  });
});

test('a running request is canceled, and every theme is readable', async ({ workbench, page }) => {
  await openInspector(workbench);
  await callTool(page, 'echo');
  const messages = await openMessages(page);
  await messages.row('tools/call').click();
  await messages.button('Edit and Replay...').click();
  const text = messages.section.getByRole('textbox', { name: 'Message to send' });
  const counting = { name: 'count_clouds', arguments: { steps: 1000, stepMs: 20 } };
  await text.fill(JSON.stringify({ method: 'tools/call', params: counting }));
  await messages.button('Send').click();
  await expect(messages.section.locator('.pair')).toContainText('Waiting');
  await messages.section.locator('.editing').getByRole('button', { name: 'Cancel' }).click();
  await expect(messages.section.locator('.pair')).toContainText('Canceled');
  // Without the filter, later progress notifications would scroll the row out of the list.
  await messages.find.fill('cancelled');
  await expect(messages.row('notifications/cancelled')).toBeVisible();
  await messages.find.fill('count');
  await expectAccessibleInAllThemes(page);
});
