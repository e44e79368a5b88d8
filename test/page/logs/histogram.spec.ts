import type { Locator, Page } from '@playwright/test';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/**
 * Log entries and their age in minutes. Times are whole seconds, so that they fit into bins of a second or
 * more.
 */
const scene = [
  { ago: 60, type: 'INFO', content: 'the first' },
  { ago: 40, type: 'ERROR', content: 'broke' },
  { ago: 40, type: 'WARNING', content: 'shook' },
  { ago: 20, type: 'INFO', content: 'mended' },
  { ago: 0, type: 'INFO', content: 'the last' },
];

/** Returns a time zone in which it's now noon, because around midnight an hour has dates in its labels. */
function noonZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // In POSIX, east of Greenwich is negative.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

test.use({ timezoneId: noonZone() });

/** Logs the scene in an environment without other entries. */
function logScene(service: SampleService): number {
  const now = Math.floor(service.clock.now() / 60_000) * 60_000;
  append(
    service,
    ...scene.map(({ ago, ...entry }) => ({
      ...entry,
      timestamp: new Date(now - ago * 60_000).toISOString(),
    })),
  );
  return now;
}

function append(
  service: SampleService,
  ...entries: readonly { readonly timestamp: string; readonly type: string; readonly content: string }[]
): void {
  service.logs.append(
    findEnvironmentId(service, 'docs-search', 'quiet'),
    entries.map((entry) => ({ ...entry, requestId: 'r' })),
  );
}

async function open(workbench: PageWindow): Promise<{ logs: Page; strip: Locator }> {
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  return { logs, strip: logs.getByRole('slider', { name: 'Entries over time' }) };
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not drawn.');
  return box;
}

/** Drags over a part of the bars' width, from 0 to 1. */
async function drag(page: Page, strip: Locator, from: number, to: number): Promise<void> {
  const { x, y, width } = await boxOf(strip.locator('svg').first());
  await page.mouse.move(x + from * width, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + to * width, y + 12, { steps: 4 });
  await page.mouse.up();
}

const messages = (logs: Page) => logs.locator('.row .message');
const all = scene.map(({ content }) => content);

