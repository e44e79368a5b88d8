import type { Locator, Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { openFullPage } from './fullPage.ts';

interface Call {
  readonly id: string;
  readonly tool?: string;
  readonly took?: number;
  readonly infos: number;
  readonly hasFailed?: boolean;
}

const calls: readonly Call[] = [
  { id: 'r-1', tool: 'get_forecast', took: 7, infos: 1 },
  { id: 'r-2', tool: 'list_cities_of_a_country', took: 12_340, infos: 24, hasFailed: true },
  { id: 'r-3', infos: 2 },
];

/** Logs calls in an environment without other entries. */
function logCalls(service: SampleService): void {
  const timestamp = new Date(service.clock.now()).toISOString();
  const entries = calls.flatMap(({ id, tool, took, infos, hasFailed }) => {
    const entry = (type: string, more: object) => ({ timestamp, type, requestId: id, ...more });
    return [
      entry('START', { method: 'tools/call', ...(tool !== undefined && { content: tool }) }),
      ...Array.from({ length: infos }, (_, index) => entry('INFO', { content: `${id} step ${index + 1}` })),
      ...(hasFailed ? [entry('ERROR', { content: `${id} broke` })] : []),
      ...(took === undefined ? [] : [entry('END', { durationInMs: took })]),
    ];
  });
  service.logs.append(findEnvironmentId(service, 'docs-search', 'quiet'), entries);
}

/** Returns the horizontal edges of elements, in whole pixels. */
function edges(elements: Locator): Promise<{ left: number; right: number }[]> {
  return elements.evaluateAll((all) =>
    all.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    }),
  );
}

const group = (logs: Page) => logs.getByRole('button', { name: 'Group by Request (G)' });

test('headings begin with the tool, in columns, also in a narrow panel', async ({
  workbench,
  page,
  service,
}) => {
  logCalls(service);
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  await group(logs).click();
  const heads = logs.locator('.row.head');
  await expect(heads.locator('.message')).toHaveText([
    /^get_forecast 7 ms 3 entries\s*$/,
    'list_cities_of_a_country 12.3 s 27 entries 1 error r-2 broke',
    /^tools\/call pending 3 entries\s*$/,
  ]);
  for (const width of [922, 761, 760, 701, 621, 521, 520, 421, 400, 361, 250]) {
    await page.setViewportSize({ width, height: 600 });
    // In a narrow panel, the text of an error replaces the duration.
    for (const column of ['.name', '.took:visible', '.entries:visible']) {
      const found = await edges(heads.locator(column));
      expect(new Set(found.map((edge) => JSON.stringify(edge))).size, `${column} at ${width}`).toBeLessThan(
        2,
      );
    }
    // No visible cell is cut off.
    const visibleEdges = await edges(heads.locator('.took:visible, .entries:visible, .rest:visible'));
    const cell = (await edges(heads.locator('.message')))[0];
    for (const { right } of visibleEdges) expect(right, `at ${width}`).toBeLessThanOrEqual(cell?.right ?? 0);
    const name = (await edges(heads.locator('.name')))[0];
    expect(name?.left).toBe(cell?.left);
    expect(cell?.right).toBeLessThanOrEqual(width);
    const { clientWidth, scrollWidth } = await heads
      .locator('.name')
      .first()
      .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
    expect(scrollWidth, `the tool at ${width}`).toBeLessThanOrEqual(clientWidth);
    expect((name?.right ?? Number.NaN) - 1, `the tool at ${width}`).toBeLessThanOrEqual(cell?.right ?? 0);
  }
});

