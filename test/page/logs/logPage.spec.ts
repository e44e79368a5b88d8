import type { Locator, Page } from '@playwright/test';
import { appendLogs, environmentId } from '../../kit/sample.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';

/** Logs that fill a page of the service: far more rows than are drawn. */
async function openFullPage(workbench: PageWindow): Promise<Page> {
  await workbench.openLogs('weather-tools', 'production');
  await expect(workbench.logs.locator('.counts')).toHaveText('1,000 entries');
  return workbench.logs;
}

/** Speaks to the page in the host's place, which it hears no more: what it says of its own would undo this. */
async function speakForHost(logs: Page, messages: readonly unknown[]): Promise<void> {
  await logs.locator('body').evaluate((_, all) => {
    const hear = (event: MessageEvent): void => {
      if (event.source !== window) event.stopImmediatePropagation();
    };
    window.addEventListener('message', hear, true);
    for (const one of all) window.postMessage(one, '*');
  }, messages);
}

/** What Ctrl+C puts on the clipboard, by lines. */
async function copiedLines(page: Page, isThere: (lines: readonly string[]) => boolean): Promise<string[]> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+c');
  let lines: string[] = [];
  await expect
    .poll(async () => {
      lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
      return isThere(lines);
    })
    .toBe(true);
  return lines;
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not drawn.');
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}

const entry = /^\d{4}-\d\d-\d\dT[\d:.]+Z [A-Z]+ /;

test.describe('copying', () => {
  test('after "select all" takes all entries, also those not drawn, and nothing else', async ({
    workbench,
    page,
  }) => {
    const logs = await openFullPage(workbench);
    await logs.locator('.row .message').last().click();
    await page.keyboard.press('Control+a');
    await expect(logs.locator('.row:not([aria-selected="true"])')).toHaveCount(0);
    const lines = await copiedLines(page, (found) => found.length >= 1000);
    expect(lines.filter((line) => entry.test(line))).toHaveLength(1000);
    expect(lines.filter((line) => !entry.test(line) && !line.startsWith('    '))).toEqual([]);

    // In a field, the keys mean its text.
    await logs.locator('input').fill('forecast');
    await page.keyboard.press('Control+a');
    expect(await copiedLines(page, (found) => found.join() !== '')).toEqual(['forecast']);
  });

  test('of what the mouse marked over several rows takes these entries whole', async ({
    workbench,
    page,
  }) => {
    const logs = await openFullPage(workbench);
    const messages = logs.locator('.row .message');
    const texts = await Promise.all([-4, -3, -2].map((index) => messages.nth(index).innerText()));
    const end = await middleOf(messages.nth(-2));
    const start = await middleOf(messages.nth(-4));
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
    const lines = await copiedLines(page, (found) => found.length >= 3);
    const entries = lines.filter((line) => !line.startsWith('    '));
    expect(entries.every((line) => entry.test(line))).toBe(true);
    expect(entries.map((line, index) => line.endsWith(texts[index] ?? '-'))).toEqual([true, true, true]);

    // Also when these are scrolled so far away, while it is marked and later, that they are not drawn any more.
    const id = await logs.locator('.row').nth(-2).getAttribute('id');
    await page.mouse.move(end.x, end.y);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y, { steps: 5 });
    await page.mouse.wheel(0, -3000);
    await expect(logs.locator(`#${id}`)).toHaveCount(0);
    await page.mouse.move(start.x + 5, start.y, { steps: 2 });
    await page.mouse.up();
    await page.mouse.wheel(0, -6000);
    await expect(logs.locator('.row[aria-selected="true"]')).toHaveCount(0);
    const all = await copiedLines(page, (found) => found.length >= 100);
    expect(all.filter((line) => !line.startsWith('    ')).every((line) => entry.test(line))).toBe(true);
    expect(all.at(-1)).toBe(lines.at(-1));
  });

  test('within one row takes what is marked', async ({ workbench, page }) => {
    await workbench.openLogs('weather-tools', 'production');
    const message = workbench.logs.locator('.row .message').nth(-3);
    const text = await message.innerText();
    // Marks the whole message, up to the edge of what follows.
    await message.click({ clickCount: 3 });
    const lines = await copiedLines(page, (found) => found.join('').trim() !== '');
    expect(lines.join('').trim()).toBe(text.trim());
  });
});

