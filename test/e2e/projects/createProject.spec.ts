import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Editor } from '../../harness/editor.ts';
import { settingsFile } from '../../harness/settings.ts';
import { findProjects } from '../../kit/createdProjects.ts';
import { nodeServer } from '../../kit/repositories.ts';
import { listServiceVariables } from '../../kit/serviceVariables.ts';
import {
  acceptEntry,
  expectProjectShown,
  findActive,
  findChecked,
  findTitle,
  goBack,
  sendSummary,
  startWizard,
} from '../createWizard.ts';
import { readFilesBelow } from '../filesBelow.ts';
import { expect } from '../fixtures.ts';
import { test } from '../repositories.ts';

/** A text in the values of variables and in the token of the remote, to search for. */
const marker = 'Zq7';
const value = `${marker}-marker`;
const key = 'Control+Alt+F9';

test.use({
  repository: {
    ...nodeServer,
    remote: `https://octo:ghp_${marker}markertoken@github.com/octo/tide-tables.git`,
  },
  settings: { 'git.enabled': true },
  editor: async ({ editor }, use) => {
    const environmentVariables = [{ key: 'BY_KEY', value: 'plain' }];
    const args = { name: 'By Key', runtime: 'node24', startCommand: 'npm start', environmentVariables };
    writeKeyBindings(editor, [{ key: 'ctrl+alt+f9', command: 'hostedMcp.createProject', args }]);
    await use(editor);
  },
});

test('a server becomes a project with two prompts; Back keeps answers, and no secret is shown or stored', async ({
  workbench,
  service,
  page,
  editor,
}) => {
  // Now the Git extension of the editor has found the folder, and is the source of the branch.
  await expect(page.locator('.statusbar-item').filter({ hasText: 'release/next' }).first()).toBeVisible();
  await startWizard(workbench);
  await expect(findTitle(workbench)).toHaveText('Create Project (1/3)');
  await expect(workbench.input).toHaveValue('tide-tables');
  await workbench.enter('   ');
  await expect(workbench.inputMessage).toContainText('Enter a name of 1 to 100 characters.');
  await workbench.enter('Tides 2');
  await expect(findActive(workbench)).toContainText('Octo Dev');
  await goBack(workbench, 'key');
  await expect(workbench.input).toHaveValue('Tides 2');
  await workbench.enter('Tides 2');
  await acceptEntry(workbench, 'Octo Dev');
  await expect(findActive(workbench)).toContainText('Create Project');
  await goBack(workbench, 'button');
  await acceptEntry(workbench, 'Octo Dev');

  await test.step('sends only selected variables', async () => {
    await workbench.choose(workbench.item(/^Variables.*none · 4 found in \.env\.example, \.env/));
    await expect(workbench.item('')).toHaveText([/LOG_LEVEL/, /TIDES_API_KEY/, /STATION/, /UNUSED/]);
    await expect(findChecked(workbench)).toHaveCount(0);
    await workbench.item('TIDES_API_KEY').click();
    await workbench.item('STATION').click();
    await workbench.input.press('Enter');
    await expect(findChecked(workbench)).toHaveText([/TIDES_API_KEY/]);
    await workbench.input.press('Enter');
    await expect(workbench.inputMessage).toContainText('value of STATION');
    await expect(workbench.input).toHaveAttribute('type', 'password');
    await workbench.enter(`${value}-station`);
    await expect(workbench.item(/^Variables/)).toBeVisible();
  });

  await test.step('restores a canceled draft without a message', async () => {
    await workbench.input.press('Escape');
    await expect(workbench.input).toBeHidden();
    await expect(workbench.notification('')).toHaveCount(0);
    await workbench.run('Create Project');
    await expect(findTitle(workbench)).toHaveText('Create Project from Draft (3/3)');
    await expect(
      page.locator('.quick-input-titlebar').getByRole('button', { name: 'Start Over' }),
    ).toBeVisible();
    await expect(workbench.item(/^Name.*Tides 2/)).toBeVisible();
  });

  await test.step('shows everything in the summary without scrolling', async () => {
    const lines = [
      ...[/Create Project$/, /^Name.*Tides 2/, /^Team.*Octo Dev/],
      /^Repository.*https:\/\/github\.com\/octo\/tide-tables/,
      ...[/^Branch.*release\/next/, /^Root directory/, /^Variables.*TIDES_API_KEY \(secret\), STATION/],
      ...[/^Runtime.*Node\.js 22 · from engines\.node: >=20 <23/, /^Transport.*Streamable HTTP/],
      ...[/^Install command.*npm ci/, /^Build command.*npm run build/, /^Build output directory.*dist/],
      /^Start command.*npm start/,
    ];
    const list = page.locator('.quick-input-list .monaco-list');
    // The list moves while it opens.
    await expect(async () => {
      const bottom = await bottomOf(list);
      for (const line of lines)
        expect(await bottomOf(workbench.item(line)), String(line)).toBeLessThanOrEqual(bottom);
    }).toPass({ intervals: [50] });
  });
  expect(await page.content()).not.toContain(marker);
  await workbench.choose(workbench.item(/^Start command/));
  await workbench.enter('node dist/server.js');
  await expect(workbench.item(/^Start command.*node dist\/server\.js/)).toBeVisible();
  expect(findProjects(service, 'Tides 2')).toEqual([]);
  await sendSummary(workbench);

  await expectProjectShown(workbench, 'Tides 2');
  expect(findProjects(service, 'Tides 2')).toEqual([
    expect.objectContaining({
      sourceRepository: 'https://github.com/octo/tide-tables',
      rootDirectory: null,
      runtime: 'node22',
      transport: 'streamablehttp',
      teamId: service.world.teams[0]?.id,
      installCommand: 'npm ci',
      buildCommand: 'npm run build',
      buildOutputDir: 'dist',
      startCommand: 'node dist/server.js',
    }),
  ]);
  expect(listServiceVariables(service, 'Tides 2', 'production')).toEqual([
    expect.objectContaining({ key: 'TIDES_API_KEY', value: `${value}-key`, isSecret: true }),
    expect.objectContaining({ key: 'STATION', value: `${value}-station`, isSecret: false }),
  ]);
  expect(await page.content()).not.toContain(marker);

  await test.step('asks nothing for a key binding with all answers', async () => {
    await workbench.tree.locator('.monaco-list').press(key);
    await expectProjectShown(workbench, 'By Key');
    expect(listServiceVariables(service, 'By Key', 'production')).toHaveLength(1);
  });

  // Git itself can store the remote.
  const isOurs = /hosted-mcp|User\/(settings|globalStorage)/;
  for (const [name, text] of readFilesBelow(editor.dataDir))
    expect(text.includes(isOurs.test(name) ? marker : value), name).toBe(false);
});

async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox({ timeout: 2000 });
  if (!box) throw new Error('The element is not drawn.');
  return box.y + box.height;
}

/** A key binding in the format of `keybindings.json`. */
interface KeyBinding {
  readonly key: string;
  readonly command: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Writes the key bindings of a user. Call it before the window opens. */
function writeKeyBindings({ dataDir }: Editor, bindings: readonly KeyBinding[]): void {
  const file = join(dirname(settingsFile(dataDir)), 'keybindings.json');
  writeFileSync(file, JSON.stringify(bindings));
}
