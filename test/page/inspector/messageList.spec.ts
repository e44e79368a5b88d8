import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';
import { callTool, findMessages, hideAndShow, openMessages } from './messageList.ts';

test('matches are highlighted among the others or shown alone, and reached with keys', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const messages = await openMessages(page);
  const all = await messages.count();
  await page.locator('.listing input').focus();
  await page.keyboard.press('Control+f');
  await expect(messages.find).toBeFocused();
  await messages.find.fill('TOOLS/LIST');
  await expect.poll(messages.count).toBeLessThan(all);
  const found = await messages.count();
  await expect(messages.rows.first().locator('mark')).toHaveText('tools/list');
  await messages.button('Match Case').click();
  await expect(messages.section).toContainText('No messages match');
  await messages.button('Match Case').click();
  await messages.button('Show Only Matches').click();
  await expect.poll(messages.count).toBe(all);
  await expect(messages.hits).toHaveText(`${found} results`);

  await messages.find.press('Enter');
  await expect(messages.hits).toHaveText(`1 of ${found}`);
  await expect(messages.selected.locator('mark')).toHaveText('tools/list');
  await page.keyboard.press('F3');
  await expect(messages.hits).toHaveText(`2 of ${found}`);
  await page.keyboard.press('Shift+F3');
  await expect(messages.hits).toHaveText(`1 of ${found}`);
  await messages.find.press('ArrowDown');
  await expect(messages.list).toBeFocused();
  await page.keyboard.press('n');
  await expect(messages.hits).toHaveText(`2 of ${found}`);
  await page.keyboard.press('Escape');
  await expect(messages.find).toHaveValue('');
  await expect(messages.hits).toHaveCount(0);
});

test('a request and its response are one row, with a bar for the duration', async ({ workbench, page }) => {
  await openInspector(workbench);
  const messages = await openMessages(page);
  const before = await messages.count();
  const requestsBefore = await messages.kindCount('Requests');
  await callTool(page, 'echo');
  await expect.poll(messages.count).toBe(before + 1);
  await expect.poll(() => messages.kindCount('Requests')).toBe(requestsBefore + 1);
  // No number differs from the number of rows.
  await expect(messages.section.locator('.total')).toHaveCount(0);
  expect((await messages.kindCount('Requests')) + (await messages.kindCount('Notifications'))).toBe(
    before + 1,
  );
  const row = messages.row('tools/call');
  await expect(row.locator('.duration')).toContainText(/\d/);
  await expect(row.locator('.size')).toContainText(/\d/);
  const widths = await messages.rows
    .locator('.latency:not([hidden])')
    .evaluateAll((bars) => bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.inlineSize)));
  expect(Math.max(...widths)).toBe(100);
  expect(widths.every((width) => width >= 0 && width <= 100)).toBe(true);
  // The names and the IDs aren't cut off.
  await callTool(page, 'measure_wrongly');
  const method = messages.row('measure_wrongly').locator('.method');
  await expect(method).toContainText(/#\d+$/);
  expect(await method.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await messages.button('Messages').click();
  await expect(messages.section.locator('.total')).toHaveText(
    `Requests ${requestsBefore + 2} · Errors 2 · Notifications 1`,
  );
});

test('the find box has space for a text beside the number of matches', async ({ workbench, page }) => {
  await openInspector(workbench);
  const messages = await openMessages(page);
  const barHeight = async () => (await messages.section.locator('.bar').first().boundingBox())?.height;
  // The find box is a row of its own, or the bar is one row.
  for (const [width, minHeight, maxHeight] of [
    [922, 48, 68],
    [1000, 20, 36],
  ] as const) {
    await page.setViewportSize({ width, height: 698 });
    await messages.find.fill('');
    await expect(messages.hits).toHaveCount(0);
    await expect.poll(barHeight).toBeGreaterThan(minHeight);
    await expect.poll(barHeight).toBeLessThan(maxHeight);
    const heightBefore = await barHeight();
    await messages.find.fill('tools');
    await expect(messages.hits).toHaveText(/\d/);
    await messages.find.press('Enter');
    await expect(messages.hits).toHaveText(/^\d of \d/);
    expect(await barHeight()).toBe(heightBefore);
    const lettersWidth = await messages.find.evaluate((input) => {
      const context = document.createElement('canvas').getContext('2d');
      if (context) context.font = getComputedStyle(input).font;
      return context?.measureText('measure_stat').width;
    });
    // The input has a padding of 4 pixels.
    expect(((await messages.find.boundingBox())?.width ?? 0) - 4).toBeGreaterThan(lettersWidth ?? 1000);
  }
});