test('Tab goes from the filter to the list, and the view stays at the end', async ({
  workbench,
  page,
  service,
}) => {
  const logs = await openFullPage(workbench);
  await logs.locator('input').click();
  // The buttons of the toolbar are between them.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(logs.locator('.grid')).toBeFocused({ timeout: 100 });
  }).toPass();
  await expect(logs.locator('.pill')).toHaveCount(0);
  const last = logs.locator('.row').last();
  await expect(last).toBeInViewport();
  await expect(logs.locator('.older:not(.newer)')).not.toBeInViewport();

  const id = environmentId(service, 'weather-tools', 'production');
  appendLogs(service, id, 'came after Tab');
  await expect(last).toContainText('came after Tab');
  await expect(last).toBeInViewport();

  // In view, it is on the way back.
  await page.keyboard.press('Home');
  const older = logs.getByRole('button', { name: 'Load Older Entries' });
  await expect(older).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await expect(older).toBeFocused();
});

test('a press on a row makes it active, and with Shift selects up to there', async ({
  workbench,
  page,
  service,
}) => {
  const id = environmentId(service, 'docs-search', 'quiet');
  appendLogs(service, id, 'one', '{"two":2}', 'three', 'four');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const row = (text: string) => logs.locator('.row', { hasText: text });
  await row('"two"').locator('.message').click();
  await expect(row('"two"')).toHaveClass(/active/);
  await page.keyboard.press('Enter');
  await expect(row('"two"').locator('.details')).toBeVisible();
  await row('four')
    .locator('.time')
    .click({ modifiers: ['Shift'] });
  await expect(logs.locator('.row[aria-selected="true"]')).toHaveCount(3);
  await page.keyboard.press('ArrowUp');
  await expect(row('three')).toHaveClass(/active/);
  await expect(logs.locator('.row[aria-selected="true"]')).toHaveCount(1);
});

test('an entry higher than the view is read with the keyboard, a page at a time', async ({
  workbench,
  page,
  service,
}) => {
  const id = environmentId(service, 'docs-search', 'quiet');
  const tall = Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n');
  appendLogs(service, id, 'before', tall, 'after');
  await workbench.openLogs('docs-search', 'quiet');
  const { logs } = workbench;
  const row = logs.locator('.row', { hasText: 'line 0' });
  await row.locator('.time').click();
  await page.keyboard.press('Enter');
  await expect(row.locator('.details')).toBeVisible();
  const top = async () => (await row.boundingBox())?.y ?? Number.NaN;
  const view = (await logs.locator('.scroller').boundingBox())?.height ?? Number.NaN;
  for (let pages = 0; pages < 5; pages++) {
    const before = await top();
    await page.keyboard.press('PageDown');
    await expect
      .poll(
        async () =>
          (await top()) < before ||
          /active/.test(String(await logs.locator('.row', { hasText: 'after' }).getAttribute('class'))),
      )
      .toBe(true);
    expect(before - (await top())).toBeLessThanOrEqual(view);
  }
  await expect(logs.locator('.row', { hasText: 'after' })).toHaveClass(/active/);
});

