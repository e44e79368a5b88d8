import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';

const serverName = 'weather-tools-production';
/** Returns the ID of the input, which contains the host. */
const inputId = (service: SampleService): string =>
  `${serverName}-x-weather-key-${new URL(service.url).host.replace(':', '-')}`;
const definition = (service: SampleService) => ({
  type: 'http',
  url: `${service.url}/mcp/${findEnvironmentId(service, 'weather-tools', 'production')}`,
  headers: { 'x-weather-key': `\${input:${inputId(service)}}` },
});
const toArgument = (service: SampleService) => ({
  environmentId: findEnvironmentId(service, 'weather-tools', 'production'),
  environmentName: 'production',
  projectName: 'weather-tools',
});
const readMcpJson = (folder: string): string => readFileSync(join(folder, '.vscode', 'mcp.json'), 'utf8');

/** Returns the document of the file, if the editor has it. */
const findMcpJson = (): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find(({ fileName }) => fileName.endsWith('mcp.json'));

/** Replaces the file, and waits until its document in the editor is updated. */
async function writeMcpJson(folder: string, text: string): Promise<void> {
  const uri = vscode.Uri.file(join(folder, '.vscode', 'mcp.json'));
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await expect.poll(() => findMcpJson()?.getText()).toBe(text);
}