test('a response that violates the output schema is marked', async ({ workbench, page }) => {
  await openInspector(workbench);
  await callTool(page, 'measure_wrongly');
  await callTool(page, 'measure');
  const messages = await openMessages(page);
  const heading = messages.section.locator('.pair b');
  // The row is marked before its message is selected.
  const invalidRow = messages.list.getByRole('row', { name: /Invalid response.*measure_wrongly/ });
  await expect(invalidRow.locator('.outcome .codicon-warning')).toBeVisible();
  await expect(invalidRow.locator('.latency.invalid')).toHaveCount(1);
  await messages.row('measure_wrongly').click();
  await expect(heading).toHaveText('Invalid response');
  await expect(messages.section.locator('.pair .codicon-warning')).toBeVisible();
  await messages.rows.last().click();
  await expect(heading).toHaveText('Response');
  await expect(messages.list.locator('.codicon-warning')).toHaveCount(1);
  // A search loads the lines again.
  await messages.button('Use Regular Expression').click();
  await messages.find.fill('measure_w');
  await expect(messages.rows.last().locator('mark')).toHaveText('measure_w');
  await expect(messages.row('measure_wrongly').last().locator('.codicon-warning')).toBeVisible();
});

test('a regular expression highlights its matches, and shows its errors', async ({ workbench, page }) => {
  await openInspector(workbench);
  const messages = await openMessages(page);
  await messages.button('Use Regular Expression').click();
  await messages.find.fill('(tools|prompts)/l..t');
  await expect(messages.rows.first().locator('mark')).toHaveText(/^(tools|prompts)\/list$/);
  await messages.rows.first().click();
  await expect(messages.text.locator('mark').first()).toHaveText(/^(tools|prompts)\/list$/);
  await messages.find.fill('(');
  await expect(messages.section.getByRole('alert')).toContainText('Invalid regular expression');
  await messages.find.fill('(a+)+$|x{1000}'.repeat(3));
  await expect(messages.section.getByRole('alert')).toHaveCount(0);
});

