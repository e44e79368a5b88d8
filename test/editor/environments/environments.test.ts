import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SettingId } from '../../../src/ids.ts';
import { apiKey, baseUrl, runCommand, useExtension } from '../support.ts';

const headers = () => ({ Authorization: `Bearer ${apiKey}` });
const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

async function projectId(): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/projects`, { headers: headers() });
  const projects: readonly { readonly id: string; readonly name: string }[] = JSON.parse(
    await response.text(),
  );
  const found = projects.find(({ name }) => name === 'weather-tools');
  assert.ok(found);
  return found.id;
}

async function isThere(id: string): Promise<boolean> {
  return (await fetch(`${baseUrl}/v1/environments/${id}`, { headers: headers() })).ok;
}

const protect = (value: readonly string[] | undefined, target: vscode.ConfigurationTarget) =>
  vscode.workspace.getConfiguration().update(SettingId.protectedEnvironments, value, target);

describe('environments with answers of commands', () => {
  useExtension();
  const { Global, Workspace } = vscode.ConfigurationTarget;

  it('are created and deleted, and return the response of the service', async () => {
    const input = { projectId: await projectId(), name: 'by-command', sourceBranch: 'main' };
    const created = await runCommand('hostedMcp.createEnvironment', input);
    const id = String(field(created, 'id'));
    assert.equal(field(created, 'name'), 'by-command');
    assert.equal(field(created, 'sourceBranch'), 'main');
    assert.ok(await isThere(id));

    const wrong = [
      { ...input, name: 'by-command' },
      { ...input, name: ' ' },
      { ...input, name: 'another', sourceBranch: 'a b' },
      { ...input, name: 'another', sourceBranch: '-x' },
      { ...input, name: 'another', sourceBranch: 'a.lock' },
    ];
    for (const one of wrong) {
      assert.equal(await runCommand('hostedMcp.createEnvironment', one), undefined, JSON.stringify(one));
    }
    assert.equal(
      await runCommand('hostedMcp.deleteEnvironment', { environmentId: id, confirm: 'By-Command' }),
      undefined,
    );
    assert.ok(await isThere(id));
    const answer = await runCommand('hostedMcp.deleteEnvironment', {
      environmentId: id,
      confirm: 'by-command',
    });
    assert.deepEqual(answer, { success: true });
    assert.equal(await isThere(id), false);
    assert.equal(
      await runCommand('hostedMcp.deleteEnvironment', { environmentId: id, confirm: 'by-command' }),
      undefined,
    );
  });

  it('that the user protects stay protected in any workspace, which can protect more', async () => {
    const input = { projectId: await projectId(), name: 'kept', sourceBranch: 'main' };
    const id = String(field(await runCommand('hostedMcp.createEnvironment', input), 'id'));
    const deletion = { environmentId: id, confirm: 'kept' };
    await protect(['weather-tools/K*'], Global);
    await protect([], Workspace);
    try {
      assert.equal(await runCommand('hostedMcp.deleteEnvironment', deletion), undefined);
      assert.ok(await isThere(id));
      await protect(undefined, Global);
      await protect(['kept'], Workspace);
      assert.equal(await runCommand('hostedMcp.deleteEnvironment', deletion), undefined);
      assert.ok(await isThere(id));
    } finally {
      await protect(undefined, Global);
      await protect(undefined, Workspace);
    }
    assert.deepEqual(await runCommand('hostedMcp.deleteEnvironment', deletion), { success: true });
    await runCommand('notifications.clearAll');
  });
});
