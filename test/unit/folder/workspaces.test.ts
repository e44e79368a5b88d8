import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { findPackages } from '../../../src/folder/detectProject.ts';
import { findWorkspaceFolders } from '../../../src/folder/workspaces.ts';
import { folderOf } from './folder.ts';

const folders = [
  ...['apps/web', 'apps/admin', 'apps/api-v1', 'apps/api-v2', 'apps/[id]', 'libs/a', 'libs/b', 'libs/c'],
  ...['libs/ab', 'libs/a/test/fixture', 'tools', 'server', 'packages/x/y/z', 'packages/x', '.internal/one'],
];
const files = folderOf(Object.fromEntries(folders.map((folder) => [`/work/${folder}/package.json`, '{}'])));
const expand = (...patterns: readonly string[]) => findWorkspaceFolders(files, patterns);

/** Patterns of manifests, and the folders that their tools select. */
const cases: readonly (readonly [patterns: readonly string[], expected: readonly string[]])[] = [
  [['{tools,server}'], ['server', 'tools']],
  [['apps/{web,admin}'], ['apps/admin', 'apps/web']],
  [['{apps,libs}/a*'], ['apps/admin', 'apps/api-v1', 'apps/api-v2', 'libs/a', 'libs/ab']],
  [['{apps/web,libs/*}'], ['apps/web', 'libs/a', 'libs/ab', 'libs/b', 'libs/c']],
  [['apps/api-v{1..2}'], ['apps/api-v1', 'apps/api-v2']],
  [['{tools}'], []],
  [['libs/[ab]'], ['libs/a', 'libs/b']],
  [['libs/[!a]'], ['libs/b', 'libs/c']],
  [['libs/[^a]'], ['libs/b', 'libs/c']],
  [['libs/[a-b]*'], ['libs/a', 'libs/ab', 'libs/b']],
  [['libs/[[:alpha:]]'], ['libs/a', 'libs/b', 'libs/c']],
  [['libs/!(b)'], ['libs/a', 'libs/ab', 'libs/c']],
  [['libs/!(a|b)'], ['libs/ab', 'libs/c']],
  [['!(apps|libs|packages)'], ['server', 'tools']],
  [['libs/@(a|c)'], ['libs/a', 'libs/c']],
  [['libs/?(a)b'], ['libs/ab', 'libs/b']],
  [['libs/+(a)'], ['libs/a']],
  [['libs/+(a|b)'], ['libs/a', 'libs/ab', 'libs/b']],
  [['libs/*(a|b|c)'], ['libs/a', 'libs/ab', 'libs/b', 'libs/c']],
  [['apps/+(web|admin|x)'], ['apps/admin', 'apps/web']],
  [['+(apps|libs)/a*'], ['apps/admin', 'apps/api-v1', 'apps/api-v2', 'libs/a', 'libs/ab']],
  [['libs/+(a|)'], []],
  [['apps/\\[id\\]'], ['apps/[id]']],
  [['apps/\\[*\\]'], ['apps/[id]']],
  [['\\{apps\\}/[[]id]', 'apps/[[]id]'], ['apps/[id]']],
  [['apps/\\[{id,no}\\]'], ['apps/[id]']],
  [['apps\\*'], ['apps/[id]', 'apps/admin', 'apps/api-v1', 'apps/api-v2', 'apps/web']],
  [
    ['libs\\{a,b}', '.\\tools\\'],
    ['libs/a', 'libs/b', 'tools'],
  ],
  [['packages/**'], ['packages/x', 'packages/x/y/z']],
  [['**/z'], ['packages/x/y/z']],
  [['.internal/*'], ['.internal/one']],
  [['*/one'], []],
  [
    ['/apps/web/', './tools'],
    ['apps/web', 'tools'],
  ],
  [
    ['libs/**', '!**/test/**'],
    ['libs/a', 'libs/ab', 'libs/b', 'libs/c'],
  ],
  [
    ['libs/*', '!libs/{a,b}'],
    ['libs/ab', 'libs/c'],
  ],
  [
    ['libs/*', '!libs/[ab]'],
    ['libs/ab', 'libs/c'],
  ],
  [['libs/*', '!libs/!(a)'], ['libs/a']],
  [
    ['libs/*', '!libs/a', 'libs/a'],
    ['libs/a', 'libs/ab', 'libs/b', 'libs/c'],
  ],
  [
    ['!libs/a', 'libs/*'],
    ['libs/a', 'libs/ab', 'libs/b', 'libs/c'],
  ],
  [['!!libs/a'], ['libs/a']],
  [['{../outside,tools}'], ['tools']],
  [['[', '(*', 'a(b', '{a', '!', '{}', '[]'], []],
];