test.describe('the configuration of MCP clients', () => {
  test('is copied for a client, with the names of the variables for its headers', async ({
    workbench,
    service,
  }) => {
    await workbench.run('Copy Configuration for MCP Client...', toArgument(service));
    await expect(workbench.item('ChatGPT')).toContainText(
      "Can't send the headers that the server needs: x-weather-key",
    );
    // It's after the clients that can send the headers.
    await expect(workbench.item(/./).last()).toContainText("Can't send the headers");
    await workbench.item('Claude Code').click();
    const variable = 'MCP_WEATHER_TOOLS_PRODUCTION_X_WEATHER_KEY';
    await expect(workbench.notification('.mcp.json')).toContainText(variable);
    const { type, url } = definition(service);
    expect(JSON.parse(await workbench.clipboard())).toEqual({
      mcpServers: { [serverName]: { type, url, headers: { 'x-weather-key': `\${${variable}}` } } },
    });
    await workbench.notification('.mcp.json').getByRole('button', { name: 'Open Page' }).click();
    expect(workbench.fakeEditor.openedUrls).toEqual(['https://code.claude.com/docs/en/mcp']);
  });

  test('is not copied while the required headers are not known', async ({ workbench, service }) => {
    service.faults.add({ match: { path: '^/v1/environments/[^/]+/playground' }, status: 500 });
    await workbench.run('Copy Configuration for MCP Client...', toArgument(service));
    const message = workbench.notification('Service error 500');
    await expect(message).toBeVisible();
    service.faults.clear();
    await message.getByRole('button', { name: 'Try Again' }).click();
    await expect(workbench.item('ChatGPT')).toContainText('x-weather-key');
  });

  test('is copied without unknown headers if the playground has an unexpected shape', async ({
    workbench,
    service,
  }) => {
    service.faults.add({ match: { path: '^/v1/environments/[^/]+/playground' }, status: 200, body: 7 });
    await workbench.run('Copy Configuration for MCP Client...', toArgument(service));
    await workbench.item('Claude Code').click();
    const { type, url } = definition(service);
    await expect.poll(() => workbench.clipboard()).toContain(serverName);
    expect(JSON.parse(await workbench.clipboard())).toEqual({ mcpServers: { [serverName]: { type, url } } });
  });

  test('is not added to a file that the editor could not create', async ({ workbench, service, folder }) => {
    // No earlier test opened the file, because the editor keeps the document of a deleted file.
    writeFileSync(join(folder, '.vscode'), 'not a folder');
    await workbench.run('Add to mcp.json...', toArgument(service));
    await workbench.item('.vscode/mcp.json').click();
    await expect(workbench.notification("Couldn't create .vscode/mcp.json.")).toBeVisible();
  });

  test('is added to mcp.json, which is kept otherwise, and whose errors are shown', async ({
    workbench,
    service,
    folder,
  }) => {
    const add = async (): Promise<void> => {
      await workbench.run('Add to mcp.json...', toArgument(service));
      await workbench.item('.vscode/mcp.json').click();
    };
    await test.step('creates the file, and the change can be undone', async () => {
      await add();
      await expect.poll(() => findMcpJson()?.getText()).toContain(serverName);
      await expect.poll(() => findMcpJson()?.isDirty).toBe(false);
      const { servers, inputs } = JSON.parse(readMcpJson(folder));
      expect(servers).toEqual({ [serverName]: definition(service) });
      expect(inputs).toMatchObject([{ id: inputId(service), password: true }]);
      // The command ends by showing the added server. Only then, its file is what is undone.
      const readShownLine = (): number | undefined => {
        const { activeTextEditor: editor } = vscode.window;
        return editor?.document === findMcpJson() ? editor?.selection.active.line : undefined;
      };
      await expect.poll(readShownLine).toBe(2);
      await vscode.commands.executeCommand('undo');
      await expect.poll(() => findMcpJson()?.getText()).toBe('');
      await findMcpJson()?.save();
    });

    await test.step('keeps an entry with the same name unless the user replaces it', async () => {
      const before = `// shared\n{\n  "servers": {\n    "${serverName}": { "url": "https://old.example.com" }, // mine\n  }\n}\n`;
      await writeMcpJson(folder, before);
      for (const button of ['Cancel', 'Replace']) {
        await add();
        await expect(workbench.dialog).toContainText(`Replace the server ${serverName}?`);
        expect(readMcpJson(folder)).toBe(before);
        await workbench.dialog.getByRole('button', { name: button }).click();
        await expect(workbench.dialog).toHaveCount(0);
      }
      await expect.poll(() => readMcpJson(folder)).toContain(service.url);
      expect(readMcpJson(folder)).toMatch(/^\/\/ shared\n/);
      expect(readMcpJson(folder)).toContain('}, // mine');
      expect(readMcpJson(folder)).not.toContain('old.example.com');
    });

    await test.step('shows the position of invalid JSON, and changes nothing', async () => {
      const invalid = '{\n  "servers": {\n    "a": {} "b": {}\n  }\n}\n';
      await writeMcpJson(folder, invalid);
      await add();
      await expect(
        workbench.notification(/mcp\.json contains invalid JSON at line 3, column 13/),
      ).toBeVisible();
      expect(vscode.window.activeTextEditor?.selection.active.line).toBe(2);
      expect(readMcpJson(folder)).toBe(invalid);
    });

    await test.step('reports a change that the editor could not save', async () => {
      await writeMcpJson(folder, '{}');
      const files = vscode.workspace.getConfiguration('files');
      // In the folder, which is emptied after the test.
      await files.update('readonlyInclude', { '**/mcp.json': true }, vscode.ConfigurationTarget.Workspace);
      await add();
      await expect(workbench.notification(/mcp\.json was changed.*couldn't be saved/)).toBeVisible();
      expect(readMcpJson(folder)).toBe('{}');
    });
  });

  test('is added to the mcp.json of the user, also if the one of the workspace is open', async ({
    workbench,
    service,
    folder,
  }) => {
    const before = '{ "servers": {} }\n';
    const uri = vscode.Uri.file(join(folder, '.vscode', 'mcp.json'));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(before));
    await vscode.window.showTextDocument(uri);
    const findUserFile = () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith('/User/mcp.json'));
    try {
      await workbench.run('Add to mcp.json...', toArgument(service));
      await workbench.item('User').click();
      await expect.poll(() => findUserFile()?.getText()).toContain(serverName);
      await expect
        .poll(() => vscode.window.activeTextEditor?.document.uri.path)
        .toMatch(/\/User\/mcp\.json$/);
      expect(readMcpJson(folder)).toBe(before);
    } finally {
      const file = findUserFile();
      if (file) await vscode.workspace.fs.delete(file.uri);
    }
  });
});
