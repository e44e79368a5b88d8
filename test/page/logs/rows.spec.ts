import type { Locator } from '@playwright/test';
import { chooseRailColor } from '../../../src/logs/webview/requestRail.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import type { PageWindow } from '../window.ts';

type SampleEntry = Parameters<SampleService['logs']['append']>[1][number];

/** Logs these entries in an environment without other entries, and opens its logs. */
async function open(
  workbench: PageWindow,
  service: SampleService,
  ...entries: readonly Partial<SampleEntry>[]
) {
  const now = service.clock.now();
  service.logs.append(
    findEnvironmentId(service, 'docs-search', 'quiet'),
    entries.map((entry, index) => ({
      timestamp: new Date(now - 60_000 + index).toISOString(),
      type: 'INFO',
      requestId: '',
      ...entry,
    })),
  );
  await workbench.openLogs('docs-search', 'quiet');
  await expect(workbench.logs.locator('.row')).toHaveCount(entries.length);
  return workbench.logs;
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not drawn.');
  return box;
}

test.describe('the rows of a request', () => {
  /** Two requests whose rails differ in their pattern. */
  const first = 'req-0001-of-the-first-call';
  const second =
    Array.from({ length: 20 }, (_, index) => `req-${index}-of-the-second-call`).find(
      (id) => chooseRailColor(id) === 6,
    ) ?? '';
  const entries = [first, first, second, first, ''].map((requestId, index) => ({
    content: `entry ${index}`,
    requestId,
  }));

  test('have a rail instead of the ID, which names the request and shows only its rows', async ({
    workbench,
    service,
  }) => {
    const logs = await open(workbench, service, ...entries);
    const rails = logs.locator('.request');
    await expect(logs.locator('.grid .rows')).not.toContainText('req-');
    await expect(logs.getByRole('row', { name: first })).toHaveCount(3);
    await expect(rails.first()).toHaveAttribute('title', `Show only request ${first}`);
    await expect(rails.last()).toBeHidden();
    // A rail begins where the request of the row above is another one.
    const begins = await logs
      .locator('.row')
      .evaluateAll((rows) => rows.map((row) => row.classList.contains('first-of-request')));
    expect(begins).toEqual([true, false, true, true, false]);
    const colors = await logs.locator('.row').evaluateAll((rows) => rows.map((row) => row.dataset['color']));
    expect(colors).toEqual([...[first, first, second, first].map((id) => String(chooseRailColor(id))), '']);

    await logs.getByRole('button', { name: 'Expand' }).first().click();
    await expect(logs.locator('.details')).toContainText(`Request ${first}`);
    await rails.nth(2).click();
    await expect(logs.locator('.row .message')).toHaveText(['entry 2']);
  });

  test('are emphasized together: at the pointer, and of the active row', async ({ workbench, service }) => {
    const logs = await open(workbench, service, ...entries);
    const message = (index: number) => logs.locator('.row .message').nth(index);
    const related = logs.locator('.row.related .message');
    await message(0).hover();
    await expect(related).toHaveText(['entry 0', 'entry 1', 'entry 3']);
    const widths = await logs
      .locator('.row .request:not([hidden])')
      .evaluateAll((rails) => rails.map((rail) => getComputedStyle(rail, '::before').width));
    expect(widths).toEqual(['6px', '6px', '3px', '6px']);
    await message(4).hover();
    await expect(related).toHaveCount(0);
    await message(2).click();
    await logs.locator('.status').hover();
    await expect(related).toHaveText(['entry 2']);
  });

  test('are solid in high contrast, with a gap between two requests', async ({
    workbench,
    service,
    page,
  }) => {
    const logs = await open(workbench, service, ...entries);
    await changeTheme(page, 'high-contrast');
    const rails = await logs.locator('.row .request:not([hidden])').evaluateAll((all) =>
      all.map((rail) => {
        const { backgroundImage, top } = getComputedStyle(rail, '::before');
        return [backgroundImage, top];
      }),
    );
    expect(rails).toEqual([
      ['none', '6px'],
      ['none', '0px'],
      ['none', '6px'],
      ['none', '6px'],
    ]);
  });
});

