import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from '../../kit/access.ts';
import { createFakeChatModel } from '../../kit/fakeChatModel.ts';
import { expect, test } from '../fixtures.ts';
import { openInspector } from './inspectorPage.ts';

const findRequests = (page: Page) => page.getByRole('region', { name: 'Server requests', exact: true });
const answer = (page: Page) => page.locator('.response :is(pre, .json)');

async function call(page: Page, tool: string): Promise<void> {
  await page.locator(`[data-key="tool:${tool}"]`).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
}

test('a form is sent, declined, and canceled with Escape', async ({ workbench, page }) => {
  await openInspector(workbench);
  const name = findRequests(page).getByLabel('Name', { exact: false }).first();
  for (const [leave, action] of [
    [() => findRequests(page).getByRole('button', { name: 'Send' }).click(), 'accept'],
    [() => findRequests(page).getByRole('button', { name: 'Decline' }).click(), 'decline'],
    [() => findRequests(page).getByRole('button', { name: 'Cancel' }).click(), 'cancel'],
    [() => name.press('Escape'), 'cancel'],
  ] as const) {
    await call(page, 'ask_form');
    await name.fill('Zoë');
    // The button that cancels the call has another name than the one that cancels the form.
    await expect(page.getByRole('button', { name: 'Cancel Call' })).toBeVisible();
    await leave();
    await expect(answer(page)).toContainText(`"action": "${action}"`);
    await expect(findRequests(page)).toHaveCount(0);
  }
});

test('a form shows no errors before it was used; after an attempt to send, the first error has the focus', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const name = findRequests(page).getByLabel('Name', { exact: false }).first();
  const send = findRequests(page).getByRole('button', { name: 'Send' });
  const wrong = findRequests(page).locator('[aria-invalid="true"]');
  await call(page, 'ask_form');
  await expect(name).toBeVisible();
  await expect(wrong).toHaveCount(0);
  await send.click();
  await expect(wrong.first()).toBeFocused();
  await expect(findRequests(page).locator('.server-request > .actions')).toContainText(/(?<!\d)1 problem\b/);
  await name.fill('Zoë');
  await expect(findRequests(page).locator('.server-request > .actions')).not.toContainText('problem');
  await send.click();
  await expect(answer(page)).toContainText('"action": "accept"');
});

test('a URL is shown, opened only by the user, and pending until the server completes it', async ({
  workbench,
  page,
  service,
}) => {
  await openInspector(workbench);
  const { openedUrls } = workbench.extension.editor;
  await call(page, 'ask_visit');
  const { host } = new URL(service.url);
  await expect(findRequests(page)).toContainText('Confirm your subscription in the browser.');
  // A double click starts only one call.
  await page.getByRole('button', { name: 'Call Tool' }).dispatchEvent('click');
  await expect(findRequests(page).getByRole('heading')).toHaveCount(1);
  await expect(findRequests(page).locator('.address')).toContainText(`http://${host}/visit/`);
  await expect(findRequests(page).locator('.address strong')).toHaveText(host);
  await findRequests(page).getByRole('button', { name: 'Decline' }).click();
  await expect(answer(page)).toContainText('"action": "decline"');
  expect(openedUrls).toEqual([]);
  await page.getByRole('button', { name: 'Messages' }).click();
  const methods = page.locator('.messages').getByRole('combobox', { name: 'Method' });
  await expect(methods).toContainText('tools/call');
  await expect(methods).not.toContainText('notifications/cancelled');
  await page.getByRole('button', { name: 'Messages' }).click();

  await call(page, 'ask_visit');
  await findRequests(page).getByRole('button', { name: 'Open in Browser' }).click();
  await expect(answer(page)).toContainText('"action": "accept"');
  await expect(findRequests(page).getByRole('button', { name: 'Stop Waiting' })).toBeVisible();
  expect(openedUrls).toHaveLength(1);
  await expect(findRequests(page).locator('.address')).toHaveText(openedUrls[0] ?? '');
  expect(await findAccessibilityProblems(findRequests(page))).toEqual([]);
  await fetch(openedUrls[0] ?? '');
  await expect(findRequests(page)).toContainText('done in the browser');
  await findRequests(page).getByRole('button', { name: 'Close' }).click();
  await expect(findRequests(page)).toHaveCount(0);
});