test('the list has the focus after older entries were loaded with the keyboard', async ({
  workbench,
  page,
}) => {
  await workbench.openLogs('weather-tools', 'production');
  const { logs } = workbench;
  await expect(logs.locator('.counts')).toHaveText('1,000 entries');
  await logs.locator('.grid').press('Home');
  await logs.getByRole('button', { name: 'Load Older Entries' }).press('Enter');
  await expect(logs.locator('.counts')).not.toHaveText('1,000 entries');
  await expect(logs.locator('.grid')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(logs.locator('.row.active')).toBeInViewport();
});

test.describe('the toolbar', () => {
  /** What the host would say of a long range, a search on the service, a lost connection, and many entries. */
  const identity = { baseUrl: 'http://127.0.0.1', environmentId: 'e', environmentName: 'production' };
  const state = {
    identity,
    range: '2026-11-20 10:00:00 to 2026-11-21 11:00:00',
    empty: '',
    onService: 'ERROR "a long search on the service"',
    canLoadNewer: false,
    isLive: true,
    reconnectsIn: 90_000,
    reconnectCause: 'Cannot reach 127.0.0.1. Check the network.',
  };
  const counts = { ERROR: 2222, WARNING: 2222, INFO: 12_345, DEBUG: 2222, OTHER: 2222 };
  const list = { length: 1000, shown: 1000, loaded: 21_233, counts };
  const fresh = { entries: 0, errors: 0 };
  const messages = [
    { kind: 'change', edits: [], state: list, fresh, isStale: false },
    { kind: 'state', state },
  ];

  /** Of the toolbar: how many rows its parts are in, and whether they fit. */
  function measure(toolbar: Locator) {
    return toolbar.evaluate((element) => {
      const parts = [...element.querySelectorAll('.tool:not(.filter .tool), .chip, .filter')].filter((part) =>
        part.checkVisibility(),
      );
      const boxes = parts.map((part) => part.getBoundingClientRect());
      const { left, right } = element.getBoundingClientRect();
      let rows = 1;
      let end = left;
      let fits = true;
      for (const box of boxes) {
        if (box.right < end) {
          rows++;
          end = left;
        }
        fits &&= box.left >= end && box.right <= right;
        end = box.right;
      }
      return { rows, fits, width: Math.round(right - left), height: element.clientHeight };
    });
  }

  test('keeps its height and its row, whatever it has to show', async ({ workbench, page }) => {
    const logs = await openFullPage(workbench);
    const toolbar = logs.locator('.toolbar');
    const before = await measure(toolbar);
    expect(before.rows).toBe(1);
    await logs.locator('.request').last().click();
    await expect(logs.locator('.counts')).toHaveText(/ shown$/);
    await speakForHost(logs, messages);
    const info = toolbar.getByRole('button', { name: /^Info 12,\d{3}$/ });
    await expect(info.locator('.count')).toHaveText('12K');
    await expect(info).toHaveAttribute('title', /^Info 12,\d{3}\n/);
    await expect(toolbar.locator('.chip')).toHaveCount(2);
    await expect(toolbar.locator('.range')).toHaveAttribute('title', new RegExp(`^${state.range}\n`));
    expect(await measure(toolbar)).toEqual({ ...before, fits: true });

    const besides = (page.viewportSize()?.width ?? Number.NaN) - before.width;
    for (const [width, rows] of [
      [1001, 1],
      [1000, 1],
      [900, 1],
      [899, 2],
      [640, 2],
      [520, 2],
      [431, 2],
      [400, 2],
    ] as const) {
      await page.setViewportSize({ width: width + besides, height: 800 });
      await expect.poll(async () => (await measure(toolbar)).width).toBe(width);
      expect(await measure(toolbar)).toMatchObject({ rows, fits: true });
    }
  });

  test('and the status line tell that the connection is lost, and why', async ({ workbench }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    const live = logs.locator('.live');
    await expect(live).toHaveAccessibleName('Live');
    const colorOf = () => live.locator('.codicon').evaluate((dot) => getComputedStyle(dot).color);
    const color = await colorOf();
    await speakForHost(logs, [{ kind: 'state', state }]);
    await expect(live).toHaveAccessibleName('Live, reconnecting');
    expect(await colorOf()).not.toBe(color);
    const status = logs.locator('.doing.warning');
    await expect(status).toHaveText(
      /^Reconnecting in \d\d s: Cannot reach 127\.0\.0\.1\. Check the network\.$/,
    );
    await expect(status).toHaveAttribute('title', await status.innerText());

    // A reading that waits says so, in the place of what it is about.
    const waiting = /The service asks to slow down\. Trying again in (20|1\d) s…/;
    const reading = { ...state, task: 'latest', waitsFor: 20_000 };
    await speakForHost(logs, [{ kind: 'state', state: reading }]);
    await expect(logs.locator('.status .doing')).toHaveText(waiting);
    await speakForHost(logs, [{ kind: 'state', state: { ...reading, task: 'older', waitsFor: 19_000 } }]);
    await logs.locator('.grid').press('Home');
    await expect(logs.locator('.older').first()).toHaveText(waiting);
  });
});
