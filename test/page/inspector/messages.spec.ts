import type { Page } from '@playwright/test';
import { startChattyServer } from '../../kit/chattyServer.ts';
import { test as base, expect } from '../fixtures.ts';

interface Session {
  readonly page: Page;
  readonly url: string;
  /** Calls a tool, and waits for its response. */
  call(tool: 'flood' | 'chatter' | 'whisper'): Promise<void>;
}

const many = 100_000;
/** More messages than are visible, and more text than one slice of a search. */
const some = 2000;
const long = ' and rain'.repeat(400);

/** A session with a server that sends many messages, with the message list open. */
const test = base.extend<{ readonly session: Session }>({
  session: async ({ workbench, page }, use) => {
    const server = await startChattyServer({
      flood: Array.from({ length: many }, (_, n) => `station ${n}`),
      chatter: Array.from({ length: some }, (_, n) => `station ${n} reports wind${long}`),
      whisper: ['a needle'],
    });
    await workbench.run('Inspect Server', { targetUrl: server.url });
    await expect(page.locator('.phase')).toContainText('Connected');
    await page.getByRole('button', { name: 'Messages' }).click();
    await use({
      page,
      url: server.url,
      async call(tool) {
        await page.locator('.item', { hasText: tool }).click();
        const { count } = await rowsOf(page);
        await page.getByRole('button', { name: 'Call Tool' }).click();
        const grown = async () => (await rowsOf(page)).count > count;
        // The SDK takes a while for so many messages.
        await expect.poll(grown, { timeout: 40_000 }).toBe(true);
        await expect(page.locator('.response')).toContainText('said');
      },
    });
    await server.close();
  },
});

const listOf = (page: Page) => page.getByRole('grid', { name: 'Messages' });
const findBox = (page: Page) => page.getByRole('textbox', { name: 'Find in messages' });

/** Returns the number of rows in the list, and how many of them are on the page. */
async function rowsOf(page: Page) {
  const list = listOf(page);
  return {
    count: Number(await list.getAttribute('aria-rowcount')),
    drawn: await list.getByRole('row').count(),
  };
}

const row = (page: Page, number: number) => listOf(page).locator(`[aria-rowindex="${number}"]`);

test('only the visible of many messages are on the page, and the keyboard reaches each', async ({
  session,
}) => {
  const { page } = session;
  await session.call('flood');
  await expect.poll(async () => (await rowsOf(page)).count).toBeGreaterThan(many);
  const { count } = await rowsOf(page);
  const list = listOf(page);
  await list.focus();
  let at = count;
  const press = async (key: string, isExpected: (number: number) => boolean): Promise<void> => {
    await page.keyboard.press(key);
    const selected = list.locator('[aria-selected="true"]');
    const number = async () => Number(await selected.getAttribute('aria-rowindex', { timeout: 1000 }));
    await expect.poll(async () => isExpected(await number()), key).toBe(true);
    await expect(selected, key).toBeInViewport({ ratio: 0.9 });
    await expect(selected.locator('.method'), key).not.toBeEmpty();
    await expect(list).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '');
    at = await number();
    expect((await rowsOf(page)).drawn, key).toBeLessThan(100);
  };
  await press('Home', (number) => number === 1);
  await press('ArrowUp', (number) => number === 1);
  await press('ArrowDown', (number) => number === 2);
  await press('PageDown', (number) => number > 4 && number < 100);
  const page2 = at;
  await press('PageDown', (number) => number === page2 + (page2 - 2));
  // A row that is partly visible counts in the upward direction, as in the log list.
  await press('PageUp', (number) => number === page2 || number === page2 - 1);
  await press('End', (number) => number === count);
  await press('ArrowDown', (number) => number === count);
  await press('ArrowUp', (number) => number === count - 1);
  await press('PageUp', (number) => number < count - 2 && number > count - 100);
  await press('Home', (number) => number === 1);
});

test('a search filters all messages, and adds new ones', async ({ session }) => {
  const { page } = session;
  await session.call('chatter');
  await findBox(page).fill('STATION 199');
  // The matches are 199 and 1990 to 1999.
  await expect.poll(async () => (await rowsOf(page)).count).toBe(11);
  await listOf(page).focus();
  await page.keyboard.press('End');
  await expect(page.locator('.message .json')).toContainText('station 1999 reports');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.message .json')).toContainText('station 1998 reports');
  await findBox(page).fill('a needle');
  await expect(page.locator('.messages')).toContainText('No messages match');
  await session.call('whisper');
  await expect.poll(async () => (await rowsOf(page)).count).toBe(1);
  await expect(row(page, 1).locator('.method')).toContainText('notifications/message');
  await findBox(page).fill('');
  await expect.poll(async () => (await rowsOf(page)).count).toBeGreaterThan(some);
});

test('the list follows new messages only from its end', async ({ session }) => {
  const { page } = session;
  await session.call('chatter');
  const list = listOf(page);
  const last = async () => row(page, (await rowsOf(page)).count);
  // The list can still grow.
  const expectLastInView = () =>
    expect(async () => {
      await expect(await last()).toBeInViewport({ ratio: 0.9, timeout: 1000 });
    }).toPass();
  await expectLastInView();
  await session.call('whisper');
  await expectLastInView();

  await list.hover();
  await page.mouse.wheel(0, -300);
  await expect(await last()).not.toBeInViewport();
  const top = () => list.evaluate(({ scrollTop }) => scrollTop);
  const before = await top();
  await session.call('whisper');
  expect(await top()).toBe(before);
  await expect(await last()).not.toBeInViewport();

  await list.hover();
  await page.mouse.wheel(0, 3000);
  await expectLastInView();
  await session.call('whisper');
  await expect(await last()).toBeInViewport({ ratio: 0.9 });
});

test('a message is shown as JSON, and copied as JSON and as a command line', async ({ session }) => {
  const { page, url } = session;
  await session.call('whisper');
  await findBox(page).fill('"name":"whisper","arguments"');
  await expect.poll(async () => (await rowsOf(page)).count).toBe(1);
  await row(page, 1).click();
  const messageText = page.locator('.message .json');
  await expect(messageText).toContainText('"method": "tools/call"');
  const message = JSON.parse(await messageText.innerText());
  expect(message).toMatchObject({ jsonrpc: '2.0', params: { name: 'whisper', arguments: {} } });

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy as JSON-RPC' }).click();
  await expect.poll(clipboard).toBe(JSON.stringify(message, undefined, 2));
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect.poll(clipboard).toContain(`curl '${url}' \\\n`);
  expect(await clipboard()).toContain(`--data-raw '${JSON.stringify(message)}'`);

  // The received message isn't a request that can be sent.
  await findBox(page).fill('a needle');
  await expect.poll(async () => (await rowsOf(page)).count).toBe(1);
  await row(page, 1).click();
  await expect(messageText).toContainText('"data": "a needle"');
  await expect(page.getByRole('button', { name: 'Copy as curl' })).toHaveCount(0);
});
