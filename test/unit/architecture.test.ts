import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test as it } from 'node:test';
import { listSourceFiles, moduleOf, readImports, src } from '../harness/imports.ts';

/** The files that every module can import. */
const everywhere = ['ids.ts', 'fields.ts', 'invisibleCharacters.ts'];

/**
 * The modules below the features, and the modules that each can import, in addition to its own files and the
 * files above. All other modules are features.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  api: [],
  domain: [],
  editor: ['domain'],
  auth: ['api', 'editor'],
  explorer: ['domain', 'editor'],
  folder: ['api', 'domain', 'editor'],
};
/** The modules that a feature can import. */
const feature = ['api', 'auth', 'domain', 'editor', 'explorer', 'folder', 'context.ts'];

const files = listSourceFiles();
const imports = files.flatMap(readImports);

describe('imports', () => {
  it('name existing files', () => {
    const missing = imports.filter(({ to }) => !files.includes(to) && !to.endsWith('.css'));
    assert.deepEqual(missing, []);
    assert.ok(imports.length > 50, 'the imports were read');
  });

  it('go only to lower layers', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [moduleOf(from), moduleOf(to)];
      if (from === 'extension.ts' || here === there || everywhere.includes(to)) return false;
      return !(layers[here] ?? feature).includes(there || to);
    });
    assert.deepEqual(wrong, []);
  });

  it('enter a feature through its feature.ts', () => {
    const entered = imports.filter(({ from, to }) => {
      const there = moduleOf(to);
      return from === 'extension.ts' && there !== '' && !(there in layers) && !to.endsWith('/feature.ts');
    });
    assert.deepEqual(entered, []);
  });

  it('never go to extension.ts, nor from the files that every module can import', () => {
    assert.deepEqual(
      imports.filter(({ to }) => to === 'extension.ts'),
      [],
    );
    assert.deepEqual(everywhere.flatMap(readImports), []);
  });

  it('keep the editor API out of api, domain, and webviews', () => {
    const editorFree = files.filter((file) => /^(?:api|domain)\//.test(file) || file.includes('/webview/'));
    const wrong = editorFree.filter((file) => /from 'vscode'/.test(readFileSync(join(src, file), 'utf8')));
    assert.deepEqual(wrong, []);
  });

  it('leave notifications to editor/message.ts, which does not turn names into links', () => {
    const wrong = files.filter((file) => {
      if (file === 'editor/message.ts') return false;
      const text = readFileSync(join(src, file), 'utf8');
      // Only messages that aren't modal turn URLs into links.
      return [...text.matchAll(/\.show(?:Information|Warning|Error)Message\b([^;]*)/g)].some(
        ([, rest = '']) => !rest.includes('modal: true'),
      );
    });
    assert.deepEqual(wrong, []);
  });

  it('leave lists to editor/pickBox.ts, which does not turn names into icons', () => {
    const wrong = files.filter(
      (file) =>
        file !== 'editor/pickBox.ts' &&
        /\b(?:createQuickPick|showQuickPick)\b/.test(readFileSync(join(src, file), 'utf8')),
    );
    assert.deepEqual(wrong, []);
  });

  it('leave input boxes to editor/askInput.ts', () => {
    const wrong = files.filter((file) =>
      /\b(?:createInputBox|showInputBox)\b/.test(readFileSync(join(src, file), 'utf8')),
    );
    // The filter box applies its text while the user types.
    assert.deepEqual(wrong, ['editor/askInput.ts', 'projects/filterBox.ts']);
  });

  it('keep Node in files whose names end in .node.ts or .cli.ts', () => {
    const wrong = files.filter((file) => {
      if (file.endsWith('.node.ts') || file.endsWith('.cli.ts')) return false;
      return /from '(node:|fs|path|os|crypto|http)/.test(readFileSync(join(src, file), 'utf8'));
    });
    assert.deepEqual(wrong, []);
    // The build for the browser replaces an import of a `.node.ts` file, and doesn't reach what that file imports.
    const replaced = imports.filter(
      ({ from, to }) => to.endsWith('.node.ts') && !/\.(node|cli)\.ts$/.test(from),
    );
    for (const file of new Set(replaced.map(({ to }) => to))) {
      assert.ok(
        files.includes(file.replace('.node.ts', '.browser.ts')),
        `${file} has a .browser.ts counterpart`,
      );
    }
  });

  it('go to .cli.ts files only from .cli.ts files', () => {
    const wrong = imports.filter(({ from, to }) => to.endsWith('.cli.ts') && !from.endsWith('.cli.ts'));
    assert.deepEqual(wrong, []);
    assert.ok(files.some((file) => file.endsWith('.cli.ts')));
  });

  it('go from a webview only to its own feature, editor/webview/, and the files that every module can import', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (!from.includes('/webview/')) return false;
      const own = `${moduleOf(from)}/`;
      const isShared = to.startsWith('editor/webview/') || everywhere.includes(to);
      return !to.startsWith(own) && !isShared && !to.endsWith('.css');
    });
    assert.deepEqual(wrong, []);
  });

  it('form no cycles', () => {
    const cycles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const visit = (file: string, path: readonly string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const { to } of imports.filter(({ from }) => from === file)) visit(to, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    assert.deepEqual(cycles, []);
  });

  it('belong to files of at most 500 lines', () => {
    const long = files.filter((file) => readFileSync(join(src, file), 'utf8').split('\n').length > 500);
    assert.deepEqual(long, []);
  });
});