test.describe('the active row', () => {
  /** Returns the distance of the row from the top, once it's drawn. */
  async function topOf(logs: Page): Promise<number> {
    await expect(logs.locator('.row.active')).toBeInViewport();
    return (await logs.locator('.row.active').boundingBox())?.y ?? Number.NaN;
  }

  test('stays active when grouping is toggled: as the entry or its heading', async ({ workbench, page }) => {
    const logs = await openFullPage(workbench);
    await logs.locator('.grid').press('End');
    for (let pages = 0; pages < 5; pages++) await page.keyboard.press('PageUp');
    await expect(logs.locator('.row.active')).toBeInViewport();
    const middle = logs.locator('.row.info').filter({ has: logs.locator('.request:not([hidden])') });
    const id = await middle.nth(12).getAttribute('id');
    await logs.locator(`#${id}`).locator('.time').click();
    await expect(logs.locator(`#${id}`)).toHaveClass(/active/);
    const request = (await logs.locator('.row.active .request').getAttribute('title')) ?? '';
    const before = await topOf(logs);

    await page.keyboard.press('g');
    await expect(logs.locator('.row.head.active .request')).toHaveAttribute('title', request);
    expect(Math.abs((await topOf(logs)) - before)).toBeLessThan(2);
    await expect(logs.locator('.grid')).toBeFocused();
    await expect(logs.locator('.row.active')).toHaveCount(1);
    const head = await logs.locator('.row.active').getAttribute('id');
    await expect(logs.locator('.grid')).toHaveAttribute('aria-activedescendant', head ?? '');

    await page.keyboard.press('g');
    await expect(logs.locator(`#${id}`)).toHaveClass(/active/);
    expect(Math.abs((await topOf(logs)) - before)).toBeLessThan(2);

    // In an expanded request, the entry itself is visible.
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head.active')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(logs.locator(`#${id}`)).toBeVisible();
    await logs.locator(`#${id}`).locator('.time').click();
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head')).toHaveCount(0);
    await expect(logs.locator(`#${id}`)).toHaveClass(/active/);
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head').first()).toBeVisible();
    await expect(logs.locator(`#${id}`)).toHaveClass(/active/);
    await expect(logs.locator(`#${id}`)).toBeInViewport();

    // In a list without groups, the first entry of the request replaces its heading.
    await page.keyboard.press('ArrowLeft');
    await logs
      .locator('.row.head')
      .filter({ has: logs.getByTitle(request) })
      .locator('.time')
      .click();
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head')).toHaveCount(0);
    await expect(logs.locator('.row.active .request')).toHaveAttribute('title', request);
    await expect(logs.locator('.row.active .type')).toHaveText('START');
  });

  test('is in view even if rows are higher than estimated', async ({ workbench, page }) => {
    await page.setViewportSize({ width: 400, height: 600 });
    const logs = await openFullPage(workbench);
    await logs.locator('.grid').press('End');
    await page.keyboard.press('w');
    for (let pages = 0; pages < 5; pages++) await page.keyboard.press('PageUp');
    for (let rows = 0; rows < 6; rows++) await page.keyboard.press('ArrowDown');
    await expect(logs.locator('.row.active')).toBeInViewport();
    const id = await logs.locator('.row.active').getAttribute('id');
    const before = await topOf(logs);
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head.active')).toBeInViewport();
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head')).toHaveCount(0);
    await expect(logs.locator(`#${id}`)).toHaveClass(/active/);
    // The heading of a day can appear above the row.
    await expect.poll(async () => Math.abs((await topOf(logs)) - before)).toBeLessThan(100);
  });

  test('returns into view, unless the user follows the end', async ({ workbench, page }) => {
    const logs = await openFullPage(workbench);
    await logs.locator('.grid').press('Home');
    await expect(logs.locator('.row.active')).toBeInViewport();
    await logs.locator('.scroller').evaluate((scroller) => {
      scroller.scrollTop = 8000;
    });
    await expect(logs.locator('.row.active')).toHaveCount(0);
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head').first()).toBeVisible();
    await expect(logs.locator('.row.active')).toBeInViewport();

    await page.keyboard.press('f');
    await expect(logs.locator('.live-state')).toHaveText('Live');
    await page.keyboard.press('g');
    await expect(logs.locator('.row.head')).toHaveCount(0);
    await expect(logs.locator('.live-state')).toHaveText('Live');
    await expect(logs.locator('.row').last()).toBeInViewport();
  });
});
