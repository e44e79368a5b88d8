import type { Page } from '@playwright/test';
import { appendLogs, findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import { expectThemeColor } from '../themes.ts';
import type { PageWindow } from '../window.ts';

const markup = '<img src=x onerror=alert(1)><script>alert(2)</script><b>bold?</b>';

test.describe('the text of a log entry', () => {
  test('is text, whatever it looks like', async ({ workbench, page, service }) => {
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      return dialog.dismiss();
    });
    const violations = collectViolations(page);
    const colored = '\u001B[1;31mred and bold\u001B[0m then plain \u001B[2K';
    appendLogs(service, quiet(service), markup, colored, '\u202Eright to left');
    await openQuiet(workbench);
    const { logs } = workbench;

    await expect(logs.locator('.row')).toHaveCount(3);
    const [first, second] = [logs.locator('.row').nth(0), logs.locator('.row').nth(1)];
    await expect(first).toContainText(markup);
    await expect(second.locator('.message')).toHaveText('red and bold then plain ');
    const red = second.locator('[style*="ansiRed"][style*="bold"]');
    await expect(red).toHaveText('red and bold');
    // The red of the theme has too little contrast.
    await expectThemeColor(red, 'color', '--vscode-terminal-ansiRed', false);
    await first.getByRole('button', { name: 'Expand' }).click();
    await expect(first.locator('.details .text')).toHaveText(markup);
    await logs.locator('input').fill('<script>');
    await expect(logs.locator('mark').first()).toHaveText('<script>');
    await expect(logs.locator('.grid .rows').locator('img, script, b')).toHaveCount(0);
    expect(alerts).toEqual([]);
    expect(violations).toEqual([]);
  });

  test('is complete when it is expanded, and JSON is a tree', async ({ workbench, service }) => {
    const long = `begin ${'x'.repeat(100_000)} end`;
    const json = JSON.stringify({ error: { code: 7, text: 'two\nlines' } });
    appendLogs(service, quiet(service), long, json, 'first line\nsecond line');
    await openQuiet(workbench);
    const { logs } = workbench;
    await expect(logs.locator('.row')).toHaveCount(3);
    const huge = logs.locator('.row').nth(0);
    const nested = logs.locator('.row').nth(1);
    const lines = logs.locator('.row').nth(2);

    await expect(lines.locator('.message')).toHaveText('first line');
    await lines.getByRole('button', { name: 'Expand' }).click();
    await expect(lines.locator('.text')).toHaveText('first line\nsecond line', { useInnerText: true });

    await nested.getByRole('button', { name: 'Expand' }).click();
    await expect(nested.getByRole('treeitem', { name: '"code": 7' })).toHaveAttribute('aria-level', '3');

    await huge.getByRole('button', { name: 'Expand' }).click();
    const showAll = huge.getByRole('button', { name: 'Show All 100,010 Characters' });
    const length = async () => (await huge.locator('.text').textContent())?.length;
    // While the list measures the expanded row, the button can move away from the mouse.
    await expect(async () => {
      if (await showAll.isVisible()) await showAll.click();
      await expect.poll(length, { timeout: 5000 }).toBe(long.length);
    }).toPass();
    // A row stays expanded when it's drawn again, and collapsed after it was collapsed.
    await logs.locator('input').fill('begin');
    await expect(logs.locator('.row')).toHaveCount(1);
    await expect(huge.locator('mark')).not.toHaveCount(0);
    expect(await length()).toBe(long.length);
    await huge.getByRole('button', { name: 'Collapse' }).click();
    await huge.getByRole('button', { name: 'Expand' }).click();
    await expect.poll(length).toBe(20_000);
  });

  test('violates no content security policy, and a violation would be noticed', async ({
    workbench,
    page,
    service,
  }) => {
    const violations = collectViolations(page);
    appendLogs(service, quiet(service), markup);
    await openQuiet(workbench);
    const row = workbench.logs.locator('.row');
    await row.getByRole('button', { name: 'Expand' }).click();
    await expect(row.locator('.details')).toBeVisible();
    expect(violations).toEqual([]);
    await row.evaluate((element) => element.setAttribute('style', 'color: red'));
    await expect.poll(() => violations.length).toBe(1);
  });
});

/** Returns the ID of an environment without entries, which then has only those of the test. */
function quiet(service: SampleService): string {
  return findEnvironmentId(service, 'docs-search', 'quiet');
}

function openQuiet(workbench: PageWindow): Promise<void> {
  return workbench.openLogs('docs-search', 'quiet');
}

/** Collects the content security policy violations of all frames from now on. */
function collectViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return violations;
}
