import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type EnvironmentRecord, findFirstEnvironment, runCommand, useExtension } from '../support.ts';

describe('intent categories', () => {
  useExtension();
  let environment: EnvironmentRecord;
  let folder: string;
  before(async () => {
    environment = await findFirstEnvironment();
    folder = mkdtempSync(join(tmpdir(), 'hm-categories-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are created, linked, and exported by commands with answers, which return the response of the service', async () => {
    const target = { environmentId: environment.id, environmentName: environment.name };
    const created = (await runCommand('hostedMcp.createIntentCategory', {
      ...target,
      name: ' Weather ',
      color: 'green',
      intentIds: ['int_forecast_today'],
    })) as { id: string; name: string; color: string; environmentId: string };
    assert.deepEqual(
      { ...created, id: '', createdAt: '' },
      { id: '', createdAt: '', environmentId: environment.id, name: 'Weather', color: 'green' },
    );
    const linked = await runCommand('hostedMcp.linkIntents', {
      ...target,
      categoryId: created.id,
      intentIds: 'int_forecast_week int_nowhere, int_forecast_week',
    });
    assert.deepEqual(linked, {
      success: false,
      linked: ['int_forecast_week'],
      unknown: ['int_nowhere'],
      left: [],
    });
    await runCommand('hostedMcp.addIntentCategory', { ...target, categoryId: 'cat_other', name: 'Other' });
    const file = vscode.Uri.file(join(folder, 'all.intent-categories.json'));
    assert.deepEqual(
      await runCommand('hostedMcp.exportIntentCategories', { ...target, file: file.toString() }),
      {
        file: file.toString(),
        categories: 2,
      },
    );
    assert.deepEqual(JSON.parse(readFileSync(file.fsPath, 'utf8')), {
      version: 1,
      categories: [
        { name: 'Other' },
        { name: 'Weather', color: 'green', intentIds: ['int_forecast_today', 'int_forecast_week'] },
      ],
    });
    // The extension has all data, so there is nothing to confirm.
    assert.equal(
      await runCommand('hostedMcp.importIntentCategories', { ...target, file: file.toString() }),
      undefined,
    );
    for (const categoryId of [created.id, 'cat_other']) {
      await runCommand('hostedMcp.forgetIntentCategory', { ...target, categoryId });
    }
  });

  it('are rejected before anything is sent if an answer is invalid', async () => {
    const target = { environmentId: environment.id, environmentName: environment.name };
    for (const wrong of [
      { name: '  ' },
      { name: 'x'.repeat(101) },
      { name: 'x', color: 'ultraviolet' },
      { name: 'x', intentIds: [] },
    ]) {
      assert.equal(await runCommand('hostedMcp.createIntentCategory', { ...target, ...wrong }), undefined);
    }
    const empty = { ...target, categoryId: 'cat', intentIds: [' ', ''] };
    assert.equal(await runCommand('hostedMcp.linkIntents', empty), undefined);
  });

  it('have a schema for their files, with completions of colors and fields, and diagnostics', async () => {
    const text = '{ "version": 1, "categories": [\n{ "name": "x", "color": "pnik" },\n{ "name": "y",  }\n] }';
    const file = vscode.Uri.file(join(folder, 'team.intent-categories.json'));
    writeFileSync(file.fsPath, text);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const completions = async (line: number, after: string): Promise<readonly string[]> => {
      const character = document.lineAt(line).text.indexOf(after) + after.length;
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        file,
        new vscode.Position(line, character),
      );
      return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    // The language server is starting. The time limit of the test ends the wait.
    let colors: readonly string[] = [];
    while (!colors.includes('"pink"')) colors = await completions(1, '"color": "');
    assert.deepEqual(
      ['"red"', '"orange"', '"yellow"', '"green"', '"blue"', '"purple"', '"pink"', '"gray"'].filter(
        (color) => !colors.includes(color),
      ),
      [],
    );
    const fields = await completions(2, '"y", ');
    assert.deepEqual([fields.includes('color'), fields.includes('intentIds')], [true, true]);
    const messages = () => vscode.languages.getDiagnostics(file).map(({ message }) => message);
    while (!messages().some((message) => message.includes('"pink"'))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await runCommand('workbench.action.closeAllEditors');
  });
});
