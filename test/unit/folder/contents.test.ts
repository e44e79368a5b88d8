import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findExcludedFolder } from '../../../src/folder/files.ts';
import { parseIgnoreRules } from '../../../src/folder/ignoreRules.ts';
import { inspectFiles } from '../../../src/folder/inspect.node.ts';
import { byGit, byWalk, folderWith, readWith, runGit } from './tree.ts';

// There are few names, so that rules match files.
const names = ['a', 'src', 'out', 'x.js', 'z.log', 'a b', '[a]'];
const name = fc.constantFrom(...names);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const pattern = fc.oneof(
  name,
  path,
  fc.constantFrom(
    '*.js',
    '*.log',
    'o*',
    '**/out',
    'src/**',
    'a/**/b',
    '**/lib/*.ts',
    '[ab]',
    '\\[a\\]',
    '?.js',
  ),
  fc.constantFrom('#out', '\\#out', 'out ', 'a\\ b', '*', '*/', '/*', '!', '/', '**', 'src/*'),
);
const rule = fc
  .tuple(fc.boolean(), fc.boolean(), pattern, fc.boolean())
  .map(([isNegative, isTied, one, isFolder]) => {
    const whole = `${isTied && !one.startsWith('/') ? '/' : ''}${one}${isFolder && !one.endsWith('/') ? '/' : ''}`;
    return `${isNegative ? '!' : ''}${whole}`;
  });
