import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { root } from '../../harness/paths.ts';
import { startProgram } from '../../kit/program.ts';
import { expect, test } from '../fixtures.ts';
import type { PageWindow } from '../window.ts';
import { type RealServer, realServers } from './realServers.ts';

/** The answers to the forms of these servers, by the beginning of the label. */
const answers: Readonly<Record<string, string>> = {
  Username: 'marina',
  Email: 'marina@example.com',
  Password: 'a-long-one',
  'Event Title': 'Regatta',
  Date: '2026-11-26',
  'Start Time': '10:00',
  Duration: '30',
  'Full Name': 'Marina Gale',
  'Street Address': '1 Quay',
  City: 'Oslo',
  'State/Province': 'OS',
  'ZIP/Postal Code': '12345',
  String: 'Marina',
};

for (const server of realServers) {
  test(`${server.name}: uses ${server.only ? 'some of its' : 'all its'} tools, resources, and prompts`, async ({
    workbench,
    folder,
    page,
  }, info) => {
    const close = await inspect(workbench, folder, server);
    try {
      await expect(page.locator('.phase')).toContainText('Connected');
      await expect(page.locator('.listing .count')).toHaveCount(4);
      const items = page.locator('.listing li > .item');
      // The lists arrive together, after the connection.
      await expect(items.first()).toBeVisible();
      const listed = await items.evaluateAll((all) => all.map((item) => item.dataset['key'] ?? ''));
      const { only } = server;
      const keys = only ? only.map((name) => findKey(listed, name)) : listed;
      for (const key of keys) await start(page, key, server);
      const ended = await untilEnded(page, keys);
      const expected = keys.map((key) => [key, 'answered']);
      expect(ended).toEqual(Object.fromEntries(expected));
      const count = (kind: string) => keys.filter((key) => key.startsWith(`${kind}:`)).length;
      const counts = ['tool', 'prompt', 'resource', 'template'].map(count).join(' / ');
      info.annotations.push({ type: 'tools / prompts / resources / templates', description: counts });
    } finally {
      await close();
    }
  });
}

/** Returns the key of the entry with this name or URI. */
function findKey(keys: readonly string[], name: string): string {
  const key = keys.find((one) => one.slice(one.indexOf(':') + 1) === name);
  if (key === undefined) throw new Error(`There is no entry ${name} in ${keys.join(', ')}.`);
  return key;
}

/** Opens the page of a server. Returns a function that ends the server. */
async function inspect(
  workbench: PageWindow,
  folder: string,
  { name, program, path }: RealServer,
): Promise<() => Promise<void>> {
  if (path !== undefined) {
    const started = await startProgram(program);
    await workbench.run('Inspect Server', { targetUrl: started.origin + path });
    return started.close;
  }
  const [module = '', ...args] = program;
  const command = { command: process.execPath, args: [join(root, 'node_modules', module), ...args] };
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode', 'mcp.json'), JSON.stringify({ servers: { [name]: command } }));
  await workbench.run('Inspect Server');
  await workbench.choose(workbench.item(name));
  await workbench.dialog.getByRole('button', { name: 'Start' }).click();
  // The server ends with its page.
  return async () => undefined;
}

const itemOf = (page: Page, key: string): Locator => page.locator(`.item[data-key="${key}"]`);

/** Calls a tool with the initial values of its form and the required texts, without waiting for its end. */
async function start(page: Page, key: string, { args = {} }: RealServer): Promise<void> {
  await itemOf(page, key).press('Enter');
  const given = args[key.slice(key.indexOf(':') + 1)];
  if (given) {
    await page.getByRole('tab', { name: 'JSON' }).press('Enter');
    await page.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify(given));
  }
  for (const input of await page.locator('.arguments input[type="text"][aria-required="true"]').all()) {
    if ((await input.inputValue()) === '') await input.fill('1');
  }
  await page.locator('[data-key="call"]').press('Enter');
}

/**
 * Waits until all calls have ended, and answers requests of the server in the meantime. Returns the outcomes.
 */
async function untilEnded(page: Page, keys: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const ended: Record<string, string> = {};
  for (const key of keys) {
    await itemOf(page, key).press('Enter');
    const answer = page.locator('.response:not(.running)');
    const ask = page.locator('.server-request').first();
    while (!(await answer.isVisible())) {
      await expect(answer.or(ask).first()).toBeVisible();
      if (await ask.isVisible()) await reply(ask);
    }
    ended[key] = await outcomeOf(answer);
  }
  return ended;
}

/** Describes the outcome of a call: its result, or the reason why there is none. */
async function outcomeOf(answer: Locator): Promise<string> {
  const title = answer.getByRole('heading', { level: 3 });
  const hasIcon = (id: string): Promise<boolean> => title.locator(`.codicon-${id}`).isVisible();
  const isFailed = await hasIcon('error');
  const isToolError = await hasIcon('warning');
  if (!isFailed && !isToolError) return (await hasIcon('pass')) ? 'answered' : title.innerText();
  await expect(answer.locator(isFailed ? ':scope > p' : '.block :is(.text, .json)').first()).toContainText(
    /\w+ \w+/,
  );
  return isFailed ? 'failed' : 'tool error';
}

/** Fills in the form of a server request and sends it. Never opens a URL of another machine. */
async function reply(ask: Locator): Promise<void> {
  const id = await ask.getAttribute('aria-labelledby');
  const request = ask.page().locator(`.server-request[aria-labelledby="${id}"]`);
  const model = request.getByPlaceholder("Answer in the model's place");
  if (await model.isVisible()) await model.fill('Wet.');
  const required = await request
    .locator('input[aria-required="true"]')
    .evaluateAll((inputs) =>
      inputs.map((input) => [input.id, (input as HTMLInputElement).labels?.[0]?.textContent ?? ''] as const),
    );
  for (const [id, label] of required) {
    const [, value] = Object.entries(answers).find(([begin]) => label.startsWith(begin)) ?? [];
    if (value !== undefined) await request.locator(`[id="${id}"]`).fill(value);
  }
  const isVisit = await request.locator('[data-key^="open-"]').isVisible();
  await request.locator(`[data-key^="${isVisit ? 'decline' : 'accept'}-"]`).press('Enter');
  await expect(request).toHaveCount(0);
}
