import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { expect, test } from '../fixtures.ts';
import { countPublications, findPublicationTarget, publicationFields, publish } from '../kit/publications.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const comparison = /^server\.json for/;
const yes = /^Publish \S+\/mcp under/;

/** Accepts all suggested answers, up to the confirmation. */
async function toConfirmation(workbench: HostWindow, description: string): Promise<void> {
  await expect(workbench.inputTitle).toContainText('(1/4)');
  await workbench.enter('Weather');
  await expect(workbench.inputTitle).toContainText('(2/4)');
  await workbench.enter(description);
  await expect(workbench.inputTitle).toContainText('(3/4)');
  await workbench.enter('');
  await expect(workbench.inputTitle).toContainText('(4/4)');
  await workbench.enter('');
  await expect(workbench.item('Edit Details...')).toBeVisible();
}

test.describe('the comparison', () => {
  test('has the published server on one side, and the new one on the other', async ({
    workbench,
    service,
  }) => {
    const where = findPublicationTarget(service, project);
    const ended = publish(where);
    await toConfirmation(workbench, 'Says it.');
    await expect(workbench.tab(comparison)).toContainText(`${where.domain}: not published ↔ new`);
    await expect(workbench.original).toHaveValue('');
    await expect(workbench.modified).toContainText('"version": "1.0.0", "title": "Weather"');
    await expect(workbench.item(yes)).toContainText('1.0.0 Everyone can see');
    await workbench.choose(workbench.item(yes));
    expect(await ended).toMatchObject({ version: '1.0.0', description: 'Says it.' });

    const again = publish(where);
    await toConfirmation(workbench, 'Says more.');
    await expect(workbench.tab(comparison)).toContainText(`${where.domain}: published ↔ new`);
    const [published] = service.world.published.values();
    await expect(workbench.original).toHaveValue(JSON.stringify(published, undefined, 2));
    await expect(workbench.original).toContainText('"description": "Says it.", "version": "1.0.0"');
    await expect(workbench.modified).toContainText('"description": "Says more.", "version": "1.1.0"');
    // A JSON document would get a warning about its schema, which the editor doesn't load.
    const languages = [...workbench.original.all(), ...workbench.modified.all()];
    expect(languages.map(({ languageId }) => languageId)).toEqual(['jsonl', 'jsonl']);
    await workbench.input.press('Escape');
    expect(await again).toBe(undefined);
  });

  test('closes with its prompt, and keeps the tabs of the user', async ({ workbench, service, folder }) => {
    const where = findPublicationTarget(service, project);
    await workbench.row(project).click();
    await publish({ ...where, ...publicationFields });
    const row = workbench.row('MCP Registry');
    await expect(row).toContainText('published as');
    await row.click();
    await expect(workbench.tab('server.json')).toBeSelected();
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    const files = ['a.txt', 'b.txt'].map((name) => vscode.Uri.file(join(folder, name)));
    for (const { fsPath } of files) writeFileSync(fsPath, 'text');
    const [one, other] = files;
    await vscode.commands.executeCommand('vscode.diff', one, other, 'mine', { preview: false });
    // The preview of another file is kept, too.
    await vscode.commands.executeCommand('vscode.open', one, { preview: true });
    const own = ['server.json', 'mine', 'a.txt'];
    const tabs = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await expect.poll(tabs).toEqual(own);

    for (const leave of ['published', 'left', 'changed'] as const) {
      await test.step(leave, async () => {
        const ended = publish(where);
        await toConfirmation(workbench, `${leave}.`);
        // Immediately, because the tab already exists.
        if (leave === 'left') await workbench.input.press('Escape');
        else await workbench.choose(workbench.item(leave === 'published' ? yes : 'Edit Details...'));
        if (leave === 'changed') {
          await expect(workbench.inputTitle).toContainText('(1/4)');
          await workbench.input.press('Escape');
        }
        await ended;
        await expect.poll(tabs).toEqual(own);
      });
    }
    expect(countPublications(service)).toBe(1 + 3 + 1);
  });
});

test.describe('a published server', () => {
  test('can be shown in the registry, or as its server.json', async ({ workbench, service }) => {
    const answers = { ...findPublicationTarget(service, project), ...publicationFields };
    await publish(answers);
    const message = workbench.notification('was published under');
    await message.getByRole('button', { name: 'Open Registry Page' }).click();
    const name = 'com.example.mcp';
    await expect.poll(() => workbench.fakeEditor.openedUrls).toEqual([expect.stringContaining(name)]);
    const [opened = ''] = workbench.fakeEditor.openedUrls;
    const [published] = service.world.published.values();
    expect(opened).toBe(
      `https://registry.modelcontextprotocol.io/?q=${encodeURIComponent(published?.name ?? '')}`,
    );
    await publish(answers);
    await message.getByRole('button', { name: 'Show server.json' }).click();
    await expect(workbench.tab('server.json')).toBeSelected();
    await expect(workbench.text).toContainText('"version": "1.1.0"');
  });
});