test.describe('entries over time', () => {
  test('are shown by level, with a tooltip at the pointer', async ({ workbench, page, service }) => {
    const violations = collectViolations(page);
    logScene(service);
    const { logs, strip } = await open(workbench);
    // The range is an hour, and as many bins fit: one per minute at any time.
    await expect(strip).toHaveAttribute('aria-valuemax', '60');
    await expect(strip.locator('.bar')).toHaveCount(5);
    await expect(strip.locator('.bar.errors')).toHaveCount(1);
    await expect(strip.locator('.bar.warnings')).toHaveCount(1);
    await expect(strip.locator('.label')).toHaveText(Array<RegExp>(4).fill(/^\d\d:\d\d$/));
    expect((await boxOf(strip)).height).toBe(40);

    const bar = await boxOf(strip.locator('.bar.errors'));
    await page.mouse.move(bar.x + bar.width / 2, bar.y);
    const tip = logs.locator('.histogram-tip');
    await expect(tip.locator('.tip-head')).toHaveText(/^\s*\d\d:\d\d–\d\d:\d\d\s*2 entries\s*$/);
    await expect(tip.locator('.tip-row')).toHaveText([/Error\s*1/, /Warning\s*1/]);
    await expect(tip).toBeInViewport();
    await logs.locator('.status').hover();
    await expect(tip).toBeHidden();

    // The axis stays the same when a filter removes bars.
    await logs.locator('.level.error').click();
    await expect(strip.locator('.bar')).toHaveCount(1);
    await expect(strip).toHaveAttribute('aria-valuemax', '60');
    expect(violations).toEqual([]);
  });

  test('select a time range: one bin by a click, several by dragging; the chip and Escape clear it', async ({
    workbench,
    page,
    service,
  }) => {
    const violations = collectViolations(page);
    logScene(service);
    const { logs, strip } = await open(workbench);
    await expect(messages(logs)).toHaveText(all);

    await drag(page, strip, 0.2, 0.8);
    await expect(messages(logs)).toHaveText(['broke', 'shook', 'mended']);
    const chip = logs.locator('.chip');
    await expect(chip).toHaveText(/^\s*\d\d:\d\d:00 – \d\d:\d\d:59\s*$/);
    const selection = strip.locator('.selection');
    const [selectionBox, area] = [await boxOf(selection), await boxOf(strip.locator('svg').first())];
    expect(Math.abs((selectionBox.x - area.x) / area.width - 0.2)).toBeLessThan(0.02);
    expect(Math.abs((selectionBox.x + selectionBox.width - area.x) / area.width - 0.8)).toBeLessThan(0.02);
    // Bars outside of the selection can still be selected.
    await expect(strip.locator('.bar')).toHaveCount(5);

    await logs.locator('input').fill('e');
    await expect(messages(logs)).toHaveText(['broke', 'mended']);
    await expect(strip.locator('.bar')).toHaveCount(4);
    await logs.locator('input').fill('');

    const bar = await boxOf(strip.locator('.bar.errors'));
    await page.mouse.click(bar.x + bar.width / 2, bar.y - 3);
    await expect(messages(logs)).toHaveText(['broke', 'shook']);
    await chip.click();
    await expect(messages(logs)).toHaveText(all);
    await expect(selection).toHaveCount(0);

    // In the other direction, and canceled in between.
    await drag(page, strip, 0.9, 0.5);
    await expect(messages(logs)).toHaveText(['mended']);
    await page.mouse.down();
    await page.mouse.move(area.x + 5, area.y + 5);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(messages(logs)).toHaveText(['mended']);
    await page.keyboard.press('Escape');
    await expect(messages(logs)).toHaveText(all);
    await expect(selection).toHaveCount(0);
    expect(violations).toEqual([]);
  });

  test('can be selected with the keyboard alone', async ({ workbench, page, service }) => {
    logScene(service);
    const { logs, strip } = await open(workbench);
    await expect(messages(logs)).toHaveText(all);
    await logs.locator('.grid').focus();
    await expect(async () => {
      await page.keyboard.press('Shift+Tab');
      await expect(strip).toBeFocused({ timeout: 100 });
    }).toPass();
    await expect(strip).toHaveAttribute('aria-valuetext', /^\d\d:\d\d–\d\d:\d\d · 1 entry$/);
    await expect(logs.locator('.histogram-tip .tip-row')).toHaveText([/Info\s*1/]);
    await page.keyboard.press('ArrowLeft');
    await expect(strip).toHaveAttribute('aria-valuenow', '59');
    await expect(strip).toHaveAttribute('aria-valuetext', /· 0 entries$/);
    await page.keyboard.press('Home');
    await expect(strip).toHaveAttribute('aria-valuenow', '0');
    for (let step = 0; step < 20; step++) await page.keyboard.press('Shift+ArrowRight');
    await expect(strip).toHaveAttribute('aria-valuetext', /· 3 entries, 1 error, 1 warning$/);
    await page.keyboard.press('Enter');
    await expect(messages(logs)).toHaveText(['the first', 'broke', 'shook']);
    await expect(logs.locator('.chip')).toHaveCount(1);
    await expect(strip).toBeFocused();

    // The bars are one tab stop on the page.
    await page.keyboard.press('Tab');
    await expect(strip).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(strip).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(messages(logs)).toHaveText(all);
    await expect(logs.locator('.grid')).toBeFocused();
  });

  test('are toggled with a key or a button, and restored with the panel', async ({
    workbench,
    page,
    service,
  }) => {
    logScene(service);
    const { logs, strip } = await open(workbench);
    await expect(strip.locator('.bar')).toHaveCount(5);
    const row = messages(logs).first();
    const before = await boxOf(row);
    await logs.locator('.grid').focus();
    await page.keyboard.press('h');
    await expect(logs.locator('.histogram')).toBeHidden();
    await expect.poll(async () => before.y - (await boxOf(row)).y).toBe(40);
    const toggle = logs.getByRole('button', { name: 'Show Entries over Time (H)' });
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');

    // Hiding a panel ends its page. It starts again from its saved state.
    const quiet = workbench.tab('Logs: docs-search/quiet');
    await workbench.openLogs('weather-tools', 'production');
    await expect(strip).toBeVisible();
    await quiet.click();
    await expect(messages(logs)).toHaveText(all);
    await expect(logs.locator('.histogram')).toBeHidden();
    await toggle.click();
    await expect(strip.locator('.bar')).toHaveCount(5);
    await drag(page, strip, 0.2, 0.5);
    await expect(messages(logs)).toHaveText(['broke', 'shook']);

    await workbench.openLogs('weather-tools', 'staging');
    await expect(quiet).not.toBeSelected();
    await expect(logs.locator('.chip')).toHaveCount(0);
    await quiet.click();
    await expect(messages(logs)).toHaveText(['broke', 'shook']);
    await expect(strip.locator('.bar')).toHaveCount(5);
    await expect(strip.locator('.selection')).toHaveCount(1);
  });

  test('have their space from the first row on, and grow with new entries', async ({
    workbench,
    page,
    service,
  }) => {
    const { logs, strip } = await open(workbench);
    await expect(logs.locator('.empty')).toContainText('No recent entries.');
    const histogram = logs.locator('.histogram');
    await expect(histogram).toBeHidden();
    // A new entry with an old time isn't visible while following.
    const log = (type: string, content: string): void =>
      append(service, { timestamp: new Date(service.clock.now()).toISOString(), type, content });
    log('INFO', 'one');
    await expect(messages(logs)).toHaveText(['one']);
    await expect(histogram).toBeVisible();
    await expect(strip).toHaveCount(0);
    const before = await boxOf(messages(logs).first());
    service.clock.advance(3000);
    log('ERROR', 'two');
    await expect(strip.locator('.bar')).toHaveCount(2);
    expect(await boxOf(messages(logs).first())).toEqual(before);
    // A few bins over the whole width have thin bars.
    for (const bar of await strip.locator('.bar').all()) expect((await boxOf(bar)).width).toBeLessThan(13);

    // A selected time range stays the same when bins are added.
    await drag(page, strip, 0.01, 0.01);
    await expect(messages(logs)).toHaveText(['one']);
    const last = Number(await strip.getAttribute('aria-valuemax'));
    service.clock.advance(6000);
    log('INFO', 'three');
    await expect(strip.locator('.bar')).toHaveCount(3);
    await expect(messages(logs)).toHaveText(['one']);
    const [selectionBox, area] = [
      await boxOf(strip.locator('.selection')),
      await boxOf(strip.locator('svg').first()),
    ];
    const bins = Number(await strip.getAttribute('aria-valuemax')) + 1;
    expect(bins).toBeGreaterThan(last + 6);
    expect(Math.abs(selectionBox.width / area.width - 1 / bins)).toBeLessThan(0.02);
  });
});

/** Collects the content security policy violations of all frames from now on. */
function collectViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return violations;
}
