import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import { postAsHost } from '../postAsHost.ts';
import { expectThemeColor } from '../themes.ts';
import { openFullPage } from './fullPage.ts';

test.describe('the toolbar', () => {
  /** The state of a page with a long range, a search on the service, a lost connection, and many entries. */
  const identity = { baseUrl: 'http://127.0.0.1', environmentId: 'e', environmentName: 'production' };
  const state = {
    identity,
    range: '2026-11-20 10:00:00 to 2026-11-21 11:00:00',
    empty: '',
    serviceConditions: [
      { part: 'level', label: 'Level: Error, Warning' },
      { part: 'text', label: `Text: ${'a long search on the service '.repeat(3)}` },
    ],
    canLoadNewer: false,
    isLive: true,
    reconnectInMs: 90_000,
    reconnectCause: "Can't reach 127.0.0.1. Check the network.",
  };
  const counts = { ERROR: 2222, WARNING: 2222, INFO: 12_345, DEBUG: 2222, OTHER: 2222 };
  const list = { length: 1000, shown: 1000, loaded: 21_233, counts, hits: 9_999_999 };
  const fresh = { entries: 0, errors: 0 };
  const messages = [
    { kind: 'change', edits: [], state: list, fresh, isStale: false },
    { kind: 'state', state },
  ];
  const widths = [250, 400, 922, 1280];

  /** Returns the texts and buttons that are cut off, outside of the toolbar, or on top of each other. */
  function cutOff(toolbar: Locator): Promise<string[]> {
    return toolbar.evaluate((element) => {
      const visibleParts = [...element.querySelectorAll('button, .words, .count, .hits, .filter')].filter(
        (part) => part.checkVisibility(),
      );
      const outer = element.getBoundingClientRect();
      const fits = (part: Element): boolean => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const [middle, end] = [(top + bottom) / 2, right - 1];
        const isInside = left >= outer.left && right <= outer.right && bottom <= outer.bottom;
        const isFree = [left + 1, end].every((x) => {
          const there = document.elementFromPoint(x, middle);
          return there !== null && (part.contains(there) || there.contains(part));
        });
        return part.scrollWidth <= part.clientWidth && isInside && isFree;
      };
      return visibleParts.filter((part) => !fits(part)).map((part) => part.outerHTML);
    });
  }

  /** Returns the number of lines that the parts are in. */
  function linesOf(toolbar: Locator): Promise<number> {
    return toolbar.evaluate((element) => {
      const parts = [...element.querySelectorAll('.tool, .chip, .hits')].filter((part) =>
        part.checkVisibility(),
      );
      const middles = parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return (top + bottom) / 2;
      });
      return middles.sort((a, b) => a - b).filter((middle, index) => middle - (middles[index - 1] ?? -99) > 8)
        .length;
    });
  }

  test('cuts off no count, chip, or button at any width', async ({ workbench, page }) => {
    const logs = await openFullPage(workbench);
    const toolbar = logs.locator('.toolbar');
    const input = toolbar.locator('input');
    await input.fill('get_forecast');
    await expect(toolbar.locator('.hits')).toHaveText(/^\d+ results$/);
    await input.press('Enter');
    await expect(toolbar.locator('.hits')).toHaveText(/^\d+ of \d+$/);
    for (const [width, lines] of [
      [250, 3],
      [400, 2],
      [922, 1],
      [1280, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      expect(await cutOff(toolbar), `at ${width} px`).toEqual([]);
      expect(await linesOf(toolbar), `at ${width} px`).toBe(lines);
    }

    await logs.locator('.request').last().click();
    await expect(toolbar.locator('.chip')).toHaveCount(1);
    await postAsHost(logs, messages);
    await expect(toolbar.locator('.chip')).toHaveCount(3);
    await expect(toolbar.locator('.hits')).toHaveText('9,999,999 results');
    await input.press('Enter');
    // The response to any request.
    const value = { index: 0, nth: 1_234_567 };
    const replies = Array.from({ length: 300 }, (_, requestId) => ({
      kind: 'reply',
      requestId,
      ok: true,
      value,
    }));
    await postAsHost(logs, replies);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      await expect(toolbar.locator('.hits')).toHaveText('1,234,567 of 9,999,999');
      expect(await cutOff(toolbar), `at ${width} px`).toEqual([]);
    }
    const info = toolbar.getByRole('button', { name: /^Info 12,\d{3}$/ });
    await expect(info.locator('.count')).toHaveText('12K');
    await expect(info).toHaveAttribute('title', /^Info 12,\d{3}\n/);
    await expect(toolbar.locator('.range')).toHaveAttribute('title', new RegExp(`^${state.range}\n`));
  });

  test('has the colors of warnings and success that are readable in the theme', async ({
    workbench,
    page,
  }) => {
    const toolbar = (await openFullPage(workbench)).locator('.toolbar');
    for (const theme of ['light', 'dark'] as const) {
      await changeTheme(page, theme);
      const warnings = toolbar.locator('.level.warning .count');
      await expectThemeColor(warnings, 'color', '--vscode-problemsWarningIcon-foreground');
      const success = theme === 'light' ? '--vscode-charts-green' : '--vscode-testing-iconPassed';
      await expectThemeColor(toolbar.locator('.live .codicon'), 'color', success);
    }
  });

  test('is above a placeholder as long as no entry is visible', async ({ workbench }) => {
    const logs = await openFullPage(workbench);
    await expect(logs.locator('.row').last()).toBeVisible();
    await expect(logs.locator('.waiting')).toHaveCount(0);
    const edits = [{ at: 0, removed: 0, inserted: 1000 }];
    await postAsHost(logs, [
      { kind: 'reset' },
      { kind: 'change', edits, state: list, fresh, isStale: false },
    ]);
    const placeholder = logs.locator('.waiting');
    await expect(placeholder).toHaveText('Loading entries...');
    await expect(placeholder).toBeVisible();
    // It doesn't flicker if the entries come soon.
    await expect(placeholder).toHaveCSS('animation', /0\.3s/);
  });

  test('has labels and separators between its groups in a wide panel', async ({ workbench, page }) => {
    const logs = await openFullPage(workbench);
    const toolbar = logs.locator('.toolbar');
    const labels = toolbar.locator('.options .words:visible');
    await page.setViewportSize({ width: 1199, height: 700 });
    await expect(labels).toHaveCount(0);
    for (const width of [1200, 1400, 1800]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(labels).toHaveText(['Over Time', 'Group', 'Summary', 'Wrap', 'Export']);
      expect(await cutOff(toolbar), `at ${width} px`).toEqual([]);
      expect(await linesOf(toolbar), `at ${width} px`).toBe(1);
    }
  });

  test('is one line beside the tree, also with a chip, and does not move the list', async ({ workbench }) => {
    const logs = await openFullPage(workbench);
    const toolbar = logs.locator('.toolbar');
    const height = () => toolbar.evaluate(({ clientHeight }) => clientHeight);
    const before = await height();
    expect(await linesOf(toolbar)).toBe(1);
    await logs.locator('.request').last().click();
    await expect(toolbar.locator('.chip')).toHaveCount(1);
    expect([await linesOf(toolbar), await height()]).toEqual([1, before]);
  });

  test('moves nothing when the icon font loads, and shows no boxes before', async ({ workbench, page }) => {
    const font = Promise.withResolvers<void>();
    await page.route(/codicon\.ttf/, async (route) => {
      await font.promise;
      await route.fallback();
    });
    const toolbar = (await openFullPage(workbench)).locator('.toolbar');
    const positions = () =>
      toolbar.evaluate((element) => {
        const boxes = [...element.querySelectorAll('.tool, .codicon')].map((part) =>
          JSON.stringify(part.getBoundingClientRect()),
        );
        return { boxes, isLoaded: document.fonts.status === 'loaded' };
      });
    const iconVisibility = () =>
      toolbar
        .locator('.codicon')
        .first()
        .evaluate((icon) => getComputedStyle(icon, '::before').visibility);
    const before = await positions();
    expect(before.isLoaded).toBe(false);
    expect(await iconVisibility()).toBe('hidden');
    font.resolve();
    await expect.poll(async () => (await positions()).isLoaded).toBe(true);
    await expect.poll(iconVisibility).toBe('visible');
    expect((await positions()).boxes).toEqual(before.boxes);
  });

  test('and the status line both show that the list does not follow new entries', async ({ workbench }) => {
    const logs = await openFullPage(workbench);
    const live = logs.locator('.live');
    await expect(live.locator('.codicon-circle-filled')).toBeVisible();
    const { width } = (await live.boundingBox()) ?? {};
    await logs.locator('.grid').press('Home');
    await expect(logs.locator('.live-state')).toHaveText('Paused (scrolled up)');
    await expect(live.locator('.codicon-play')).toBeVisible();
    await expect(live).toHaveAccessibleName('Live');
    await expect(live).toHaveAccessibleDescription(/^Paused \(scrolled up\)/);
    await expect(live).toHaveAttribute('aria-pressed', 'false');
    expect((await live.boundingBox())?.width).toBe(width);
    await live.click();
    await expect(logs.locator('.live-state')).toHaveText('Live');
    await expect(live.locator('.codicon-circle-filled')).toBeVisible();
    await expect(live).toHaveAttribute('aria-pressed', 'true');
    await expect(logs.locator('.row').last()).toBeInViewport();
  });

  test('and the status line report a lost connection, with the reason', async ({ workbench, page }) => {
    await workbench.openLogs('weather-tools', 'production');
    const { logs } = workbench;
    const live = logs.locator('.live');
    await expect(live).toHaveAccessibleName('Live');
    const colorOf = () => live.locator('.codicon').evaluate((dot) => getComputedStyle(dot).color);
    const color = await colorOf();
    await postAsHost(logs, [{ kind: 'state', state }]);
    // The label doesn't change, because a longer one would move the search to another line.
    await expect(live).toHaveAccessibleDescription(/^Reconnecting\b/);
    await expect(live).toHaveText('Live');
    expect(await colorOf()).not.toBe(color);
    const status = logs.locator('.doing.warning');
    const text = /^Can't reach 127\.0\.0\.1\. Check the network\. Reconnecting in \d\d s$/;
    await expect(status).toHaveText(text);
    await expect(status).toHaveAttribute('title', text);
    // In a narrow panel, only the end of the reason is cut off.
    await page.setViewportSize({ width: 300, height: 600 });
    const countdown = status.locator('.countdown');
    await expect(countdown).toBeInViewport({ ratio: 1 });
    const { left, right } = await status.evaluate((element) => element.getBoundingClientRect());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(300);
    await page.setViewportSize({ width: 922, height: 600 });

    // While a request waits for a retry, the status shows that.
    const waiting = /Trying again in (20|1\d) s\.\.\./;
    const reading = { ...state, task: 'latest', retryInMs: 20_000 };
    await postAsHost(logs, [{ kind: 'state', state: reading }]);
    await expect(logs.locator('.status .doing')).toHaveText(waiting);
    await postAsHost(logs, [{ kind: 'state', state: { ...reading, task: 'older', retryInMs: 19_000 } }]);
    await logs.locator('.grid').press('Home');
    await expect(logs.locator('.older').first()).toHaveText(waiting);
  });
});