const rules = fc
  .tuple(
    fc.constantFrom('', '', '\uFEFF'),
    fc.array(rule, { minLength: 0, maxLength: 4 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([mark, lines, end]) => mark + lines.join(end));
const tree = fc.record({
  files: fc.uniqueArray(path, { minLength: 1, maxLength: 25 }),
  tracked: fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
  top: rules,
  /** Ignore files in the folders of these files. */
  nested: fc.array(fc.tuple(fc.nat(), rules), { minLength: 1, maxLength: 4 }),
});

/** Removes paths that can't exist together, such as a file and a folder with the same path. */
function withoutClashes(paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.flatMap((one) => parentsOf(one)));
  return paths.filter((one) => !folders.has(one));
}

function parentsOf(one: string): readonly string[] {
  const parts = one.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

describe('the contents of a folder', () => {
  test('exclude files that Git ignores, with Git and without it', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async ({ files, tracked, top, nested }) => {
        const folders = [...new Set(withoutClashes(files).flatMap((one) => parentsOf(one)))];
        const ignores = nested.flatMap(([at, text]) =>
          folders.length === 0 ? [] : [[`${folders[at % folders.length]}/.gitignore`, text] as const],
        );
        const paths = withoutClashes([...files, ...ignores.map(([at]) => at)]);
        const contents = Object.fromEntries([
          ...paths.map((one) => [one, 'x']),
          ...ignores.filter(([at]) => paths.includes(at)),
          ['.gitignore', top],
        ]);
        using folder = folderWith(contents);
        folder.git('init', '-q');
        const expected = list(folder.git('ls-files', '-z', '--others', '--exclude-standard'));
        assert.deepEqual((await byWalk(folder.root)).paths.toSorted(), expected, 'by the walk');

        // Tracked files are included even if they're ignored.
        const added = paths.filter((_, at) => tracked[at]);
        if (added.length > 0) folder.git('--literal-pathspecs', 'add', '-f', '--', ...added);
        const whole = list(folder.git('ls-files', '-z', '--cached', '--others', '--exclude-standard'));
        assert.deepEqual([...((await byGit(folder.root))?.paths ?? [])].sort(), whole, 'by Git');
        const ignored = new Set(
          list(folder.git('ls-files', '-z', '--others', '--ignored', '--exclude-standard')),
        );
        const gone = (await readWith(folder.root, 'git')).files.filter((file) => ignored.has(file.path));
        assert.deepEqual(gone, []);
      }),
      { numRuns: 15 },
    );
  });

  test('are not affected by an ignore pattern without a name', () => {
    assert.deepEqual(parseIgnoreRules('\uFEFF*.log\r\na', 'sub'), ['/sub/**/*.log', '/sub/**/a']);
    assert.deepEqual(parseIgnoreRules('/*\n!\n!/\n/\n \n#a\nb', 'sub'), ['/sub/*', '/sub/**/b']);
  });

  test('follow the ignore rules of parent folders and of the repository', async () => {
    using folder = folderWith({
      '.gitignore': '*.log\n/server/tmp/\n',
      'server/a.log': '',
      'server/tmp/b': '',
      'server/c.local': '',
      'server/kept.js': '',
      'server/deep/.gitignore': '!a.log\n',
      'server/deep/a.log': '',
    });
    folder.git('init', '-q');
    folder.write('.git/info/exclude', '*.local\n');
    const server = join(folder.root, 'server');
    const expected = ['deep/.gitignore', 'deep/a.log', 'kept.js'];
    assert.deepEqual((await byWalk(server)).paths.toSorted(), expected);
    assert.deepEqual([...((await byGit(server))?.paths ?? [])].sort(), expected);
  });

  test('exclude folders with dependencies, by their name and by their content', async () => {
    using folder = folderWith({
      'package.json': '{}',
      'dist/index.js': '',
      'node_modules/a/index.js': '',
      'sub/node_modules/b.js': '',
      'py/__pycache__/m.pyc': '',
      '.venv/bin/python': '',
      'env-of-mine/pyvenv.cfg': '',
      'env-of-mine/lib/site.py': '',
      'not_node_modules/c.js': '',
    });
    for (const how of ['fileSystem', 'git'] as const) {
      if (how === 'git') folder.git('init', '-q');
      const { files, excludedFiles } = await readWith(folder.root, how);
      assert.deepEqual(
        files.map((file) => file.path),
        ['dist/index.js', 'not_node_modules/c.js', 'package.json'],
        how,
      );
      const folders = ['.venv', 'env-of-mine', 'node_modules', 'py/__pycache__', 'sub/node_modules'];
      assert.deepEqual(
        excludedFiles.map((one) => [one.path, one.reason]),
        folders.map((one) => [one, 'neverSent']),
        how,
      );
    }
    assert.equal(findExcludedFolder('a/venv/b'), 'a/venv');
  });

  test('include links to targets inside the folder, and exclude other links by name', async () => {
    using folder = folderWith({ 'project/a.txt': 'a', 'project/sub/b.txt': 'b', 'outside.txt': 'secret' });
    const root = join(folder.root, 'project');
    const link = (to: string, at: string): void => symlinkSync(to, join(root, at));
    link('a.txt', 'inside');
    link('../a.txt', 'sub/up');
    link(join(root, 'sub/b.txt'), 'absolute');
    link('sub', 'folder');
    link('not-yet', 'dangling');
    link('../outside.txt', 'out');
    link(join(folder.root, 'outside.txt'), 'outAbsolute');
    link('/etc', 'etc');
    link('out', 'chain');
    link('loop', 'loop');
    link('../project/a.txt', 'outAndBack');
    for (const how of ['fileSystem', 'git'] as const) {
      if (how === 'git') runGit(root, 'init', '-q');
      const { files, excludedFiles } = await readWith(root, how);
      assert.deepEqual(
        files.map((file) => [file.path, file.linkTarget]),
        [
          ['a.txt', undefined],
          ['absolute', 'sub/b.txt'],
          ['dangling', 'not-yet'],
          ['folder', 'sub'],
          ['inside', 'a.txt'],
          ['outAndBack', 'a.txt'],
          ['sub/b.txt', undefined],
          ['sub/up', '../a.txt'],
        ],
      );
      assert.deepEqual(
        excludedFiles.map((one) => [one.path, one.reason]),
        ['chain', 'etc', 'loop', 'out', 'outAbsolute'].map((one) => [one, 'outsideLink']),
      );
    }
  });

  test('exclude files in a tracked folder that is now a link, or becomes one during the inspection', async () => {
    using folder = folderWith({
      'project/sub/deep/b.txt': 'b',
      'project/c.txt': 'c',
      'outside/deep/b.txt': 'secret',
    });
    const root = join(folder.root, 'project');
    const sub = join(root, 'sub');
    runGit(root, 'init', '-q');
    runGit(root, 'add', '.');
    const swap = (): void => {
      rmSync(sub, { recursive: true });
      symlinkSync('../outside', sub);
    };
    const listed = (await byGit(root)) ?? { paths: [] };
    assert.deepEqual([...listed.paths].sort(), ['c.txt', 'sub/deep/b.txt']);
    const { signal } = new AbortController();
    const onProgress = (done: number): void => void (done === listed.paths.length && swap());
    for (const options of [{ signal, onProgress }, { signal }]) {
      const { files, excludedFiles } = await inspectFiles(root, listed, options);
      assert.deepEqual([files.map((file) => file.path), excludedFiles], [['c.txt'], []]);
    }
    const { files, excludedFiles: excluded } = await readWith(root, 'git');
    assert.deepEqual(
      files.map((file) => file.path),
      ['c.txt'],
    );
    assert.deepEqual(excluded, [{ path: 'sub', reason: 'outsideLink' }]);
  });

  test('exclude deleted files, and name nested repositories', async () => {
    using folder = folderWith({ 'a.txt': 'a', 'gone.txt': 'b', 'inner/c.txt': 'c' });
    folder.git('init', '-q');
    runGit(join(folder.root, 'inner'), 'init', '-q');
    folder.git('add', 'a.txt', 'gone.txt');
    rmSync(join(folder.root, 'gone.txt'));
    const { files, excludedFiles } = await readWith(folder.root, 'git');
    assert.deepEqual(
      files.map((file) => file.path),
      ['a.txt'],
    );
    assert.deepEqual(excludedFiles, [{ path: 'inner', reason: 'special' }]);
  });

  test('name excluded files whose name or link target is not UTF-8', {
    skip: process.platform !== 'linux',
  }, async () => {
    using folder = folderWith({
      'a.txt': 'a',
      '\uFEFFmark.txt': 'a',
      'sub/b.txt': 'b',
      '.gitignore': '*.log\n',
    });
    const write = (path: string): void => {
      const name = Buffer.concat([Buffer.from(`${folder.root}/`), Buffer.from(path, 'latin1')]);
      mkdirSync(name.subarray(0, name.lastIndexOf('/')), { recursive: true });
      writeFileSync(name, 'x');
    };
    for (const path of [
      'caf\xe9.txt',
      'caf\xe8.txt',
      'sub/\xff',
      'd\xe9/one.txt',
      'd\xe9/two.txt',
      '\xe9.log',
    ])
      write(path);
    symlinkSync(Buffer.from('caf\xe9.txt', 'latin1'), join(folder.root, 'link'));
    for (const how of ['fileSystem', 'git'] as const) {
      if (how === 'git') folder.git('init', '-q');
      const { files, excludedFiles } = await readWith(folder.root, how);
      assert.deepEqual(
        files.map((file) => file.path),
        ['.gitignore', 'a.txt', 'sub/b.txt', '\uFEFFmark.txt'],
        how,
      );
      assert.deepEqual(
        excludedFiles.map((one) => [one.path, one.reason]),
        ['caf\\xE8.txt', 'caf\\xE9.txt', 'd\\xE9', 'link', 'sub/\\xFF'].map((one) => [one, 'notUtf8']),
        how,
      );
    }
  });

  test('name excluded files that cannot be read', async () => {
    using folder = folderWith({ 'a.txt': 'a', 'closed.txt': 'b', 'locked/c.txt': 'c' });
    chmodSync(folder.root, 0o755);
    chmodSync(join(folder.root, 'closed.txt'), 0);
    chmodSync(join(folder.root, 'locked'), 0);
    const isRoot = process.geteuid?.() === 0; // The root user can read all files.
    if (isRoot) process.seteuid?.(65_534);
    try {
      assert.deepEqual((await readWith(folder.root, 'fileSystem')).excludedFiles, [
        { path: 'closed.txt', reason: 'unreadable' },
        { path: 'locked', reason: 'unreadable' },
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(folder.root, 'locked'), 0o700);
    }
  });
});

