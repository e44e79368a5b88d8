import type { Page } from '@playwright/test';
import { startChattyServer } from '../../kit/chattyServer.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';
import { openInspector } from './inspectorPage.ts';

const pick = (page: Page, name: string) => page.locator(`[data-key="tool:${name}"]`).click();
const side = (page: Page, name: 'Form' | 'JSON') => page.getByRole('tab', { name, exact: true });
const jsonText = (page: Page) => page.getByRole('textbox', { name: 'JSON', exact: true });
const callButton = (page: Page) => page.getByRole('button', { name: 'Call Tool' });
const findIssues = (page: Page) => page.locator('.arguments .issues');
const answer = (page: Page) => page.locator('.response :is(pre, .json)');

/** Types a text in the document of the editor, as a user would. */
async function typeInDocument(workbench: PageWindow, key: string, text: string): Promise<void> {
  const { editor } = workbench.extension;
  const [panel] = editor.panels;
  if (!panel) throw new Error('There is no page.');
  await editor.tab.post(panel, { kind: 'setArguments', draft: { key, view: 'form', text } });
}

test('errors in initial values appear after a field was used, or after an attempt to call', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  await pick(page, 'report_observation');
  const [day, station] = [page.getByLabel('day'), page.getByLabel('station')];
  await expect(day).toHaveAttribute('aria-invalid', 'false');
  await expect(findIssues(page)).toHaveCount(0);
  await expect(page.locator('.item-head .actions')).not.toContainText('problem');

  await test.step('after the field loses the focus', async () => {
    await page.getByLabel('observer').fill('nobody');
    await expect(findIssues(page)).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(findIssues(page)).toHaveText([/email/]);
    await expect(page.locator('.item-head .actions')).toContainText(/(?<!\d)1 problem\b/);
    await page.getByLabel('observer').fill('a@example.com');
    await expect(findIssues(page)).toHaveCount(0);
  });
  await test.step('a button that moves when a field loses the focus still gets the click', async () => {
    await station.fill('nowhere');
    await callButton(page).scrollIntoViewIfNeeded();
    const box = await callButton(page).boundingBox();
    if (!box) throw new Error('The button is not in view.');
    await page.mouse.move(box.x + 5, box.y + 3);
    await page.mouse.down();
    await expect(station).not.toBeFocused();
    await expect(findIssues(page)).toHaveCount(0);
    await page.mouse.up();
    await expect(answer(page).first()).toContainText('data/station must match');
  });
  await test.step('all errors after a call, with the focus on the first one', async () => {
    await expect(day).toBeFocused();
    await expect(day).toHaveAttribute('aria-invalid', 'true');
    await expect(station).toHaveAttribute('aria-invalid', 'true');
    // An element at the wrong position stays there.
    await station.focus();
    await page.keyboard.press('Control+Enter');
    await expect(station).toBeFocused();
  });
  await test.step('for groups, also inside collapsed ones', async () => {
    await pick(page, 'plan_trip');
    await expect(findIssues(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Add Item: stops' }).click();
    const inside = page.locator('.closable details').first();
    await inside.locator('summary').click();
    await expect(inside).not.toHaveAttribute('open');
    // Its first input is required and was left empty.
    await expect(page.locator('.inside')).toHaveCount(1);
    await page.keyboard.press('Control+Enter');
    await expect(findIssues(page).first()).toBeVisible();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  });
});

test('untouched and cleared required strings are missing, unless an empty string is chosen', async ({
  workbench,
  page,
}) => {
  const text = { type: 'string' };
  const inputSchema = {
    type: 'object',
    properties: {
      one: text,
      maybe: { anyOf: [text, { type: 'null' }] },
      inner: { type: 'object', properties: { two: text }, required: ['two'] },
    },
    required: ['one', 'maybe', 'inner'],
  };
  const server = await startChattyServer({ fill: [] }, undefined, { inputSchema });
  try {
    await workbench.run('Inspect Server', { targetUrl: server.url });
    await pick(page, 'fill');
    await expect(page.locator('.item-head .actions')).toContainText(
      '3 required fields are empty: one, maybe, two',
    );
    await page.getByRole('textbox', { name: 'one' }).fill('text');
    await expect(page.locator('.item-head .actions')).toContainText(
      '2 required fields are empty: maybe, two',
    );
    await page.getByRole('textbox', { name: 'one' }).fill('');
    await expect(page.locator('.item-head .actions')).toContainText(
      '3 required fields are empty: one, maybe, two',
    );
    await page.getByRole('button', { name: 'two', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'two' })).toBeFocused();
    await callButton(page).click();
    await expect(findIssues(page)).toHaveText([/Required/, /Required/, /Required/]);
    const emptyString = page.getByRole('button', { name: 'Send Empty String: one' });
    await expect(emptyString).toHaveText('Send Empty String');
    await emptyString.click();
    await expect(page.locator('.arguments')).toContainText('An empty string is sent.');
    await page.getByRole('textbox', { name: 'maybe' }).fill('text');
    await page.getByRole('textbox', { name: 'two' }).fill('text');
    await expect(page.locator('.item-head .actions')).not.toContainText('problem');
    await side(page, 'JSON').click();
    await expect(jsonText(page)).toHaveValue(/"one": "",/);
    await side(page, 'Form').click();
    await page.getByRole('button', { name: 'Leave Out: one' }).click();
    await expect(page.locator('.item-head .actions')).toContainText('1 problem');
  } finally {
    await server.close();
  }
});