test('a call that requires a URL elicitation fails with it, and succeeds afterwards', async ({
  workbench,
  page,
}) => {
  await openInspector(workbench);
  const { openedUrls } = workbench.extension.editor;
  await call(page, 'get_alerts');
  await expect(page.locator('.response')).toContainText('visit a URL');
  expect(openedUrls).toEqual([]);
  await findRequests(page).getByRole('button', { name: 'Open in Browser' }).click();
  await expect(findRequests(page).getByRole('button', { name: 'Stop Waiting' })).toBeVisible();
  await fetch(openedUrls[0] ?? '');
  await findRequests(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Call Tool' }).click();
  await expect(answer(page)).toHaveText('No alerts.');
});

test('a chat model of the editor answers, and the user sends its answer', async ({ workbench, page }) => {
  await openInspector(workbench);
  const { editor } = workbench.extension;
  const text = page.getByRole('textbox', { name: "Answer in the model's place" });
  const useModel = page.getByRole('button', { name: 'Use a Chat Model...' });
  await call(page, 'ask_model');

  await test.step('explains how to get a chat model if there is none', async () => {
    await useModel.click();
    await expect(findRequests(page).getByRole('alert')).toContainText('no chat models');
  });

  const hanging = createFakeChatModel('Hanging', 'never');
  const small = createFakeChatModel('Small 1', ['Wet', ' and', ' cold.']);
  const blocked = Object.assign(new Error('no'), { code: 'Blocked' });
  editor.models = [createFakeChatModel('Blocked', blocked), hanging, small];

  await test.step('shows the user what is sent, and cancels', async () => {
    await expect(findRequests(page)).toContainText('You write forecasts.');
    await expect(findRequests(page)).toContainText('Describe rain.');
    await expect(findRequests(page)).toContainText('100 tokens');
    await useModel.click();
    await expect(workbench.item('Small 1')).toContainText('Preferred by the server: small');
    await expect(workbench.inputPlaceholder).toContainText('small');
    await workbench.input.press('Escape');
    expect([...hanging.requests, ...small.requests]).toEqual([]);
  });

  await test.step('shows the error of a chat model', async () => {
    await useModel.click();
    await workbench.choose(workbench.item('Blocked'));
    await expect(findRequests(page).getByRole('alert')).toContainText(/Blocked is .*blocked/);
  });

  await test.step('stops a slow chat model', async () => {
    await useModel.click();
    await workbench.choose(workbench.item('Hanging'));
    await expect(findRequests(page)).toContainText('Hanging is answering...');
    await findRequests(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(useModel).toBeVisible();
    expect(hanging.requests[0]?.token.isCancellationRequested).toBe(true);
  });

  await test.step('sends a changed answer with the name of the model', async () => {
    await useModel.click();
    await workbench.choose(workbench.item('Small 1'));
    await expect(text).toHaveValue('Wet and cold.');
    await expect(findRequests(page)).toContainText('Answered by Small 1');
    expect(await findAccessibilityProblems(findRequests(page))).toEqual([]);
    expect(small.requests.map(({ messages }) => messages)).toEqual([
      [
        { role: 'user', content: 'You write forecasts.' },
        { role: 'user', content: 'Describe rain.' },
      ],
    ]);
    await expect(answer(page)).toHaveCount(0);
    await text.fill('Wet.');
    await findRequests(page).getByRole('button', { name: 'Send' }).click();
    await expect(answer(page)).toContainText('"model": "Small 1"');
    await expect(answer(page)).toContainText('"text": "Wet."');
  });
});