describe('the folders of a workspace', () => {
  for (const [patterns, expected] of cases) {
    test(`for ${patterns.join(' ')}`, async () => assert.deepEqual(await expand(...patterns), expected));
  }

  test('are the folders with a manifest that picomatch matches, for any list of patterns', async () => {
    const part = fc.constantFrom(
      ...['apps', 'libs', 'tools', 'a', 'x', '*', '**', 'a*', '?', '[ab]', '[!a]', '!(b)', '@(a|b)', '*[bc]'],
      ...['{apps,libs}', '{a,b}', '{a,b/c}', 'api-v{1,2}', '{apps/web,libs/*}'],
    );
    const positive = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const pattern = fc.tuple(fc.boolean(), positive);
    await fc.assert(
      fc.asyncProperty(fc.array(pattern, { minLength: 1, maxLength: 4 }), async (patterns) => {
        const seen = folders.filter((folder) => !folder.startsWith('.'));
        const expected = seen.filter((folder) => {
          const matches = (glob: string): boolean =>
            picomatch(`${glob}/package.json`, { dot: true, nonegate: true, posix: true })(
              `${folder}/package.json`,
            );
          const last = patterns.findLast(([, glob]) => matches(glob));
          return last?.[0] === false;
        });
        const signed = patterns.map(([isNegative, glob]) => (isNegative ? `!${glob}` : glob));
        assert.deepEqual(await expand(...signed), expected.toSorted(), signed.join(' '));
      }),
      { numRuns: 200 },
    );
  });

  test('are found in time for any pattern', async () => {
    const name = 'a'.repeat(255);
    const long = folderOf({ [`/work/${name}/package.json`]: '{}' });
    const hostile = [
      ...['+(a|aa)b', '*(aa|aaa|a)b', '+(a|a)b', '+(a|b)+(a|c)+(a|d)e', '+(a|b)*+(a|c)f'],
      ...['+(a*)b', '*(a*)b', '*(*a)b', '+([a-z]|a)b', '+(a|aa)b', '*(*(*(a)))b', '!(+(a|aa))b'],
      ...['[a]*'.repeat(40), '*@(a)'.repeat(40), `${'!('.repeat(60)}a${')'.repeat(60)}`, '?(a)'.repeat(70)],
      ...[
        '{a,b}'.repeat(50),
        '{'.repeat(300),
        `${'{a,'.repeat(70)}${'}'.repeat(70)}`,
        '{1..999999999}',
        '{a}'.repeat(90),
      ],
    ];
    for (const pattern of hostile) await findWorkspaceFolders(long, [pattern, `!${pattern}`]);
    await findWorkspaceFolders(
      long,
      Array.from({ length: 1000 }, () => '{a,b}{a,b}{a,b}{a,b}*[a]*'),
    );
    assert.deepEqual(await findWorkspaceFolders(long, ['*', ...hostile.map((one) => `!${one}b`)]), [name]);
  });

  test('are found by the patterns of each manifest as its own tool does', async () => {
    const paths = async (more: Readonly<Record<string, string>>) => {
      const all = folderOf({
        ...Object.fromEntries(folders.map((one) => [`/work/${one}/package.json`, '{}'])),
        ...more,
      });
      return (await findPackages(all)).map(({ path }) => path);
    };
    const npm = { '/work/package.json': '{"workspaces": ["!libs/a", "libs/[ab]"]}' };
    assert.deepEqual(await paths(npm), ['libs/a', 'libs/b'], 'a later pattern of npm counts');
    const pnpm = { '/work/pnpm-workspace.yaml': "packages:\n  - '!libs/a'\n  - 'libs/[ab]'\n" };
    assert.deepEqual(await paths(pnpm), ['libs/b'], 'a negative pattern of pnpm counts anywhere');
    const uv = {
      '/work/pyproject.toml': '[tool.uv.workspace]\nmembers = ["libs/[ab]"]\nexclude = ["libs/a"]\n',
    };
    assert.deepEqual(await paths(uv), ['libs/b']);
    const yarn = { '/work/package.json': '{"workspaces": {"packages": ["libs/{b,c}"]}}' };
    assert.deepEqual(await paths({ ...yarn, ...uv }), ['libs/b', 'libs/c']);
  });
});
