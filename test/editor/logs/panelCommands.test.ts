import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { openHttpUrl } from '../../../src/editor/panel/openHttpUrl.ts';
import { SettingId } from '../../../src/ids.ts';
import { logScheme } from '../../../src/logs/export/logDocuments.ts';
import { getRowLimit, getTextLimit } from '../../../src/logs/limits.ts';
import { findFirstEnvironment, runCommand, useExtension, waitUntil } from '../support.ts';

describe('the commands of the visible log panel', () => {
  useExtension();
  let rows = 0;
  beforeEach(async () => {
    const { id: environmentId } = await findFirstEnvironment();
    const opened: unknown = await runCommand('hostedMcp.openLatestLogs', { environmentId });
    rows = Number(Reflect.get(Object(opened), 'rows'));
    assert.ok(rows > 0);
  });
  afterEach(() => runCommand('workbench.action.closeAllEditors'));

  it('open its rows as text', async () => {
    await runCommand('hostedMcp.openLogsAsText');
    await waitUntil(() => vscode.window.activeTextEditor?.document.uri.scheme === logScheme);
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.equal(text.match(/^\d{4}-\d\d-\d\dT\S+Z [A-Z]/gm)?.length, rows);
  });

  it('copy an entry in all formats, and return the copied text', async () => {
    const entry = { webviewSection: 'entry', entryId: 1 };
    const line = await runCommand('hostedMcp.copyEntry', entry);
    assert.match(String(line), /^\d{4}-\d\d-\d\dT\S+Z [A-Z]+ /);
    assert.equal(await vscode.env.clipboard.readText(), line);
    const message = await runCommand('hostedMcp.copyEntryMessage', entry);
    assert.ok(String(line).endsWith(String(message).split('\n').at(-1) ?? '-'));
    assert.equal(await vscode.env.clipboard.readText(), message);
    const json = await runCommand('hostedMcp.copyEntryAsJson', entry);
    assert.equal(await vscode.env.clipboard.readText(), json);
    assert.equal(Reflect.get(JSON.parse(String(json)), 'timestamp'), String(line).slice(0, 24));
    assert.equal(await runCommand('hostedMcp.copyRequestId', { requestId: 'r-1' }), 'r-1');
    assert.equal(await runCommand('hostedMcp.copySelectedText', { markedText: 'some' }), 'some');
    assert.equal(await vscode.env.clipboard.readText(), 'some');
  });

  it('do not change the clipboard without an entry', async () => {
    await vscode.env.clipboard.writeText('as it was');
    for (const argument of [{ entryId: 9_999_999 }, { entryId: -2 }, { entryId: 'x' }, undefined]) {
      for (const id of ['hostedMcp.copyEntry', 'hostedMcp.copyEntryMessage', 'hostedMcp.copyEntryAsJson']) {
        assert.equal(await runCommand(id, argument), undefined);
      }
    }
    assert.equal(await runCommand('hostedMcp.copyRequestId'), undefined);
    assert.equal(await vscode.env.clipboard.readText(), 'as it was');
  });

  it('export with masked secrets, including the value of a variable that this window sent', async () => {
    const message = String(await runCommand('hostedMcp.copyEntryMessage', { entryId: 1 }));
    const value = message.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? '';
    assert.ok(value.length > 4);
    const { id: environmentId } = await findFirstEnvironment();
    const variable = { environmentId, key: 'NEW_KEY', value, isSecret: true };
    await runCommand('hostedMcp.addEnvironmentVariable', variable);
    const file = join(mkdtempSync(join(tmpdir(), 'hm-export-')), 'logs.log');
    const { window } = vscode;
    const { showQuickPick, showSaveDialog } = window;
    Object.assign(window, {
      showQuickPick: async (lines: Promise<readonly unknown[]>) => (await lines)[0],
      showSaveDialog: async () => vscode.Uri.file(file),
    });
    try {
      await runCommand('hostedMcp.exportLogs', { scope: 'all' });
    } finally {
      Object.assign(window, { showQuickPick, showSaveDialog });
    }
    const text = readFileSync(file, 'utf8');
    assert.equal(text.match(/^\d{4}-/gm)?.length, rows);
    assert.ok(!text.includes(value), value);
    rmSync(dirname(file), { recursive: true });
    await runCommand('notifications.clearAll');
  });

  it('do nothing without a panel', async () => {
    await runCommand('workbench.action.closeAllEditors');
    await waitUntil(() => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    assert.equal(await runCommand('hostedMcp.openLogsAsText'), undefined);
    assert.equal(await runCommand('hostedMcp.exportLogs', { scope: 'all' }), undefined);
    assert.equal(await runCommand('hostedMcp.copyEntry', { entryId: 1 }), undefined);
    assert.equal(vscode.window.activeTextEditor, undefined);
    await runCommand('notifications.clearAll');
  });
});

describe('a URL in an entry', () => {
  useExtension();
  it("is not opened if it isn't HTTP", async () => {
    for (const url of [
      'command:workbench.action.newGroup',
      'file:///etc/hosts',
      'vscode://a.b/c',
      '',
      'https://[',
    ]) {
      await openHttpUrl(url);
    }
    assert.equal(vscode.window.tabGroups.all.length, 1);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});

describe('the limits of log panels', () => {
  useExtension();
  const set = (value: unknown, id: string = SettingId.rowLimit) =>
    vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
  after(async () => {
    await set(undefined);
    await set(undefined, SettingId.textLimit);
  });

  it('are those of the settings, within the possible range', async () => {
    await set(undefined);
    assert.equal(getRowLimit(), 1_000_000);
    const { packageJSON } = vscode.extensions.getExtension('hosted-mcp.hosted-mcp') ?? {};
    const declared: unknown = packageJSON.contributes.configuration.properties[SettingId.rowLimit];
    const bound = (name: string): unknown => Reflect.get(Object(declared), name);
    for (const [value, limit] of [
      [50_000, 50_000],
      [50_000.4, 50_000],
      [1, bound('minimum')],
      [-5, bound('minimum')],
      [1e12, bound('maximum')],
      ['many', bound('default')],
      [[1], bound('default')],
    ]) {
      await set(value);
      assert.equal(getRowLimit(), limit, String(value));
    }
  });

  it('apply to text, too', async () => {
    assert.equal(getTextLimit(), 500_000_000);
    for (const [value, megabytes] of [
      [100, 100],
      [1, 50],
      [1e9, 4000],
      ['much', 500],
    ] as const) {
      await set(value, SettingId.textLimit);
      assert.equal(getTextLimit(), megabytes * 1_000_000, String(value));
    }
  });
});
