import type { Page } from '@playwright/test';
import { emptyQuery } from '../../src/editor/webview/textQuery.ts';
import { allMessages as filter } from '../../src/inspector/messageFilter.ts';
import { MessageLog } from '../../src/inspector/messageLog.ts';
import { createMessageSearch } from '../../src/inspector/messageSearch.ts';
import { buildForTests } from '../harness/testBuild.ts';
import { startChattyServer } from '../kit/chattyServer.ts';
import { startExtension } from '../page/extension.ts';
import { startPageServer } from '../page/pageServer.ts';
import { createPanelTab } from '../page/panelTab.ts';
import { PageWindow } from '../page/window.ts';
import { startService } from '../service/service.ts';
import { createFrameMeasurements, type FrameBaseline, openPage, withBrowser } from './frameMeasurements.ts';
import { measureFrames } from './measureFrames.ts';
import type { Measurement } from './measurement.ts';
import { sized } from './size.ts';
import { measureTime, median } from './statistics.ts';

const count = sized(100_000, 300);
const name = `Inspector with ${count.toLocaleString('en')} messages`;
const texts = Array.from({ length: count }, (_, n) => `station ${n} reports ${n % 100} mm of rain`);
/** The text to search for. One message of a hundred contains it. */
const searchText = 'REPORTS 42 MM';
const scrollMs = sized(4000, 100);
/** The number of notifications. The session might have a few more than the server sends. */
const all = `^${count.toLocaleString('en').slice(0, -2)}\\d\\d\\b`;
const matchCount = new RegExp(`^${(count / 100).toLocaleString('en')} `);
const keys = sized(60, 3);

/** Measures a session with many messages: how they arrive, scroll, and are searched. */
export async function measureMessages(): Promise<Measurement[]> {
  await buildForTests('--pages');
  const server = await startChattyServer({ chatter: texts });
  const service = await startService({ seed: 7, live: false });
  const pageServer = await startPageServer();
  try {
    return await withBrowser(async (browser, baseline) => {
      const page = await openPage(browser);
      const tab = await createPanelTab(page, 'dark', pageServer);
      const options = { settings: {}, folder: undefined, language: 'en' } as const;
      const window = new PageWindow(page, startExtension(service, options), service, tab);
      await window.run('Inspect Server', { targetUrl: server.url });
      const measurements = [...(await measurePage(page, baseline)), ...(await measureSearch())];
      window.extension.dispose();
      return measurements;
    }, pageServer.browserArgument);
  } finally {
    await pageServer.close();
    await service.close();
    await server.close();
  }
}

async function measurePage(page: Page, baseline: FrameBaseline): Promise<Measurement[]> {
  await page.locator('.item', { hasText: 'chatter' }).click();
  await page.getByRole('button', { name: 'Messages' }).click();
  const list = page.getByRole('grid', { name: 'Messages' });
  const messages = page.locator('.messages');
  const hits = messages.locator('.hits');
  const notifications = messages.locator('.filters button', { hasText: 'Notifications' }).locator('.quiet');
  const arriving = await measureFrames(page, async () => {
    await page.getByRole('button', { name: 'Call Tool' }).click();
    await notifications.filter({ hasText: new RegExp(all) }).waitFor();
  });
  await list.hover();
  const wheeled = await measureFrames(page, () => wheel(page));
  await list.focus();
  const keyed = await measureFrames(page, async () => {
    for (const key of [
      'Home',
      ...Array(keys).fill('PageDown'),
      'End',
      ...Array(keys).fill('PageUp'),
      'End',
    ]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(16);
    }
  });
  const find = page.getByRole('textbox', { name: 'Find in messages' });
  const times: number[] = [];
  const searched = await measureFrames(page, async () => {
    for (let round = 0; round < sized(30, 2); round++) {
      await find.fill('');
      await hits.waitFor({ state: 'hidden' });
      const waitForHits = () => hits.filter({ hasText: matchCount }).waitFor();
      times.push(await measureTime(() => find.fill(searchText).then(waitForHits)));
    }
  });
  return [
    ...createFrameMeasurements(`${name}, while they arrive`, arriving, baseline, { isJudged: true }),
    ...createFrameMeasurements(`${name}, scrolled`, wheeled, baseline, { isJudged: true }),
    ...createFrameMeasurements(`${name}, moved with Home, End, Page Up, and Page Down`, keyed, baseline, {
      isJudged: true,
    }),
    ...createFrameMeasurements(`${name}, searched`, searched, baseline, { isJudged: true }),
    { name: `${name}: search text entered to match count`, value: median(times), unit: 'ms' },
  ];
}

/** Scrolls with the mouse wheel, up for a while and then back. */
async function wheel(page: Page): Promise<void> {
  const end = Date.now() + scrollMs;
  for (let round = 0; Date.now() < end; round++) {
    await page.mouse.wheel(0, round % 60 < 40 ? -1200 : 1200);
    await page.waitForTimeout(16);
  }
}

/** Measures the search itself, and how long it blocks the extension host. */
async function measureSearch(): Promise<Measurement[]> {
  const log = new MessageLog();
  for (const data of texts) {
    log.add('received', { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } });
  }
  const search = createMessageSearch(log);
  const query = { ...emptyQuery, text: searchText };
  const totals: number[] = [];
  const slices: number[] = [];
  for (let round = 0; round < sized(10, 1); round++) {
    const total = await measureTime(async () => {
      for (let start = 0; start < count; ) {
        slices.push(
          await measureTime(
            async () => (start = (await search.find({ filter, query, areRowsWanted: false }, start)).to),
          ),
        );
      }
    });
    totals.push(total);
  }
  return [
    { name: `${name}: search of all messages`, value: median(totals), unit: 'ms' },
    {
      name: `${name}: one slice of a search`,
      value: median(slices),
      unit: 'ms',
      budget: { quantity: 'value', max: 16 },
    },
  ];
}
