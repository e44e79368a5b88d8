import '../../bench/fakeEditorHook.ts';
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readRepositoryFile } from '../../kit/fileText.ts';

const vscode = await import('vscode');
const { createPanel } = await import('../../../src/editor/panel/panel.ts');

/** The names of the icons that panels have in the sources. */
const names = globSync('src/**/*anel{,.node}.ts')
  .map(readRepositoryFile)
  .filter((source) => source.includes('createPanel('))
  .flatMap((source) => {
    const [, name] = /\bname: '(\w+)',\n/.exec(source) ?? [];
    const icons = /\bicon: (.+),\n/.exec(source)?.[1]?.match(/(?<=')\w+(?=')/g);
    return icons ?? (name === undefined ? [] : [name]);
  });
const readIcon = (name: string, theme: string): string =>
  readRepositoryFile(`media/tabs/${name}-${theme}.svg`);

describe('the icon of a tab', () => {
  test('exists for each kind of page, in light and dark', () => {
    assert.deepEqual(names.toSorted(), [
      ...['analytics', 'auditReport', 'deploymentLog', 'environment', 'inspector', 'logs', 'tunnel'],
    ]);
    const files = names.flatMap((name) => [`${name}-dark.svg`, `${name}-light.svg`]);
    assert.deepEqual(
      globSync('*.svg', { cwd: 'media/tabs' }).toSorted(),
      files.toSorted(),
      'there are no other files',
    );
  });

  test('is the icon of the page, or the one that the panel names', () => {
    const iconOf = (options: { readonly icon?: string }): readonly string[] => {
      const panel = new (Reflect.get(vscode, 'Panel'))('type', 'title');
      const dependencies = { extensionUri: vscode.Uri.file('/extension') };
      createPanel(panel, dependencies as never, { name: 'logs', ...options } as never);
      const { light, dark } = panel.iconPath;
      return [light.path, dark.path];
    };
    const folder = '/extension/media/tabs';
    assert.deepEqual(iconOf({}), [`${folder}/logs-light.svg`, `${folder}/logs-dark.svg`]);
    const ofDeployment = iconOf({ icon: 'deploymentLog' });
    assert.deepEqual(ofDeployment, [`${folder}/deploymentLog-light.svg`, `${folder}/deploymentLog-dark.svg`]);
  });

  test('differs from those of other kinds, and has one color in each theme', () => {
    const icons = new Set(names.map((name) => readIcon(name, 'dark')));
    assert.equal(icons.size, names.length);
    for (const name of names) {
      const [dark, light] = [readIcon(name, 'dark'), readIcon(name, 'light')];
      assert.equal(dark.replaceAll('#CCCCCC', ''), light.replaceAll('#3B3B3B', ''), name);
      for (const icon of [dark, light]) {
        assert.match(icon, /^<svg [^>]*viewBox="0 0 16 16"/, name);
        assert.doesNotMatch(icon, /currentColor|<script|href|style/, name);
      }
    }
  });
});
