import type { Locator, Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';

interface Call {
  readonly id: string;
  readonly tool: string;
  /** Duration in milliseconds. Without one, the call hasn't ended. */
  readonly took?: number;
  readonly errors?: readonly string[];
}

const calls: readonly Call[] = [
  { id: 'r-1', tool: 'get_forecast', took: 400 },
  { id: 'r-2', tool: 'list_cities', took: 2100, errors: ['The upstream timed out', 'Gave up'] },
  { id: 'r-3', tool: 'get_forecast' },
  { id: 'r-4', tool: 'get_forecast', took: 811, errors: ['{\n  "code": 504\n}'] },
];

/** Logs calls one second after another in an environment without other entries. */
function logCalls(service: SampleService, all: readonly Call[], startMs = 0): void {
  const start = service.clock.now() - 60_000 + startMs;
  const entries = all.flatMap(({ id, tool, took, errors = [] }, index) => {
    const entry = (offsetMs: number, type: string, more: object) => ({
      timestamp: new Date(start + index * 1000 + offsetMs).toISOString(),
      type,
      requestId: id,
      ...more,
    });
    return [
      entry(0, 'START', { method: 'tools/call', content: tool }),
      ...errors.map((content) => entry(1, 'ERROR', { content })),
      ...(took === undefined ? [] : [entry(2, 'END', { durationInMs: took })]),
    ];
  });
  service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), entries);
}

const head = (logs: Page) => logs.locator('.row.head');
const names = (logs: Page) => head(logs).locator('.name');
const column = (logs: Page, name: string) => logs.getByRole('columnheader', { name });
const sort = (logs: Page, name: string) => column(logs, name).getByRole('button');
const announcement = (logs: Page) => logs.getByRole('status');

test.beforeEach(async ({ workbench, service }) => {
  logCalls(service, calls);
  await workbench.openLogs('docs-search', 'quiet');
  await expect(workbench.logs.locator('.row').first()).toBeVisible();
});

test.describe('the slowest request', () => {
  test('is one key away, with and without grouping, and announced', async ({ workbench, page }) => {
    const { logs } = workbench;
    await expect(logs.locator('.percentiles')).toHaveText('median 811 ms · p95 2.1 s');
    await expect(logs.locator('.percentiles')).toHaveAttribute('title', /of 3 requests/);
    await logs.locator('.grid').focus();
    await page.keyboard.press('s');
    await expect(logs.locator('.row.active')).toContainText('list_cities');
    await expect(logs.locator('.row.active .type')).toHaveText('START');
    await expect(announcement(logs).filter({ hasText: 'Slowest request: list_cities, 2.1 s' })).toHaveCount(
      1,
    );

    await page.keyboard.press('g');
    await expect(head(logs)).toHaveCount(4);
    await page.keyboard.press('Home');
    await expect(logs.locator('.row.active .name')).toHaveText('get_forecast');
    await page.keyboard.press('s');
    await expect(logs.locator('.row.head.active .name')).toHaveText('list_cities');
  });

  test('is a button in the status line, of the requests that the filter shows', async ({
    workbench,
    page,
  }) => {
    const { logs } = workbench;
    const button = logs.getByRole('button', { name: /^Slowest/ });
    await expect(button).toHaveText('Slowest 2.1 s');
    await logs.locator('input').fill('forecast');
    await expect(button).toHaveText('Slowest 811 ms');
    await button.click();
    await expect(logs.locator('.row.active')).toContainText('get_forecast');
    await expect(logs.locator('.grid')).toBeFocused();
    await logs.locator('input').fill('Gave up');
    await expect(button).toHaveText('Slowest 2.1 s');
    await logs.locator('input').fill('no such text');
    await expect(button).toHaveCount(0);
    await logs.locator('.grid').focus();
    await page.keyboard.press('s');
    await expect(announcement(logs).filter({ hasText: 'No loaded request has a duration.' })).toHaveCount(1);
  });
});

