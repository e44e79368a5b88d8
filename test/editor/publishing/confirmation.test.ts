import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ContextKeyId } from '../../../src/ids.ts';
import { expect, test } from '../fixtures.ts';
import {
  countPublications,
  findPublicationTarget,
  previewTab,
  publicationFields,
  publish,
  publishPreview,
} from '../kit/publications.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const { hasPublicationPreview } = ContextKeyId;

/** Accepts all suggested answers, up to the preview. */
async function toPreview(workbench: HostWindow, description: string): Promise<void> {
  await expect(workbench.inputTitle).toContainText('(1/4)');
  await workbench.enter('Weather');
  await expect(workbench.inputTitle).toContainText('(2/4)');
  await workbench.enter(description);
  await expect(workbench.inputTitle).toContainText('(3/4)');
  await workbench.enter('');
  await expect(workbench.inputTitle).toContainText('(4/4)');
  await workbench.enter('');
  await expect(workbench.tab(previewTab)).toBeSelected();
}

/** Returns the commands of the lines above a document. */
async function listLenses(uri: vscode.Uri | undefined): Promise<readonly vscode.Command[]> {
  if (!uri) throw new Error('No document is open.');
  // The editor might not have loaded it yet.
  await vscode.workspace.openTextDocument(uri);
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
  );
  return lenses.map(({ command }) => command).filter((command) => command !== undefined);
}

test.describe('the preview', () => {
  test('is one document the first time, and a comparison later', async ({ workbench, service }) => {
    const where = findPublicationTarget(service, project);
    const ended = publish(where);
    await toPreview(workbench, 'Says it.');
    await expect(workbench.tab(previewTab)).toHaveText(`server.json 1.0.0 for ${where.domain}`);
    await expect(workbench.text).toContainText('"version": "1.0.0", "title": "Weather"');
    await expect(workbench.input).toBeHidden();
    // For JSON, the editor would request the schema that the document names.
    expect(vscode.window.activeTextEditor?.document.languageId).toBe('hostedMcpServerJson');
    await expect.poll(() => workbench.fakeEditor.context.get(hasPublicationPreview)).toBe(true);
    await publishPreview(workbench);
    expect(await ended).toMatchObject({ version: '1.0.0', description: 'Says it.' });
    await expect(workbench.tab(previewTab)).toHaveCount(0);
    await expect.poll(() => workbench.fakeEditor.context.get(hasPublicationPreview)).toBe(false);

    const again = publish(where);
    await toPreview(workbench, 'Says more.');
    await expect(workbench.tab(previewTab)).toHaveText(`server.json for ${where.domain}: 1.0.0 ↔ 1.1.0`);
    const [published] = service.world.published.values();
    await expect(workbench.original).toHaveValue(JSON.stringify(published, undefined, 2));
    await expect(workbench.original).toContainText('"description": "Says it.", "version": "1.0.0"');
    await expect(workbench.modified).toContainText('"description": "Says more.", "version": "1.1.0"');
    const [original] = workbench.original.all();
    expect(await listLenses(original?.uri)).toEqual([]);
    const languages = [...workbench.original.all(), ...workbench.modified.all()];
    expect(languages.map(({ languageId }) => languageId)).toEqual([
      'hostedMcpServerJson',
      'hostedMcpServerJson',
    ]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    expect(await again).toBe(undefined);
  });

  test('is published only after a dialog that names the version', async ({ workbench, service }) => {
    const where = findPublicationTarget(service, project);
    const ended = publish(where);
    await toPreview(workbench, 'Says it.');
    await workbench.run('Publish This Version');
    await expect(workbench.dialog).toContainText(/^Publish \S+\/mcp 1\.0\.0 to the MCP Registry\?/);
    await expect(workbench.dialog).toContainText(
      `under ${where.domain}. A published version can't be withdrawn.`,
    );
    await expect(workbench.dialog.getByRole('button')).toHaveText(['Publish 1.0.0', 'Cancel']);
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(workbench.tab(previewTab)).toBeSelected();
    // The actions are above the document, too.
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = input instanceof vscode.TabInputText ? input.uri : undefined;
    const lenses = await listLenses(uri);
    expect(lenses.map(({ title }) => title)).toEqual(['Publish 1.0.0', 'Edit Values']);
    const [publishLens, changeLens] = lenses;
    const confirmation = vscode.commands.executeCommand(
      publishLens?.command ?? '',
      ...(publishLens?.arguments ?? []),
    );
    await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
    await confirmation;
    await workbench.run('Edit Values', changeLens?.arguments?.[0]);
    await expect(workbench.inputTitle).toContainText('(1/4)');
    await expect(workbench.tab(previewTab)).toHaveCount(0);
    await workbench.input.press('Escape');
    expect(await ended).toBe(undefined);
    expect(service.world.published.size).toBe(0);
    await workbench.run('Publish This Version');
    await expect(workbench.notification("doesn't show a server.json to publish")).toBeVisible();
  });

  test('ends the command when it is closed, and the answers are kept', async ({ workbench, service }) => {
    const where = findPublicationTarget(service, project);
    const ended = publish(where);
    await toPreview(workbench, 'Kept.');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    expect(await ended).toBe(undefined);
    await expect(workbench.notification('')).toHaveCount(0);
    expect(service.world.published.size).toBe(0);
    const again = publish(where);
    await workbench.enter('Weather');
    await expect(workbench.inputTitle).toContainText('(2/4)');
    expect(await workbench.input.inputValue()).toBe('Kept.');
    await workbench.input.press('Escape');
    expect(await again).toBe(undefined);
  });

  test('is used again by the same command, which ends the earlier one', async ({ workbench, service }) => {
    const where = findPublicationTarget(service, project);
    const first = publish(where);
    await toPreview(workbench, 'Says it.');
    const second = publish(where);
    await toPreview(workbench, 'Says it.');
    expect(await first).toBe(undefined);
    await publishPreview(workbench);
    expect(await second).toMatchObject({ version: '1.0.0' });
    await expect(workbench.tab(previewTab)).toHaveCount(0);
  });

  test('closes with its command, and keeps the tabs of the user', async ({ workbench, service, folder }) => {
    const where = findPublicationTarget(service, project);
    await workbench.row(project).click();
    await publish({ ...where, ...publicationFields });
    const row = workbench.row('MCP Registry');
    await expect(row).toHaveAccessibleName(/, published as /);
    await row.click();
    await expect(workbench.tab('Published server.json 1.0.0')).toBeSelected();
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    const files = ['a.txt', 'b.txt'].map((name) => vscode.Uri.file(join(folder, name)));
    for (const { fsPath } of files) writeFileSync(fsPath, 'text');
    const [one, other] = files;
    await vscode.commands.executeCommand('vscode.diff', one, other, 'mine', { preview: false });
    // The preview of another file is kept, too.
    await vscode.commands.executeCommand('vscode.open', one, { preview: true });
    const own = [`Published server.json 1.0.0 for ${where.domain}`, 'mine', 'a.txt'];
    const tabs = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    await expect.poll(tabs).toEqual(own);

    for (const leave of ['published', 'left', 'changed'] as const) {
      await test.step(leave, async () => {
        const ended = publish(where);
        await toPreview(workbench, `${leave}.`);
        if (leave === 'left') await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        if (leave === 'published') await publishPreview(workbench, '1.1.0');
        if (leave === 'changed') {
          await workbench.run('Edit Values');
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
    await expect(workbench.tab('Published server.json 1.1.0')).toBeSelected();
    await expect(workbench.text).toContainText('"version": "1.1.0"');
  });
});
