import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { countAuditRequests, findNewestAudit, finishAudits } from '../../kit/audits.ts';
import { findEnvironmentId } from '../../kit/sample.ts';
import { readThemeColor } from '../../kit/themeColor.ts';
import { type MenuContext, openContextMenu } from '../contextMenu.ts';
import { expect, test } from '../fixtures.ts';
import { changeTheme } from '../panelTab.ts';
import { allThemes, expectAccessibleInAllThemes } from '../themes.ts';
import { openReport, runFromMenu } from './reportPage.ts';

/** A fault that makes the service return reports of a newer version. */
const newerAudits = { match: { path: '/v1/beacon/audits/' }, alters: 'newerAudit' } as const;

const check = (report: Page, name: string) => report.getByRole('article', { name, exact: true });

test.describe('an audit report', () => {
  test('shows all results, is filtered, exported, and restored', async ({ workbench, page, folder }) => {
    // An ID without a report stays in the input box.
    await workbench.run('Open Audit Report');
    await expect(workbench.inputMessage).toContainText(/\bID\b/);
    await workbench.enter('aud_nothing');
    await expect(workbench.inputMessage).toContainText('the ID is wrong');
    await expect(workbench.input).toHaveValue('aud_nothing');
    await workbench.enter('aud_rich');
    const report = workbench.webview;
    await expect(report.locator('.verdict-title')).toHaveText('2 of 14 checks failed');
    // The number of checks of each kind is only in the filter bar.
    await expect(report.locator('.verdict-detail, h2 .count')).toHaveCount(0);
    await expect(report.locator('.toggle')).toHaveText([
      'Failures2',
      'Warnings2',
      'Informational2',
      'Skipped2',
      'Passed6',
    ]);
    const clients = report.getByRole('region', { name: /1 of 2/ });
    await expect(clients.locator('.client-head')).toHaveText([
      /^ChatGPT\s*Ready, with 1 issue$/,
      /^Claude\s*Not ready$/,
    ]);
    await expect(clients.locator('.notReady .failing li')).toHaveText([
      'Parameters are described Must fix',
      'Tools are described Should fix',
    ]);
    // The same failure doesn't block the other client.
    await expect(clients.locator('.ready, .warned').locator('.failing li')).toHaveText([
      'Parameters are described Should fix',
    ]);
    await expect(report.locator('.fact-line summary')).toHaveText(
      /^8 s · \w+ \d+, \d{4}, \d+:\d\d\s[AP]M\s*Details$/,
    );
    await expect(report.locator('.facts')).toBeHidden();
    await report.locator('.fact-line summary').press('Enter');
    await expect(report.locator('.facts')).toContainText('aud_rich');
    await expect(report.locator('.facts')).toBeVisible();
    for (const name of ['Failures', 'Warnings', 'Informational', 'Skipped', 'Passed']) {
      await expect(report.getByRole('heading', { name, level: 2 })).toBeVisible();
    }
    const undescribed = check(report, 'Parameters are described');
    await expect(undescribed).toContainText('2 parameters of the tool "get_forecast" have no description');
    await expect(undescribed.locator('.hint-text')).toHaveText(
      'Add a description to each property of the input schema.',
    );
    await expect(undescribed.locator('code')).toHaveText('description');
    await expect(undescribed).toContainText('city, days');
    const passed = check(report, 'Initialization');
    const passedChecks = report.locator('.kind.pass > details > summary');
    await expect(passedChecks).toHaveText('Passed');
    await expect(passed).toBeHidden();
    await passedChecks.press('Enter');
    await passed.getByText('Details').click();
    await expect(passed).toContainText('2025-06-18');

    const status = report.locator('.filter-bar').getByRole('status');
    await expect(status).toHaveText('');
    await report.getByRole('textbox', { name: 'Filter checks' }).fill('forecast');
    await expect(status).toHaveText('12 of 14 checks are hidden.');
    await expect(report.getByRole('article')).toHaveCount(2);
    await expect(report.getByRole('button', { name: 'Failures' })).toHaveText('Failures2');
    await expect(report.getByRole('button', { name: 'Passed' })).toHaveText('Passed0 of 6');
    await report.getByRole('button', { name: 'Failures' }).click();
    await expect(status).toHaveText('14 of 14 checks are hidden.');
    await report.locator('.filter-bar').getByRole('button', { name: 'Clear Filters' }).click();
    await expect(status).toHaveText('');
    await expect(report.getByRole('textbox', { name: 'Filter checks' })).toBeFocused();
    // Also the only check of a category has a heading, if another category has one.
    await expect(report.locator('.kind.pass h3')).toHaveText([
      /^Connection/,
      /^Tool descriptions/,
      /^End-to-end tasks/,
    ]);
    await expect(check(report, 'A model can use it').locator('.category-name')).toHaveCount(0);
    // A category can be collapsed with the keyboard.
    await report.locator('.category > summary').filter({ hasText: 'Connection' }).press('Enter');
    await expect(passed).toBeHidden();
    await report.getByRole('button', { name: 'Passed' }).click();
    // Without headings, the row of a check has the name of the category, and no text that the message has.
    const slow = check(report, 'Answers quickly');
    await expect(slow.locator('.category-name')).toHaveText('Performance');
    await expect(slow.locator('.duration')).toHaveCount(0);
    await expect(check(report, 'Starts quickly').locator('dt')).toHaveText(['Median of later calls']);

    await expect(report.locator('.head .actions .action')).toHaveText(['Copy Fix Prompt for All', '']);
    await runFromMenu(report, 'Copy as Markdown');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('# Audit of https:\\/\\/weather.example.com');

    await runFromMenu(report, 'Export...');
    const file = join(folder, 'report.sarif');
    await workbench.choose(workbench.item('SARIF (.sarif)'));
    await expect(workbench.input).toHaveValue(/audit-weather\.example\.com-[\d-]+\.sarif$/);
    await workbench.enter(file);
    await expect(workbench.notification(/exported.*report\.sarif/)).toBeVisible();
    const log = JSON.parse(readFileSync(file, 'utf8'));
    expect(log.version).toBe('2.1.0');
    expect(log.runs[0].results).toHaveLength(8);

    // Two sections are collapsed before the page is redrawn.
    const summaryOf = (kind: string) => report.locator(`.kind.${kind} > details > summary`);
    await summaryOf('warning').click();
    await summaryOf('skip').click();
    await report.locator('.fact-line summary').press('Enter');
    await expect(report.locator('.facts')).toBeHidden();
    await report.locator('.fact-line summary').press('Enter');

    // The state of the page is restored after the window closes.
    await workbench.reloadWithEditors();
    await expect(check(report, 'Tools are described')).toBeHidden();
    await expect(report.locator('.kind.warning h2, .kind.skip h2')).toHaveCount(2);
    for (const kind of ['warning', 'skip']) {
      await expect(report.locator(`.kind.${kind} > details`)).not.toHaveAttribute('open');
    }
    await expect(report.locator('.facts')).toBeVisible();
    await expect(status).toHaveText('6 of 14 checks are hidden.');
    await expect(check(report, 'Parameters are described')).toBeVisible();
    await report.getByRole('button', { name: 'Passed' }).click();
    await expect(check(report, 'Tool names are portable')).toBeVisible();
    await expect(passed).toBeHidden();
  });
});