test.describe('the heading of requests', () => {
  test.beforeEach(async ({ workbench, page }) => {
    await workbench.logs.locator('.grid').focus();
    await page.keyboard.press('g');
    await expect(head(workbench.logs)).toHaveCount(4);
  });

  test('sorts in both directions, also with the keyboard', async ({ workbench, page }) => {
    const { logs } = workbench;
    const took = head(logs).locator('.took');
    await expect(column(logs, 'Time')).toHaveAttribute('aria-sort', 'ascending');
    await expect(logs.locator('.day-heading')).toBeVisible();
    await sort(logs, 'Duration').click();
    await expect(took).toHaveText(['2.1 s', '811 ms', '400 ms', 'pending']);
    // Below the heading, a date would be that of all rows.
    await expect(logs.locator('.day-heading')).toBeHidden();
    await expect(column(logs, 'Duration')).toHaveAttribute('aria-sort', 'descending');
    await expect(column(logs, 'Time')).toHaveAttribute('aria-sort', 'none');
    await expect(sort(logs, 'Duration')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(took).toHaveText(['400 ms', '811 ms', '2.1 s', 'pending']);
    await expect(column(logs, 'Duration')).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Tab');
    await expect(sort(logs, 'Issues')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(head(logs).locator('.errors')).toHaveText(['2 errors', '1 error', '', '']);
    await expect(column(logs, 'Issues')).toHaveAttribute('aria-sort', 'descending');
    await sort(logs, 'Time').click();
    await sort(logs, 'Time').click();
    await expect(took).toHaveText(['811 ms', 'pending', '2.1 s', '400 ms']);
    await expect(column(logs, 'Time')).toHaveAttribute('aria-sort', 'descending');
  });

  test('has the columns of the requests, at any width', async ({ workbench, page }) => {
    const { logs } = workbench;
    const readEdges = (parts: Locator) =>
      parts.evaluateAll((all) =>
        all.map((part) => {
          const { left, right } = part.getBoundingClientRect();
          return [Math.round(left), Math.round(right)];
        }),
      );
    for (const width of [1280, 922, 761, 701, 621, 521, 421, 361, 300]) {
      await page.setViewportSize({ width, height: 600 });
      for (const part of ['.time', '.name', '.took', '.entries', '.rest']) {
        // The page adapts its columns a moment after its size has changed.
        await expect(async () => {
          const [ofHeading] = await readEdges(logs.locator(`.heading ${part}`));
          const [ofRow] = await readEdges(head(logs).first().locator(part));
          expect(ofHeading, `${part} at ${width}`).toEqual(ofRow);
        }).toPass();
      }
    }
  });

  test('leaves the errors the space that no name needs', async ({ workbench, page, service }) => {
    const { logs } = workbench;
    await page.setViewportSize({ width: 922, height: 600 });
    const widthOf = (part: string) =>
      head(logs)
        .first()
        .locator(part)
        .evaluate((cell) => cell.clientWidth);
    const errorWidth = await widthOf('.rest');
    expect(errorWidth).toBeGreaterThan(330);
    logCalls(service, [{ id: 'r-5', tool: 'list_cities_by_country', took: 1 }], 30_000);
    const longest = names(logs).filter({ hasText: 'list_cities_by_country' });
    await expect.poll(() => longest.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    const narrowed = await widthOf('.rest');
    expect(narrowed).toBeLessThan(errorWidth);
    // A name can't take the space of the errors.
    logCalls(service, [{ id: 'r-6', tool: 'x'.repeat(80), took: 1 }], 40_000);
    await expect(head(logs)).toHaveCount(6);
    await expect.poll(() => widthOf('.rest')).toBeLessThan(narrowed);
    expect(await widthOf('.rest')).toBeGreaterThan(200);
  });

  test('explains the line below a duration', async ({ workbench }) => {
    const { logs } = workbench;
    const hint = /another color, is above the 95th percentile\.$/;
    await expect(sort(logs, 'Duration')).toHaveAccessibleDescription(hint);
    await expect(head(logs).locator('.took').first()).toHaveAttribute('title', hint);
  });

  test('has the column by which requests are sorted, also in a narrow panel', async ({
    workbench,
    page,
    service,
  }) => {
    const { logs } = workbench;
    for (const width of [701, 700, 521, 520, 421, 400, 391]) {
      await page.setViewportSize({ width, height: 600 });
      await expect(sort(logs, 'Duration'), `at ${width}`).toBeInViewport({ ratio: 1 });
      await expect(sort(logs, 'Issues'), `at ${width}`).toBeInViewport({ ratio: 1 });
    }
    // Each row has its date.
    service.clock.advance(25 * 3_600_000);
    logCalls(service, [{ id: 'r-next-day', tool: 'get_forecast', took: 300 }]);
    await sort(logs, 'Issues').click();
    await expect(head(logs)).toHaveCount(5);
    await expect(head(logs).locator('.time').first()).toHaveText(/^\d\d-\d\d \d\d:\d\d:\d\d$/);
    for (const width of [400, 360, 250]) {
      await page.setViewportSize({ width, height: 600 });
      await expect(column(logs, 'Issues'), `at ${width}`).toBeInViewport({ ratio: 1 });
      await expect(head(logs).locator('.errors').first(), `at ${width}`).toBeInViewport();
    }
    await page.setViewportSize({ width: 400, height: 600 });
    await sort(logs, 'Duration').click();
    await page.setViewportSize({ width: 250, height: 600 });
    await expect(head(logs).locator('.took').first()).toBeInViewport();
    await expect(column(logs, 'Issues')).toBeHidden();
  });

  test('leaves space for the tool and the duration in a narrow panel', async ({
    workbench,
    page,
    service,
  }) => {
    const { logs } = workbench;
    const isCut = (part: string) =>
      head(logs)
        .locator(part)
        .evaluateAll((all) => all.some(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth));
    await sort(logs, 'Duration').click();
    for (const hasDates of [false, true]) {
      if (hasDates) {
        service.clock.advance(25 * 3_600_000);
        logCalls(service, [{ id: 'r-next-day', tool: 'get_forecast', took: 300 }]);
        await expect(head(logs)).toHaveCount(5);
      }
      for (const width of [400, 300, 200]) {
        await page.setViewportSize({ width, height: 600 });
        if (width > 200) await expect.poll(() => isCut('.name'), `the tool at ${width}`).toBe(false);
        await expect.poll(() => isCut('.took'), `the duration at ${width}`).toBe(false);
        await expect(head(logs).locator('.took').first()).toBeInViewport({ ratio: 0.8 });
        await expect(sort(logs, 'Time'), `at ${width}`).toBeInViewport({ ratio: 1 });
        await expect(sort(logs, 'Duration'), `at ${width}`).toBeInViewport({ ratio: 1 });
      }
    }
    // The time doesn't touch the icon.
    await page.setViewportSize({ width: 300, height: 600 });
    const row = head(logs).first();
    const [time, icon] = [await row.locator('.time').boundingBox(), await row.locator('.type').boundingBox()];
    expect((icon?.x ?? 0) - (time?.x ?? 0) - (time?.width ?? 0)).toBeCloseTo(8, 0);
  });

  test('keeps its order when the editor restarts', async ({ workbench }) => {
    await sort(workbench.logs, 'Duration').click();
    await expect(names(workbench.logs).first()).toHaveText('list_cities');
    // The page saves its state.
    await expect
      .poll(() => JSON.stringify(workbench.extension.editor.panels.map(({ state }) => state)))
      .toContain('"by":"duration"');
    await workbench.reloadWithEditors();
    const { logs } = workbench;
    await expect(head(logs).locator('.took')).toHaveText(['2.1 s', '811 ms', '400 ms', 'pending']);
    await expect(column(logs, 'Duration')).toHaveAttribute('aria-sort', 'descending');
  });

  test('changes the heading and the rows at once', async ({ workbench }) => {
    const { logs } = workbench;
    const { tab } = workbench.extension.editor;
    const { post } = tab;
    const heldReplies: (() => Promise<boolean>)[] = [];
    tab.post = async (panel, message) => {
      if (!JSON.stringify(message).startsWith('{"kind":"reply"')) return await post(panel, message);
      heldReplies.push(() => post(panel, message));
      return true;
    };
    await sort(logs, 'Duration').click();
    // First the host sorts the list, then it sends the rows.
    for (const count of [1, 2]) {
      await expect.poll(() => heldReplies.length).toBeGreaterThanOrEqual(count);
      await expect(names(logs).first()).toHaveText('get_forecast');
      await expect(logs.locator('.live-state')).toHaveText('Live');
      await expect(column(logs, 'Duration')).toHaveAttribute('aria-sort', 'none');
      await expect(column(logs, 'Time')).toHaveAttribute('aria-sort', 'ascending');
      if (count === 2) tab.post = post;
      for (const send of heldReplies.slice(count - 1)) await send();
    }
    await expect(column(logs, 'Duration')).toHaveAttribute('aria-sort', 'descending');
    await expect(names(logs).first()).toHaveText('list_cities');
  });

  test('has the button for older entries below the list in another order', async ({ workbench }) => {
    const { logs } = workbench;
    const older = logs.getByRole('button', { name: 'Load Older Entries' });
    await sort(logs, 'Duration').click();
    await expect(column(logs, 'Duration')).toHaveAttribute('aria-sort', 'descending');
    const lastBottom = await head(logs)
      .last()
      .evaluate((row) => row.getBoundingClientRect().bottom);
    await expect
      .poll(async () => (await older.boundingBox())?.y)
      .toBeGreaterThanOrEqual(Math.floor(lastBottom));
    const top = await logs.locator('.view').evaluate((view) => view.getBoundingClientRect().top);
    expect(
      await head(logs)
        .first()
        .evaluate((row) => row.getBoundingClientRect().top),
    ).toBe(top);
    await sort(logs, 'Time').click();
    await expect(column(logs, 'Time')).toHaveAttribute('aria-sort', 'ascending');
    await logs.locator('.grid').press('Home');
    await expect.poll(async () => (await older.boundingBox())?.y).toBeLessThan(lastBottom);
    await expect(older).toHaveCount(1);
  });

  test('pauses following in another order, and new requests are in order', async ({
    workbench,
    service,
    page,
  }) => {
    const { logs } = workbench;
    const state = logs.locator('.live-state');
    await expect(state).toHaveText('Live');
    await sort(logs, 'Duration').click();
    await expect(state).toHaveText('Paused (sorted by duration)');
    await expect(logs.locator('.pill')).toHaveCount(0);
    await head(logs).nth(1).click();
    await expect(logs.locator('.row.active .took')).toHaveText('811 ms');

    logCalls(
      service,
      [
        { id: 'r-5', tool: 'plan_trip', took: 5000 },
        { id: 'r-6', tool: 'noop', took: 1 },
      ],
      30_000,
    );
    await expect(head(logs).locator('.took')).toHaveText([
      '5 s',
      '2.1 s',
      '811 ms',
      '400 ms',
      '1 ms',
      'pending',
    ]);
    await expect(logs.locator('.row.active .took')).toHaveText('811 ms');
    const pill = logs.getByRole('button', { name: '2 new' });
    // New requests can be anywhere, and the button covers none of them.
    await expect(pill.locator('.codicon')).toHaveCount(0);
    const [view, button] = [await logs.locator('.view').boundingBox(), await pill.boundingBox()];
    expect(button?.y).toBeGreaterThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
    await expect(pill).toHaveAttribute('title', 'Sort by time, and go to the newest entries');
    // A running request ends, and moves to its place.
    service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), [
      {
        timestamp: new Date(service.clock.now() - 1000).toISOString(),
        type: 'END',
        requestId: 'r-3',
        durationInMs: 1000,
      },
    ]);
    await expect(head(logs).locator('.took')).toHaveText(['5 s', '2.1 s', '1 s', '811 ms', '400 ms', '1 ms']);
    await expect(logs.locator('.row.active .took')).toHaveText('811 ms');

    await pill.click();
    await expect(state).toHaveText('Live');
    await expect(column(logs, 'Time')).toHaveAttribute('aria-sort', 'ascending');
    await expect(names(logs).last()).toHaveText('noop');
    await sort(logs, 'Issues').click();
    await expect(state).toHaveText('Paused (sorted by errors)');
    await logs.locator('.grid').focus();
    await page.keyboard.press('f');
    await expect(state).toHaveText('Live');
  });
});

test.describe('the summary by tool and method', () => {
  const summary = (logs: Page) => logs.getByRole('region', { name: 'Summary by Tool and Method' });
  const rows = (logs: Page) => summary(logs).locator('tbody tr');

  test('opens with a key, narrows the filter, and closes with Escape', async ({ workbench, page }) => {
    const { logs } = workbench;
    await logs.locator('.grid').focus();
    await page.keyboard.press('t');
    await expect(rows(logs)).toHaveText(['get_forecast 3 1 400 ms 811 ms', 'list_cities 1 1 2.1 s 2.1 s'], {
      useInnerText: true,
    });
    await expect(rows(logs).first().getByRole('button')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows(logs).last().getByRole('button')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rows(logs)).toHaveCount(0);
    await expect(logs.locator('.grid')).toBeFocused();

    const button = logs.getByRole('button', { name: 'Summary by Tool and Method (T)' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Enter');
    await expect(rows(logs)).toHaveCount(0);
    await expect(logs.locator('.grid')).toBeFocused();
    await expect(logs.locator('.counts')).toHaveText('6 of 10 shown');
    await expect(logs.locator('.percentiles')).toHaveText('median 400 ms · p95 811 ms');
    await logs.getByTitle('Show all tools and methods').click();
    await expect(logs.locator('.counts')).toHaveText('10 entries');
  });

  test('is as current as the toolbar, and keeps the order of its rows', async ({ workbench, service }) => {
    const { logs } = workbench;
    await logs.getByRole('button', { name: 'Summary by Tool and Method (T)' }).click();
    await expect(rows(logs)).toHaveCount(2);
    await rows(logs).last().getByRole('button').focus();
    const more = ['r-5', 'r-6', 'r-7'].map((id) => ({ id, tool: 'list_cities', took: 2100 }));
    logCalls(service, [...more, { id: 'r-8', tool: 'plan_trip', took: 7, errors: ['failed'] }], 30_000);
    await expect(rows(logs)).toHaveText(
      ['get_forecast 3 1 400 ms 811 ms', 'list_cities 4 1 2.1 s 2.1 s', 'plan_trip 1 1 7 ms 7 ms'],
      { useInnerText: true },
    );
    await expect(logs.locator('.level.other .count')).toHaveText('8');
    await expect(rows(logs).nth(1).getByRole('button')).toBeFocused();
  });

  test('is aligned with the list', async ({ workbench, page }) => {
    const { logs } = workbench;
    await page.setViewportSize({ width: 1280, height: 600 });
    await logs.getByRole('button', { name: 'Summary by Tool and Method (T)' }).click();
    const leftOf = (part: Locator) =>
      part.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
    const left = await leftOf(logs.locator('.row .time').first());
    expect(await leftOf(summary(logs).locator('h2'))).toBe(left);
    expect(await leftOf(rows(logs).first().getByRole('button'))).toBe(left);
    expect((await summary(logs).locator('table').boundingBox())?.width).toBe(1280);
  });

  test('shows requests without a START entry as those of an unknown tool', async ({ workbench, service }) => {
    const { logs } = workbench;
    service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), [
      {
        timestamp: new Date(service.clock.now()).toISOString(),
        type: 'END',
        requestId: 'r-9',
        durationInMs: 5,
      },
    ]);
    await expect(logs.locator('.counts')).toHaveText('11 entries');
    await logs.getByRole('button', { name: 'Summary by Tool and Method (T)' }).click();
    const name = rows(logs).last().getByRole('rowheader');
    await expect(name).toHaveText('Unknown tool');
    await expect(name).toHaveAttribute('title', "The START entries of these requests aren't loaded.");
    await logs.getByRole('button', { name: 'Group by Request (G)' }).click();
    await expect(names(logs).last()).toHaveText('Unknown tool r-9');
  });

  test('narrows with a click anywhere on a row, also for later requests', async ({ workbench, service }) => {
    const { logs } = workbench;
    await logs.getByRole('button', { name: 'Summary by Tool and Method (T)' }).click();
    await rows(logs).last().locator('td').last().click();
    await expect(logs.locator('.chip')).toHaveText('list_cities');
    await expect(logs.locator('.row')).toHaveCount(4);
    logCalls(
      service,
      [
        { id: 'r-5', tool: 'get_forecast', took: 9 },
        { id: 'r-6', tool: 'list_cities', took: 9 },
      ],
      30_000,
    );
    await expect(logs.locator('.counts')).toHaveText('6 of 14 shown');
  });

  test('follows the filter, and fits into a narrow panel', async ({ workbench, page }) => {
    const { logs } = workbench;
    await page.setViewportSize({ width: 300, height: 600 });
    await logs.locator('.grid').focus();
    await page.keyboard.press('t');
    await expect(rows(logs)).toHaveCount(2);
    const { clientWidth, scrollWidth } = await summary(logs).evaluate(({ clientWidth, scrollWidth }) => ({
      clientWidth,
      scrollWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await logs.locator('input').fill('Gave up');
    await expect(rows(logs)).toHaveText(['list_cities 1 1 2.1 s'], { useInnerText: true });
  });
});

test('a request shows a line below its duration, and its first error', async ({
  workbench,
  page,
  service,
}) => {
  const { logs } = workbench;
  await logs.locator('.grid').focus();
  await page.keyboard.press('g');
  await expect(head(logs).locator('.first-problem')).toHaveText([
    '',
    'The upstream timed out',
    '',
    '{ "code": 504 }',
  ]);
  const readBars = () =>
    head(logs)
      .locator('.took')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const bar = getComputedStyle(cell, '::before');
          if (bar.content === 'none') return undefined;
          const slow = getComputedStyle(cell, '::after');
          const toPercent = (width: string) =>
            Math.round((Number.parseFloat(width) / cell.clientWidth) * 100);
          return [toPercent(bar.width), toPercent(slow.width)];
        }),
      );
  await expect.poll(readBars).toEqual([[15, 0], [80, 0], undefined, [31, 0]]);

  // The line is below the digits, and within the row.
  const line = await head(logs)
    .locator('.took')
    .first()
    .evaluate((cell) => {
      const { top, height } = getComputedStyle(cell, '::before');
      return { bottom: Number.parseFloat(top) + Number.parseFloat(height), height };
    });
  const row = await head(logs).first().boundingBox();
  expect(line).toEqual({ bottom: (row?.height ?? 0) - 1, height: '2px' });

  // Of 40 requests, two are slower than the 95th percentile. Their lines differ.
  const fast = Array.from({ length: 35 }, (_, index) => ({ id: `f-${index}`, tool: 'a', took: 1000 }));
  logCalls(
    service,
    [...fast, { id: 's-1', tool: 'b', took: 5000 }, { id: 's-2', tool: 'b', took: 9000 }],
    10_000,
  );
  await expect(logs.locator('.percentiles')).toHaveText(/p95 2\.1 s/);
  await expect
    .poll(async () => (await readBars()).slice(-2))
    .toEqual([
      [80, 8],
      [80, 20],
    ]);
});