test('numbers with too many digits are reported before they are sent', async ({ workbench, page }) => {
  await openInspector(workbench);
  await pick(page, 'note_anything');
  await side(page, 'JSON').click();
  await jsonText(page).fill('{"a": 9007199254740993, "b": 0.1}');
  const typedAndSent = /9007199254740993.*9007199254740992/;
  await expect(page.locator('.digits')).toHaveText(typedAndSent);
  await side(page, 'Form').click();
  await expect(page.locator('.digits')).toHaveText(typedAndSent);
  await side(page, 'JSON').click();
  await expect(jsonText(page)).toHaveValue('{"a": 9007199254740993, "b": 0.1}');
  await callButton(page).click();
  await expect(answer(page).first()).toHaveText('{"a": 9007199254740992,"b": 0.1}');

  await jsonText(page).fill('{"a": 1e400}');
  await expect(page.getByRole('alert')).toContainText(/1e400: .*too large/);
  await page.keyboard.press('Control+Enter');
  await expect(jsonText(page)).toBeFocused();
  await expect(answer(page).first()).toHaveText('{"a": 9007199254740992,"b": 0.1}');

  await test.step('in a field of the form, also after it loses the focus', async () => {
    await pick(page, 'report_observation');
    await page.getByLabel('humidity').fill('12345678901234567890');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('humidity')).toHaveValue('12345678901234567890');
    await expect(page.locator('.digits')).toContainText('12345678901234567000');
    await page.getByLabel('humidity').fill('1e400');
    await page.keyboard.press('Tab');
    await expect(findIssues(page)).toHaveText([/too large/]);
  });
});

test('numbers in a response have all of their digits', async ({ workbench, page }) => {
  const raw = Reflect.get(JSON, 'rawJSON') as (digits: string) => unknown;
  const drops = [raw('9007199254740993'), raw('0.12345678901234567890'), raw('1e400'), 0.5];
  const server = await startChattyServer({ count: [] }, { drops });
  try {
    await workbench.run('Inspect Server', { targetUrl: server.url });
    await pick(page, 'count');
    await callButton(page).click();
    const fields = page.locator('.structured .json-number');
    await expect(fields).toHaveText(['9007199254740993', '0.12345678901234567890', '1e400', '0.5']);
    await expect(fields.getByRole('img')).toHaveCount(0);
  } finally {
    await server.close();
  }
});

