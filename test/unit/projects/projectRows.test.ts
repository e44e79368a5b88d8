import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureContext } from '../../../src/context.ts';
import type { ProjectScope } from '../../../src/projects/filterProjects.ts';
import { project } from '../../kit/records.ts';
import { signal } from '../../kit/signal.ts';

const vscode = await import('vscode');
const { ProjectRows } = await import('../../../src/projects/projectRows.ts');

type Sources = ConstructorParameters<typeof ProjectRows>[1];

test('an earlier load that ends after a later one shows the current scope', async (context) => {
  // The folder is read from the disk, so a load takes longer with this scope than with another one.
  const folder = { uri: vscode.Uri.file(import.meta.dirname), name: 'folder', index: 0 };
  const original = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders') ?? {};
  context.after(() => Object.defineProperty(vscode.workspace, 'workspaceFolders', original));
  Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => [folder] });
  let scope: ProjectScope = { kind: 'folder' };
  const tree = { message: '' };
  const sources = {
    list: { cachedProjects: [project('one', { teamId: 't1' }), project('two')], createdProjects: [] },
    view: {
      filter: '',
      get scope() {
        return scope;
      },
    },
    marks: { update: () => undefined, createBrokenLinkRows: () => [] },
    commands: { setCountText: () => undefined },
  };
  const rows = new ProjectRows({ tree } as unknown as FeatureContext, sources as unknown as Sources);
  const ends: string[] = [];
  const earlier = rows.load(signal, true).then(() => ends.push('earlier'));
  scope = { kind: 'team', id: 't1', name: 'Octo' };
  const later = rows.load(signal, true).then(() => ends.push('later'));
  await Promise.all([earlier, later]);
  assert.deepEqual(ends, ['later', 'earlier']);
  assert.equal(tree.message, 'Team Octo · 1 project');
});