test('the list is filtered by kinds, a direction, and a method', async ({ workbench, page }) => {
  await openInspector(workbench);
  await callTool(page, 'call_station');
  const messages = await openMessages(page);
  const all = await messages.count();
  const button = (name: RegExp) => messages.section.getByRole('button', { name });
  await button(/^Errors/).click();
  // The server also rejects the first request of the newest protocol.
  await expect(messages.rows.locator('.method')).toContainText(['server/discover', 'tools/call']);
  await expect(messages.rows.first().locator('.codicon-error')).toBeVisible();
  await expect(messages.rows.first().locator('.outcome')).toHaveText('Failed');
  await button(/^Requests/).click();
  await expect.poll(messages.count).toBeGreaterThan(2);
  await button(/^Errors/).click();
  await expect(messages.rows.nth(1).locator('.codicon-error')).toBeHidden();
  // Only messages of the server have an arrow.
  await expect(messages.rows.first().locator('.direction')).toHaveText('Sent');
  await expect(messages.rows.locator('.direction .codicon')).toHaveCount(0);
  await button(/^Received/).click();
  await expect.poll(messages.count).toBe(0);
  await button(/^Sent/).click();
  await messages.section.getByRole('combobox', { name: 'Method' }).selectOption('tools/call');
  await expect.poll(messages.count).toBe(1);
  await expect(messages.section.locator('.total')).toHaveText('1 shown');
  await messages.rows.first().click();
  await expect(messages.pair).toContainText('"error"');
  await page.keyboard.press('r');
  await expect(messages.pair.getByRole('treeitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(messages.list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(messages.count).toBe(all);
  await page.keyboard.press('Home');
  await page.keyboard.press('e');
  await expect(messages.selected.locator('.codicon-error')).toBeVisible();
});

test('all changes of the filter before the page is redrawn are applied', async ({ workbench, page }) => {
  await openInspector(workbench);
  await callTool(page, 'call_station');
  const { section } = await openMessages(page);
  await section.evaluate((element) => {
    for (const icon of ['arrow-down', 'arrow-up', 'case-sensitive', 'regex'])
      element.querySelector<HTMLElement>(`.codicon-${icon}`)?.click();
    for (const kind of ['request', 'error'])
      element.querySelector<HTMLElement>(`[data-key="only-${kind}"]`)?.click();
    const select = element.querySelector('select');
    if (select) select.value = 'tools/call';
    select?.dispatchEvent(new Event('change'));
  });
  for (const name of [/^Requests/, /^Errors/, /^Sent/, 'Match Case', 'Use Regular Expression'])
    await expect(section.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  await expect(section.getByRole('button', { name: /^Received/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(section.getByRole('combobox', { name: 'Method' })).toHaveValue('tools/call');
});

test('rows are selected together and copied, and Enter moves the focus to the details', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const messages = await openMessages(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await messages.list.focus();
  await page.keyboard.press('Home');
  await expect(messages.text).toContainText('jsonrpc');
  await page.keyboard.press('Control+c');
  const first = JSON.parse(await messages.text.innerText());
  await expect.poll(async () => (await clipboard()).includes(first.method)).toBe(true);
  // The response of a request is copied too.
  const [request = '', response = ''] = (await clipboard()).split('\n');
  expect(JSON.parse(request)).toEqual(first);
  expect(JSON.parse(response)).not.toHaveProperty('method');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(messages.selected).toHaveCount(2);
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await clipboard()).split('\n').length).toBe(4);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const total = 2 * (await messages.kindCount('Requests')) + (await messages.kindCount('Notifications'));
  await expect.poll(async () => (await clipboard()).split('\n').length).toBe(total);
  await page.keyboard.press('Enter');
  await expect(messages.text.getByRole('treeitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(messages.list).toBeFocused();
});

test('new messages are announced while earlier ones are read, and can be reached', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const sash = page.getByRole('separator', { name: /^Height/ });
  await sash.press('Home');
  const messages = findMessages(page);
  await messages.list.focus();
  await page.keyboard.press('Home');
  await messages.row('tools/list').first().click();
  await page.locator('[data-key="tool:echo"]').click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  const pill = messages.button('1 new');
  await expect(pill).toBeVisible();
  const last = messages.list.locator(`[aria-rowindex="${await messages.count()}"]`);
  await expect(last).not.toBeInViewport();
  await pill.click();
  await expect(last).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test('parts are resized with mouse and keyboard, and keep their sizes', async ({ workbench, page }) => {
  await openInspector(workbench);
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const height = page.getByRole('separator', { name: /^Height/ });
  const list = page.locator('.messages .view');
  const heightOf = async () => (await list.boundingBox())?.height ?? 0;
  const before = await heightOf();
  const box = await height.boundingBox();
  await page.mouse.move(300, box?.y ?? 0);
  await page.mouse.down();
  await page.mouse.move(300, (box?.y ?? 0) - 80, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((await heightOf()) - before - 80)).toBeLessThan(4);
  await height.press('ArrowDown');
  await expect.poll(async () => (await heightOf()) - before).toBeLessThan(76);
  await height.press('Home');
  await expect(height).toHaveAttribute('aria-valuenow', '12');
  await height.press('End');
  await expect(height).toHaveAttribute('aria-valuenow', '80');

  const width = page.getByRole('separator', { name: /^Width/ });
  const itemList = page.locator('.listing');
  const widthOf = async () => (await itemList.boundingBox())?.width ?? 0;
  const wide = await widthOf();
  await width.press('ArrowRight');
  await expect.poll(widthOf).toBeGreaterThan(wide);
  await width.dblclick();
  await expect.poll(widthOf).toBe(wide);
  await width.press('End');
  await hideAndShow(workbench);
  await expect(height).toHaveAttribute('aria-valuenow', '80');
  await expect(width).toHaveAttribute('aria-valuenow', '70');
});