describe('the Git state of a folder', () => {
  test('is the commit, the branch, and whether files in the folder have changed', async () => {
    using folder = folderWith({ 'server/a.txt': 'a', 'b.txt': 'b' });
    const server = join(folder.root, 'server');
    assert.equal(await byGit(server), undefined, 'no repository');
    folder.git('init', '-q');
    assert.deepEqual((await byGit(server))?.git, { branch: 'main', isDirty: true }, 'no commit');
    folder.git('add', '.');
    folder.git('commit', '-qm', 'one');
    const commit = folder.git('rev-parse', 'HEAD').trim();
    const clean = { commit, branch: 'main', isDirty: false };
    assert.deepEqual((await byGit(server))?.git, clean);
    folder.write('b.txt', 'changed elsewhere');
    folder.write('server/node_modules/x.js', 'installed');
    assert.deepEqual((await byGit(server))?.git, clean);
    folder.write('server/new.txt', 'new');
    assert.deepEqual((await byGit(server))?.git, { ...clean, isDirty: true });
    folder.git('checkout', '-q', '--detach');
    assert.deepEqual((await byGit(server))?.git, { commit, isDirty: true });
  });

  test('is unknown if Git is missing or ignores the whole folder', async () => {
    using folder = folderWith({ '.gitignore': 'built/\n', 'built/a.txt': 'a' });
    folder.git('init', '-q');
    assert.equal(await byGit(join(folder.root, 'built')), undefined);
    const { listGitFiles } = await import('../../../src/folder/gitFiles.node.ts');
    const { signal } = new AbortController();
    assert.equal(await listGitFiles(folder.root, { signal, program: 'no-such-git' }), undefined);
  });

  test('is not awaited after a cancellation', async () => {
    using folder = folderWith({ 'a.txt': 'a' });
    folder.git('init', '-q');
    const controller = new AbortController();
    const asked = byGit(folder.root, controller.signal);
    controller.abort(new Error('cancelled'));
    await assert.rejects(asked, { message: 'cancelled' });
    await assert.rejects(byWalk(folder.root, controller.signal), { message: 'cancelled' });
  });
});

function list(output: string): readonly string[] {
  return [...new Set(output.split('\0'))].filter((one) => one !== '').sort();
}
