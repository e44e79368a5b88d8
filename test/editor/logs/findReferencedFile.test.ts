import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findFileReference } from '../../../src/logs/verdict/fileReference.ts';
import { findReferencedFile, showSourcePosition } from '../../../src/logs/verdict/findReferencedFile.ts';
import { signal } from '../../kit/signal.ts';
import { expect, test } from '../fixtures.ts';

async function find(...lines: readonly string[]) {
  const references = lines.map(findFileReference).filter((one) => one !== undefined);
  return findReferencedFile(references, [], signal);
}

test.describe('the file of an error in a build log', () => {
  test.use({
    sources: {
      'src/forecast.ts': 'one\ntwo\nthree\n',
      'services/billing/src/money.py': 'one\n',
      'apps/a/lib/same.ts': '',
      'apps/b/lib/same.ts': '',
    },
  });

  test('is found in the open folder, and opened at its position', async ({ folder }) => {
    const found = await find('src/missing.ts(1,1): error', 'src/forecast.ts(2,3): error TS1');
    expect(found).toMatchObject({ path: 'src/forecast.ts', line: 2, column: 3 });
    if (!found) throw new Error('The file is missing.');
    await showSourcePosition(found);
    const editor = vscode.window.activeTextEditor;
    expect(editor?.document.uri.fsPath).toBe(join(folder, 'src/forecast.ts'));
    expect([editor?.selection.active.line, editor?.selection.active.character]).toEqual([1, 2]);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');

    expect(await find('/workspace/src/forecast.ts:3')).toMatchObject({ path: 'src/forecast.ts' });
    // Below a folder that the path doesn't name, if there is only one such file.
    expect(await find('src/money.py:1')).toMatchObject({ path: 'services/billing/src/money.py' });
    expect(await find('lib/same.ts:1')).toBe(undefined);
  });

  test('is never outside of the open folder', async ({ folder }) => {
    symlinkSync('/etc/hostname', join(folder, 'link.txt'));
    for (const line of [
      'link.txt:1',
      '../etc/x.conf:1',
      '/etc/host.conf:1',
      'src/../../x.ts:1',
      'src\\..\\..\\x.ts:1',
      '**/forecast.ts:1',
      'src/[f]orecast.ts:1',
      'src:1',
    ])
      expect(await find(line)).toBe(undefined);
  });
});