test('is exported as a page that a browser prints, and that runs no scripts', async ({
  workbench,
  context,
  folder,
}) => {
  const report = await openReport(workbench, 'aud_odd');
  await runFromMenu(report, 'Export...');
  const file = join(folder, 'report.html');
  await workbench.choose(workbench.item('Printable HTML (.html)'));
  await expect(workbench.input).toHaveValue(/\.html$/);
  await workbench.enter(file);
  await expect(workbench.notification(/exported.*report\.html/)).toBeVisible();
  const printed = await context.newPage();
  await printed.goto(pathToFileURL(file).href);
  await expect(printed.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(printed.locator('body')).toContainText('<b>Markup</b> [link](command:workbench.action.quit)');
  await expect(printed.locator('script, a:not([href^="#check-"]), img')).toHaveCount(0);
  const [link, target] = [printed.locator('a').first(), printed.locator('article:target h4')];
  await link.click();
  await expect(target).toHaveText((await link.innerText()).replace(/ \(\w+\)$/, ''));
});

test('shows hostile and unknown values as text', async ({ workbench, page, service }) => {
  service.faults.add(newerAudits);
  const report = await openReport(workbench, 'aud_odd');
  const markup = check(report, '<b>Markup</b> [link](command:workbench.action.quit)');
  await expect(markup).toContainText('[U+001B][31mred[U+001B][0m [U+202E]desrever[U+202C]');
  await markup.getByText('Details', { exact: false }).first().click();
  await expect(markup).toContainText('<script>document.body.remove()</script>');
  await expect(report.locator('#app a, #app img, #app script, #app b, #app i:not(.codicon)')).toHaveCount(0);
  await expect(page).not.toHaveTitle('1');
  await expect(check(report, 'Of a newer service')).toContainText('mended');
  await expect(check(report, 'Of an unknown severity')).toContainText('fatal');
  const unread = report.getByRole('article').filter({ hasText: 'Unnamed check' });
  await unread.getByText('Details').click();
  await expect(unread).toContainText('not a check at all');
  await expect(report.getByRole('listitem').filter({ hasText: 'assistant-new' })).toContainText('Unknown');
  await expect(report.locator('.others')).toContainText('assistant-next');
});

test('shows and filters a thousand checks', async ({ workbench }) => {
  const report = await openReport(workbench, 'aud_many');
  const status = report.locator('.filter-bar').getByRole('status');
  await report.getByRole('textbox', { name: 'Filter checks' }).fill('certificate (641)');
  await expect(status).toHaveText('999 of 1000 checks are hidden.');
  await expect(check(report, 'Certificate is valid (641)')).toBeVisible();
  // The check stays visible on its own after the page was hidden.
  await workbench.run('Open Audit Report');
  await workbench.enter('aud_odd');
  await expect(report.locator('.facts')).toContainText('aud_odd');
  await workbench.tab('Audit: /audit-many/mcp · weather.example.com').click();
  await expect(status).toHaveText('999 of 1000 checks are hidden.');
});

test('collapses and expands all checks, and keeps that while the page is hidden', async ({ workbench }) => {
  const report = await openReport(workbench, 'aud_rich');
  const slow = check(report, 'Answers quickly');
  await expect(slow).toBeVisible();
  await report.getByRole('button', { name: 'Collapse All' }).click();
  // Also the only check of a category.
  await expect(report.locator('article:visible')).toHaveCount(0);
  await expect(report.locator('.kind h2:visible')).toHaveCount(5);
  await workbench.run('Open Audit Report');
  await workbench.enter('aud_odd');
  await expect(report.locator('.facts')).toContainText('aud_odd');
  await workbench.tab('Audit: /audit-rich/mcp · weather.example.com').click();
  await expect(report.locator('.facts')).toContainText('aud_rich');
  await expect(report.locator('.kind h2:visible')).toHaveCount(5);
  await expect(report.locator('article:visible')).toHaveCount(0);
  // A link to a check expands its section.
  await report.getByRole('button', { name: 'Parameters are described' }).first().click();
  await expect(check(report, 'Parameters are described').getByRole('heading')).toBeFocused();
  await report.getByRole('button', { name: 'Expand All' }).click();
  await expect(report.locator('article:visible')).toHaveCount(14);
});

test('compares two audits, and links a change to its check', async ({ workbench }) => {
  await workbench.run('Open Audit Report', { auditId: 'aud_rich', previousId: 'aud_before' });
  const report = workbench.webview;
  const changes = report.getByRole('region', { name: /^Compared with/ });
  await expect(changes.locator('.change.newlyFailing li')).toHaveCount(2);
  await expect(changes.locator('.change.fixed li')).toHaveText(/^Certificate is valid/);
  await expect(changes.locator('.change.gone li')).toHaveText(/^Answers a ping/);
  await report.getByRole('button', { name: 'Failures' }).click();
  const undescribed = check(report, 'Parameters are described');
  await expect(undescribed).toBeHidden();
  await changes.getByRole('button', { name: 'Parameters are described' }).click();
  await expect(undescribed).toBeInViewport();
  await expect(undescribed.getByRole('heading')).toBeFocused();
  // Mouse users see the outline, too.
  await expect(undescribed.getByRole('heading')).toHaveCSS('outline-style', 'solid');
});

test('scrolls to the first check that matches the filter, and marks it', async ({ workbench, page }) => {
  await page.setViewportSize({ width: 900, height: 500 });
  const report = await openReport(workbench, 'aud_rich');
  const filter = report.getByRole('textbox', { name: 'Filter checks' });
  const first = check(report, 'Parameters are described');
  const end = check(report, 'Starts quickly');
  await end.scrollIntoViewIfNeeded();
  await report.locator('body').evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(first).not.toBeInViewport();
  await filter.fill('city');
  await expect(first).toBeInViewport({ ratio: 0.9 });
  await expect(report.locator('.first-match')).toHaveAttribute('data-index', '7');
  await expect(first.locator('mark')).toHaveText('city');
  // The box of the hint is visible on the background of the marked check.
  const background = await first.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(first.locator('.hint')).not.toHaveCSS('background-color', background);
  // The key moves the focus to the check, from which the Tab key reaches its buttons.
  await filter.press('Enter');
  await expect(first.getByRole('heading')).toBeFocused();
  await filter.press('Escape');
  await expect(report.locator('.first-match, mark')).toHaveCount(0);
  // A match in collapsed details marks the button that expands them.
  await filter.fill('2025-06-18');
  await expect(check(report, 'Initialization').locator('mark')).toHaveText('Details');
  await filter.press('Escape');

  // Hidden kinds differ from shown ones without colors, too.
  const failures = report.getByRole('button', { name: 'Failures' });
  await failures.click();
  await expect(failures).toHaveAttribute('aria-pressed', 'false');
  await expect(failures).toHaveCSS('border-style', 'dashed');
  await expect(failures.locator('.codicon-eye-closed')).toBeVisible();
  const warnings = report.getByRole('button', { name: 'Warnings' });
  await expect(warnings).toHaveCSS('border-style', 'solid');
  await expect(check(report, 'Tools are described')).toBeInViewport({ ratio: 0.9 });
});

test('puts a failed check into the chat, if the editor has a chat', async ({ workbench }) => {
  const report = await openReport(workbench, 'aud_rich');
  const editorContext = { webviewId: 'hostedMcp.auditReport', chatIsEnabled: true };
  const title = 'Explain Check with Chat';
  const openMenu = (name: string, context: MenuContext) =>
    openContextMenu(workbench, check(report, name).locator('h4'), context);
  const menu = await openMenu('Parameters are described', editorContext);
  await menu.choose(title);
  const { executedCommands } = workbench.extension.editor;
  const prompts = () =>
    executedCommands.flatMap(({ command, args }) =>
      command === 'workbench.action.chat.open' ? (args as [{ readonly query: string }]) : [],
    );
  await expect.poll(() => prompts().length).toBe(1);
  expect(prompts()[0]).toMatchObject({ isPartialQuery: true });
  expect(prompts()[0]?.query).toMatch(/^Why did this audit check fail/);
  expect(prompts()[0]?.query).toContain('"check":"Parameters are described"');
  expect(prompts()[0]?.query).not.toContain('Answers quickly');
  await expect(report.locator('article.pass')).not.toHaveCount(0);
  await expect(report.locator('article.pass[data-vscode-context]')).toHaveCount(0);
  const withoutChat = { webviewId: 'hostedMcp.auditReport' };
  expect((await openMenu('Parameters are described', withoutChat)).titles).not.toContain(title);
});

test('names the environment of the audit in the chat', async ({ workbench, service }) => {
  const environmentId = findEnvironmentId(service, 'weather-tools', 'production');
  const environment = workbench.environment('weather-tools', 'production');
  const mcpServerUrl = 'https://weather.example.com/mcp';
  await workbench.run('Run Audit...', { ...environment, mcpServerUrl, excludeCategories: [] });
  await expect.poll(() => countAuditRequests(service)).toBe(1);
  finishAudits(service);
  const auditId = findNewestAudit(service)?.id;
  await workbench.run('Open Audit Report', { auditId });
  const report = workbench.webview;
  const failed = report.locator('[data-vscode-context] h4').first();
  const menu = await openContextMenu(workbench, failed, {
    webviewId: 'hostedMcp.auditReport',
    chatIsEnabled: true,
  });
  await menu.choose('Explain Check with Chat');
  const { executedCommands } = workbench.extension.editor;
  await expect
    .poll(() => JSON.stringify(executedCommands.map(({ args }) => args)).replaceAll('\\', ''))
    .toContain(
      `{"project":"weather-tools","environment":"production","environmentId":"${environmentId}","auditId":"${auditId}","target":"http`,
    );
});

test('copies a fix prompt for a check, and for all failed checks', async ({ workbench, page }) => {
  const report = await openReport(workbench, 'aud_rich');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const hint = check(report, 'Parameters are described').locator('.hint');
  await hint.getByRole('button', { name: 'Copy Fix Prompt: Parameters are described' }).click();
  await expect.poll(copied).toContain('"observation": "2 parameters of the tool');
  expect(await copied()).not.toContain('Answers quickly');
  await report.getByRole('button', { name: 'Copy Fix Prompt for All' }).click();
  await expect.poll(copied).toContain('"check": "Answers quickly"');
});

for (const width of [930, 520]) {
  test(`shows a problem and its message above its actions without scrolling, ${width} pixels wide`, async ({
    workbench,
    page,
  }) => {
    // The size of an editor in a window of 1280 × 800, with the side bar, and with a second editor beside it.
    await page.setViewportSize({ width, height: 690 });
    const report = await openReport(workbench, 'aud_rich');
    await expect(check(report, 'Parameters are described').locator('.message')).toBeInViewport();
    await expect(report.locator('.verdict-title')).toBeInViewport();
    const top = async (selector: string) =>
      (await check(report, 'Parameters are described').locator(selector).boundingBox())?.y ?? 0;
    // The actions are beside the name, or after the message.
    const isBeside = (await top('.check-actions')) < (await top('.message'));
    expect(isBeside).toBe(width > 620);
  });
}

for (const width of [930, 460]) {
  test(`names a failed check of a client in one line, ${width} pixels wide`, async ({ workbench, page }) => {
    await page.setViewportSize({ width, height: 690 });
    const report = await openReport(workbench, 'aud_rich');
    await page.evaluate(() => document.fonts.ready);
    const rows = report.locator('.clients .failing li');
    await expect(rows).toHaveCount(3);
    for (const row of await rows.all()) {
      const boxes = await Promise.all(
        ['.codicon', '.link', '.urgency'].map((selector) => row.locator(selector).boundingBox()),
      );
      const centers = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2);
      expect(Math.max(...centers) - Math.min(...centers)).toBeLessThan(2);
      expect(boxes[1]?.height).toBeLessThan(30);
    }
    // A client with fewer failed checks has a lower card.
    const heights = await report
      .locator('.clients > ul > li')
      .evaluateAll((cards) => cards.map((card) => card.clientHeight));
    expect(new Set(heights).size).toBe(2);
  });
}

