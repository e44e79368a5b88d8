import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';

const pick = (page: Page, tool: string) => page.locator(`[data-key="tool:${tool}"]`).click();
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} isn't visible.`);
  return box;
};

test('a long form keeps its name and Call Tool in view, and the response appears without scrolling', async ({
  workbench,
  page,
}) => {
  // The page has the size of a panel in a window of 1280 by 800 pixels.
  await openInspector(workbench);
  await pick(page, 'plan_trip');
  const call = page.getByRole('button', { name: 'Call Tool' });
  await expect(call).toBeInViewport({ ratio: 1 });
  await expect(page.locator('#item')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('header .bar')).toHaveCount(1);
  const { height } = await boxOf(page, 'header .bar');
  expect(height, 'the head is one row').toBeLessThan(40);
  const cutFacts = page.locator('.details-toggle .one-line');
  expect(await cutFacts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await pick(page, 'measure');
  await call.click();
  await expect(page.getByRole('tree', { name: 'Structured content' })).toBeInViewport();
  await pick(page, 'plan_trip');
  await page.locator('.item-body').evaluate((body) => body.scrollTo({ top: body.scrollHeight }));
  await expect(call).toBeInViewport({ ratio: 1 });
  await page.locator('.item-body').evaluate((body) => body.scrollTo({ top: 0 }));
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('textbox', { name: 'JSON' }).fill('{}');
  await call.click();
  await call.click();
  await expect(page.locator('.response')).not.toContainText('Waiting');
  await expect(page.locator('#response')).toBeInViewport();
});

test('the actions of a response are in the row of its state', async ({ workbench, page }) => {
  await openInspector(workbench);
  await pick(page, 'measure_wrongly');
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('.response h3')).toContainText('Invalid response');
  await expect(page.locator('.response h3 .codicon-warning')).toBeVisible();
  // The reason is above the content.
  expect((await boxOf(page, '.schema-violations')).y).toBeLessThan((await boxOf(page, '.block')).y);
  await expect(page.getByRole('button', { name: 'Open Logs for This Call' })).toBeVisible();
  const [state, save] = [await boxOf(page, '.response h3'), await boxOf(page, '[data-key="save-test"]')];
  expect(Math.abs(save.y + save.height / 2 - (state.y + state.height / 2))).toBeLessThan(4);
});

test('the filter of the listing keeps its distance from the edge while the list is scrolled', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const distance = async () =>
    (await boxOf(page, '.listing .filter input')).y - (await boxOf(page, '.listing-items')).y;
  const before = await distance();
  expect(before).toBeGreaterThan(5);
  const items = page.locator('.listing-items');
  await items.evaluate((list) => list.scrollTo({ top: 300 }));
  await expect.poll(() => items.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  expect(await distance()).toBeCloseTo(before, 0);
});

test('in a wide page, the request and the response are side by side', async ({ workbench, page }) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  await openInspector(workbench);
  await pick(page, 'plan_trip');
  await expect(page.getByText('The response appears in this column.')).toBeVisible();
  await pick(page, 'measure');
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('.response')).toContainText('Response received');
  const [request, response] = [await boxOf(page, '.request-side'), await boxOf(page, '.response-side')];
  expect(response.y).toBe(request.y);
  expect(response.x).toBeGreaterThanOrEqual(request.x + request.width);
  await page.setViewportSize({ width: 1000, height: 700 });
  const [above, below] = [await boxOf(page, '.request-side'), await boxOf(page, '.response-side')];
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
});

test('an overview shows counts, capabilities, problems by rule, and changes since the snapshot', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const overview = page.getByRole('article', { name: 'Overview' });
  await expect(overview.getByRole('button', { name: /^\d+ Tools$/ })).toBeVisible();
  await expect(overview.locator('.capabilities')).toContainText(
    'Can list tools, and reports when the list changes',
  );
  await expect(overview.locator('.lint-rules')).toContainText(/\d+ properties have no description/);
  await expect(overview).toContainText('There is no snapshot');
  await overview.getByRole('button', { name: 'Save Server Snapshot' }).click();
  await expect(overview).toContainText('the same tools, resources, and prompts as in the snapshot');
  await pick(page, 'toggle_extra');
  await expect(overview).toHaveCount(0);
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('[data-key="tool:extra"]')).toBeVisible();
  await page.locator('[data-key="overview"]').click();
  await expect(overview).toContainText(
    /[1-9] added\.\s+Calls that worked at the time of the snapshot still work\./,
  );
  await overview.getByRole('button', { name: 'Show Changes' }).click();
  const since = page.getByRole('region', { name: /^Compared with the snapshot / });
  await expect(since).toContainText('extra');
  await since.getByRole('button', { name: 'Close' }).click();
  const problem = overview.locator('.lint-rules li', { hasText: 'properties have no description' });
  await problem.getByRole('button').first().click();
  await expect(page.locator('.selected-item')).toBeVisible();
});

test('problems are folded below the form, one line for each rule, and the list marks only errors', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  await pick(page, 'plan_trip');
  const lint = page.locator('.selected-item .lint-issues');
  const form = page.locator('.arguments');
  const isBelow = await lint.evaluate(
    (one, other) => Boolean((other as Node).compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
    await form.elementHandle(),
  );
  expect(isBelow).toBe(true);
  await expect(lint).not.toHaveAttribute('open');
  // They are also below the response, and expanded only for errors.
  await pick(page, 'mark_up');
  await expect(lint).toHaveAttribute('open');
  await pick(page, 'measure_wrongly');
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(page.locator('.response')).toContainText('Invalid response');
  await expect(page.locator('.response ~ .lint-issues')).not.toHaveAttribute('open');
  await pick(page, 'plan_trip');
  await lint.locator('summary').click();
  await expect(lint.locator('li').filter({ hasText: 'properties have no description' })).toHaveCount(1);
  await expect(lint.locator('li').filter({ hasText: 'properties have no description' })).toContainText(
    /^\d+ properties have no description: \w+, \w+/,
  );
  await lint.getByRole('button', { name: 'Find in Workspace' }).click();
  await expect(workbench.notification(/plan_trip|folder/)).toBeVisible();
  await expect(page.locator('.listing .badge .poor')).toHaveCount(0);
  await expect(page.locator('.listing .badge .bad').first()).toBeVisible();
});