test.describe('JSON in a row', () => {
  const value = { tool: 'get_forecast', days: 7, exact: true, error: null, cities: ['Lima', 'Oslo'] };
  const line =
    '{"tool": "get_forecast", "days": 7, "exact": true, "error": null, "cities": ["Lima", "Oslo"]}';

  test('is one colored line, however it is indented and long', async ({ workbench, service }) => {
    const long = JSON.stringify({ ...value, more: 'x'.repeat(9000) }, undefined, 2);
    const logs = await open(
      workbench,
      service,
      { content: JSON.stringify(value, undefined, 4) },
      { content: JSON.stringify(value), method: 'tools/call', durationInMs: 12 },
      { content: long },
      { content: '{ not JSON\n}' },
    );
    const messages = logs.locator('.row .message');
    await expect(messages.nth(0)).toHaveText(line);
    await expect(messages.nth(1)).toHaveText(`tools/call  ${line}  12 ms`);
    await expect(messages.nth(2)).toContainText(line.slice(0, -1));
    await expect(messages.nth(3)).toHaveText('{ not JSON');
    await expect(messages.nth(3).locator('.json-line')).toHaveCount(0);
    const first = messages.nth(0);
    await expect(first.locator('.json-key')).toHaveText([
      '"tool"',
      '"days"',
      '"exact"',
      '"error"',
      '"cities"',
    ]);
    await expect(first.locator('.json-string')).toHaveText(['"get_forecast"', '"Lima"', '"Oslo"']);
    for (const kind of ['number', 'boolean', 'null'])
      await expect(first.locator(`.json-${kind}`)).toHaveCount(1);
    const colors = await first
      .locator('span:not(.json-line)')
      .evaluateAll((tokens) => tokens.map((token) => getComputedStyle(token).color));
    expect(new Set(colors).size).toBeGreaterThanOrEqual(3);

    // Matches are marked, also those that span several tokens, which keep their colors and spaces.
    await logs.locator('input').fill('lima');
    await expect(messages.nth(0).locator('mark')).toHaveText('Lima');
    await logs.locator('input').fill('cast","days":7');
    await expect(logs.locator('.row')).toHaveCount(1);
    await expect(messages).toHaveText(`tools/call  ${line}  12 ms`);
    const mark = messages.locator('mark');
    await expect(mark).toHaveText('cast", "days": 7');
    await expect(mark.locator('.json-string')).toHaveText('cast"');
    await expect(mark.locator('.json-key')).toHaveText('"days"');
    const colorOf = (token: Locator) => token.evaluate((element) => getComputedStyle(element).color);
    expect(await colorOf(mark.locator('.json-number'))).not.toBe(await colorOf(mark));
  });

  test('unfolds as a tree when the row is expanded, and stays folded while it is not drawn', async ({
    workbench,
    service,
    page,
  }) => {
    const others = Array.from({ length: 200 }, (_, index) => ({ content: `row ${index}` }));
    const logs = await open(workbench, service, { content: JSON.stringify(value) }, { content: '{}' });
    const row = logs.locator('.row').first();
    await expect(logs.locator('.row').nth(1).locator('.chevron')).toHaveClass(/quiet/);
    await row.getByRole('button', { name: 'Expand' }).click();
    const tree = logs.getByRole('tree', { name: 'Message' });
    await expect(tree.getByRole('treeitem')).toHaveCount(8);
    const height = (await boxOf(row)).height;
    const second = await boxOf(logs.locator('.row').nth(1));
    await tree.getByRole('treeitem', { name: '"cities"' }).click();
    await expect(tree.getByRole('treeitem')).toHaveCount(6);
    // The rows below follow.
    await expect.poll(async () => (await boxOf(row)).height).toBeLessThan(height);
    const lost = height - (await boxOf(row)).height;
    await expect.poll(async () => second.y - (await boxOf(logs.locator('.row').nth(1))).y).toBe(lost);

    // The keys of the tree don't move in the list, and Ctrl+C copies the value.
    await page.keyboard.press('ArrowUp');
    await expect(tree.getByRole('treeitem', { name: '"error"' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('["Lima","Oslo"]');

    service.logs.append(
      findEnvironmentId(service, 'docs-search', 'quiet'),
      others.map((entry) => ({
        timestamp: new Date(service.clock.now()).toISOString(),
        type: 'INFO',
        requestId: '',
        ...entry,
      })),
    );
    await logs.locator('.grid').press('End');
    await expect(row).not.toContainText('tool');
    await logs.locator('.grid').press('Home');
    await expect(tree.getByRole('treeitem')).toHaveCount(6);
  });
});

test('an entry has the tool of its request if the row above belongs to another one, or in place of the method', async ({
  workbench,
  service,
}) => {
  const start = { type: 'START', method: 'tools/call' };
  const end = { type: 'END', content: '', durationInMs: 637 };
  const logs = await open(
    workbench,
    service,
    { ...start, requestId: 'r-1', content: 'get_forecast' },
    { requestId: 'r-1', content: 'in sequence' },
    { ...start, requestId: 'r-2', content: 'list_cities' },
    { requestId: 'r-1', content: 'in parallel' },
    { requestId: 'r-2', content: '{"cities":2}' },
    { requestId: 'r-2', content: 'more', method: 'tools/call' },
    { ...end, requestId: 'r-2' },
    { ...end, requestId: 'r-1', method: 'tools/call' },
  );
  const texts = logs.locator('.row .message').evaluateAll((messages) =>
    messages.map((message) => {
      const { content } = getComputedStyle(message, '::before');
      return (content === 'none' ? '' : `(${content.replaceAll(/"/g, '').trim()}) `) + message.textContent;
    }),
  );
  expect(await texts).toEqual([
    'tools/call  get_forecast',
    'in sequence',
    'tools/call  list_cities',
    '(get_forecast) in parallel',
    '(list_cities) {"cities": 2}',
    'list_cities  more',
    'list_cities  637 ms',
    'get_forecast  637 ms',
  ]);
});