test('links a failure for a client to its check', async ({ workbench }) => {
  const report = await openReport(workbench, 'aud_rich');
  await report.getByRole('button', { name: 'Failures' }).click();
  const undescribed = check(report, 'Parameters are described');
  await expect(undescribed).toBeHidden();
  const clients = report.getByRole('region', { name: /1 of 2/ });
  await clients.getByRole('button', { name: 'Parameters are described' }).first().press('Enter');
  await expect(undescribed).toBeInViewport();
  await expect(undescribed.getByRole('heading')).toBeFocused();
});

test.describe('if audits cannot be read', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('the page reports that, and copies the ID', async ({ workbench, page }) => {
    const report = await openReport(workbench, 'aud_rich');
    const verdict = report.locator('.verdict');
    await expect(verdict).toContainText("doesn't return audit reports");
    await expect(verdict).toContainText('Audit ID: aud_rich');
    // Another audit wouldn't have a report either, but the report can be looked up by its ID.
    await expect(verdict.locator('.actions button')).toHaveText(['Copy Audit ID']);
    await expect(verdict.locator('.actions .primary')).toHaveText('Copy Audit ID');
    await report.getByRole('button', { name: 'Copy Audit ID' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('aud_rich');
  });
});

test('a report that cannot be loaded has a reason and one primary action', async ({ workbench, service }) => {
  const report = await openReport(workbench, 'aud_rich');
  await expect(report.locator('.verdict-title')).toHaveText('2 of 14 checks failed');
  for (const [status, title, actions] of [
    [500, "The report couldn't be loaded", ['Try Again', 'Rerun Audit']],
    [404, 'No report to show', ['Rerun Audit', 'Try Again']],
  ] as const) {
    service.faults.clear();
    service.faults.add({ match: { path: '/v1/beacon/audits/' }, status });
    await workbench.reloadWithEditors();
    await expect(report.locator('.verdict-title')).toHaveText(title);
    await expect(report.locator('.verdict-detail')).not.toBeEmpty();
    await expect(report.locator('.actions button')).toHaveText([...actions]);
    await expect(report.locator('.actions .primary')).toHaveText(actions[0]);
    await expect(report.getByRole('button', { name: 'Copy Audit ID' })).toHaveClass('tool');
  }
  service.faults.clear();
  await report.getByRole('button', { name: 'Try Again' }).click();
  await expect(report.locator('.verdict-title')).toHaveText('2 of 14 checks failed');
});

test('the report passes the automated accessibility checks in every theme', async ({
  workbench,
  service,
  page,
}) => {
  service.faults.add(newerAudits);
  const report = await openReport(workbench, 'aud_odd');
  await report.getByRole('button', { name: 'Expand All' }).click();
  for (const toggle of await report.locator('.more-toggle').all()) await toggle.click();
  // Text below the bar at the top would count as covered.
  const body = report.locator('body');
  await body.evaluate(() => scrollTo(0, 0));
  await expectAccessibleInAllThemes(page);
  for (const theme of allThemes) {
    await changeTheme(page, theme);
    const color = await readThemeColor(body, '--vscode-errorForeground');
    await expect(report.locator('.verdict.failed > .codicon')).toHaveCSS('color', color);
  }
});