test('slow schemas keep the page usable, and unchecked parts are named', async ({ workbench, page }) => {
  const names = Array.from({ length: 9000 }, (_, index) => `n${index}`);
  const inputSchema = {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^(a|a|a|a)*$' },
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    },
    required: names,
  };
  const outputSchema = { type: 'object', anyOf: [{ $ref: '#' }, { $ref: '#' }] };
  const server = await startChattyServer({ slow: [] }, { a: 1 }, { inputSchema, outputSchema });
  try {
    await workbench.run('Inspect Server', { targetUrl: server.url });
    await pick(page, 'slow');
    await expect(page.locator('.arguments')).toContainText('too many inputs');
    await page.getByLabel('code', { exact: true }).fill(`${'a'.repeat(40)}!`);
    await page.keyboard.press('Tab');
    await expect(findIssues(page).first()).toContainText('^(a|a|a|a)*$');
    await callButton(page).click();
    await expect(page.locator('.structured')).toContainText("wasn't checked");
  } finally {
    await server.close();
  }
});

test('arguments can be edited in a document of the editor, and are synchronized', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const key = 'tool:report_observation';
  await pick(page, 'report_observation');
  await page.getByLabel('day').fill('2026-01-31');
  await side(page, 'JSON').click();
  await page.getByRole('button', { name: 'Edit in JSON Editor' }).click();
  const { executedCommands } = workbench.extension.editor;
  const opened = () =>
    executedCommands.filter(({ command }) => command === 'vscode.open').map(({ args }) => String(args[0]));
  await expect.poll(opened).toEqual(['hosted-mcp-arguments:/hosted-mcp-arguments/0/report_observation.json']);

  await test.step('in the form, which stays open', async () => {
    await side(page, 'Form').click();
    await typeInDocument(workbench, key, '{"day": "2026-02-01", "humidity": 7}');
    await expect(page.getByLabel('humidity')).toHaveValue('7');
    await expect(page.getByLabel('day')).toHaveValue('2026-02-01');
    await side(page, 'JSON').click();
    await expect(jsonText(page)).toHaveValue('{"day": "2026-02-01", "humidity": 7}');
  });
  await test.step('invalid JSON is reported, and not sent', async () => {
    await side(page, 'Form').click();
    await typeInDocument(workbench, key, '{"day": "2026-02-01", "humidity": ');
    await expect(page.getByRole('alert')).toContainText('Invalid JSON');
    await expect(page.getByLabel('humidity')).toHaveValue('7');
    await callButton(page).click();
    await expect(page.locator('.response')).toHaveCount(0);
  });
  await test.step('a change in the form replaces it', async () => {
    await page.getByLabel('humidity').fill('8');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await callButton(page).click();
    await expect(answer(page).first()).toContainText('"humidity": 8');
  });
});

test('undo in the JSON editor and lines of the form survive redrawing', async ({ workbench, page }) => {
  await openInspector(workbench);
  await pick(page, 'report_observation');
  await page.getByLabel('station').fill('OSL-1');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('station')).toHaveValue('OSL-1');
  await expect(page.getByLabel('station')).toBeFocused();
  await side(page, 'JSON').click();
  const before = await jsonText(page).inputValue();
  await jsonText(page).press('Control+Home');
  await page.keyboard.type('x');
  await expect(page.getByRole('alert')).toContainText('Invalid JSON');
  await callButton(page).click();
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect(page.locator('.messages .row').first()).toBeVisible();
  await jsonText(page).focus();
  await page.keyboard.press('Control+z');
  await expect(jsonText(page)).toHaveValue(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(jsonText(page)).toHaveValue(`x${before}`);
});

test('the issues for AI clients stay expanded for the next tool and after a restart', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const faults = page.locator('article .lint-issues');
  await pick(page, 'plan_trip');
  await expect(faults).not.toHaveAttribute('open');
  await faults.locator('summary').click();
  await expect(faults).toHaveAttribute('open');
  await pick(page, 'note_anything');
  await expect(faults).toHaveAttribute('open');
  // A page saves its state a moment after a change.
  const savedStates = () => JSON.stringify(workbench.extension.editor.panels.map(({ state }) => state));
  await expect.poll(savedStates).toContain('"areFaultsOpen":true');
  await workbench.reloadWithEditors();
  await expect(page.locator('.phase')).toContainText('Connected');
  await expect(faults).toHaveAttribute('open');
  await faults.locator('summary').click();
  await expect(faults).not.toHaveAttribute('open');
});
