import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { suggestNodeCommands, suggestPythonCommands } from '../../../src/folder/buildCommands.ts';
import { detectProject, findPackages, pickDefaultFolder } from '../../../src/folder/detectProject.ts';
import { readGitDirectory } from '../../../src/folder/git.ts';
import { parsePackageJson, parsePyproject } from '../../../src/folder/manifests.ts';
import { detectTransport, preferTransport } from '../../../src/folder/transport.ts';
import { findWorkspaceFolders } from '../../../src/folder/workspaces.ts';
import { folderOf } from './folder.ts';

describe('the transport of a source file', () => {
  const cases: readonly [string, string, string | undefined][] = [
    ['a.ts', 'const t = new StreamableHTTPServerTransport({});', 'streamablehttp'],
    ['a.ts', 'new WebStandardStreamableHTTPServerTransport()', 'streamablehttp'],
    ['a.js', 'res.x(new SSEServerTransport("/m", res))', 'sse'],
    ['a.mjs', 'await server.connect(new StdioServerTransport())', 'stdio'],
    ['a.ts', 'new StdioServerTransport(); new StreamableHTTPServerTransport()', 'streamablehttp'],
    ['a.ts', '// new StreamableHTTPServerTransport()\nnew StdioServerTransport()', 'stdio'],
    ['a.ts', 'new StreamableHTTPClientTransport(url)', undefined],
    ['a.py', 'mcp.run(transport="streamable-http")', 'streamablehttp'],
    ['a.py', "mcp.run(\n    transport='http', port=8000)", 'streamablehttp'],
    ['a.py', 'app = mcp.streamable_http_app()', 'streamablehttp'],
    ['a.py', 'mcp.run(transport="sse")', 'sse'],
    ['a.py', 'transport = SseServerTransport("/messages/")', 'sse'],
    ['a.py', 'mcp.run()', 'stdio'],
    ['a.py', 'async with stdio_server() as (r, w):', 'stdio'],
    ['a.py', '# mcp.run(transport="sse")\nmcp.run( )', 'stdio'],
    ['a.py', 'thread.run()', undefined],
    ['a.py', 'StdioServerTransport', undefined],
  ];
  for (const [path, text, expected] of cases) {
    test(`${path}: ${text}`, () => assert.equal(detectTransport(path, text), expected));
  }

  test('is the network transport if there are two, in any order', () => {
    const any = fc.constantFrom('streamablehttp', 'sse', 'stdio', undefined);
    fc.assert(fc.property(any, any, (a, b) => assert.equal(preferTransport(a, b), preferTransport(b, a))));
    assert.equal(preferTransport('stdio', 'sse'), 'sse');
    assert.equal(preferTransport(undefined, 'stdio'), 'stdio');
  });
});

describe('the commands of a package', () => {
  const json = (fields: object) => {
    const read = parsePackageJson(JSON.stringify(fields));
    if (!read) throw new Error('This is a package.json.');
    return read;
  };
  const scripts = { build: 'x', start: 'x' };
  const node: readonly [string, object, readonly string[], readonly (string | undefined)[]][] = [
    ['npm', { scripts }, ['package-lock.json'], ['npm ci', 'npm run build', 'npm start']],
    ['npm without a lock', { scripts: {} }, [], ['npm install', undefined, undefined]],
    [
      'pnpm',
      { scripts },
      ['pnpm-lock.yaml'],
      ['pnpm install --frozen-lockfile', 'pnpm run build', 'pnpm start'],
    ],
    ['yarn', { scripts }, ['yarn.lock'], ['yarn install --frozen-lockfile', 'yarn run build', 'yarn start']],
    [
      'a newer yarn',
      { packageManager: 'yarn@4.1.0' },
      ['yarn.lock'],
      ['yarn install --immutable', undefined, undefined],
    ],
    ['bun', { scripts }, ['bun.lock'], ['bun install --frozen-lockfile', 'bun run build', 'bun run start']],
    [
      'a declared package manager',
      { packageManager: 'pnpm@9', main: 'a b.js' },
      [],
      ['pnpm install', undefined, "node 'a b.js'"],
    ],
  ];
  for (const [name, fields, names, [install, build, start]] of node) {
    test(`with ${name}`, () => {
      const { installCommand, buildCommand, startCommand } = suggestNodeCommands(
        json(fields),
        new Set(names),
      );
      assert.deepEqual([installCommand, buildCommand, startCommand], [install, build, start]);
    });
  }
  const installs: readonly [stated: object, names: readonly string[], install: string][] = [
    [{ packageManager: 'pnpm@9.1.0' }, ['package-lock.json'], 'pnpm install'],
    [{ packageManager: 'pnpm@9.1.0' }, ['yarn.lock', 'pnpm-lock.yaml'], 'pnpm install --frozen-lockfile'],
    [{ packageManager: 'npm@10.8.2' }, ['pnpm-lock.yaml', 'package-lock.json'], 'npm ci'],
    [{ packageManager: 'npm@10.8.2' }, ['yarn.lock'], 'npm install'],
    [{ packageManager: 'bun@1.2.0' }, ['yarn.lock', 'bun.lockb'], 'bun install --frozen-lockfile'],
    [
      { packageManager: 'yarn@1.22.22+sha512.abc' },
      ['pnpm-lock.yaml', 'yarn.lock'],
      'yarn install --frozen-lockfile',
    ],
    [{ packageManager: 'yarn@1.22.22' }, ['.yarnrc.yml', 'yarn.lock'], 'yarn install --frozen-lockfile'],
    [{ packageManager: 'yarn@10.0.0' }, ['yarn.lock'], 'yarn install --immutable'],
    [{ packageManager: 'yarn@stable' }, ['yarn.lock'], 'yarn install --immutable'],
    [{}, ['.yarnrc.yml', 'yarn.lock'], 'yarn install --immutable'],
    [
      { devEngines: { packageManager: { name: 'pnpm', version: '^9' } } },
      ['package-lock.json'],
      'pnpm install',
    ],
    [
      { devEngines: { packageManager: [{ name: 'yarn', version: '^4' }] } },
      ['yarn.lock'],
      'yarn install --immutable',
    ],
    [{ packageManager: 'npm@10', devEngines: { packageManager: { name: 'pnpm' } } }, [], 'npm install'],
    [{ packageManager: 'other@1' }, ['pnpm-lock.yaml'], 'pnpm install --frozen-lockfile'],
    [{ packageManager: 7 }, ['yarn.lock'], 'yarn install --frozen-lockfile'],
  ];
  for (const [fields, names, install] of installs) {
    test(`with ${JSON.stringify(fields)} beside ${names.join(' and ')}`, () => {
      assert.equal(suggestNodeCommands(json(fields), new Set(names)).installCommand, install);
    });
  }
  test('with the package manager of the workspace, if the package does not declare one', async () => {
    const texts = {
      '/work/package.json': '{"packageManager": "pnpm@9.1.0"}',
      '/work/package-lock.json': '{}',
      '/work/packages/a/package.json': '{}',
      '/work/packages/b/package.json': '{"packageManager": "npm@10.0.0"}',
    };
    assert.equal((await detectProject(folderOf(texts), 'packages/a')).installCommand, 'pnpm install');
    assert.equal((await detectProject(folderOf(texts), 'packages/b')).installCommand, 'npm ci');
  });
  const python: readonly [string, string, readonly string[], readonly (string | undefined)[]][] = [
    ['uv', '[project]', ['uv.lock'], ['uv sync', 'uv run python server.py']],
    ['uv without a lock', '[tool.uv]', [], ['uv sync', 'uv run python server.py']],
    ['Poetry', '[tool.poetry]', ['poetry.lock'], ['poetry install', 'poetry run python server.py']],
    ['requirements', '', ['requirements.txt'], ['pip install -r requirements.txt', 'python server.py']],
    ['a project alone', '[project]', [], ['pip install .', 'python server.py']],
  ];
  for (const [name, text, names, [install, start]] of python) {
    test(`with ${name}`, () => {
      const commands = suggestPythonCommands(parsePyproject(text), new Set(names), 'server.py');
      assert.deepEqual(commands, { installCommand: install, startCommand: start });
    });
  }
  test('start with the script of the project, if no source file starts the server', () => {
    const project = parsePyproject('[project]\n[project.scripts]\nbirds = "birds:main"\n');
    assert.equal(
      suggestPythonCommands(project, new Set(['uv.lock']), undefined).startCommand,
      'uv run birds',
    );
  });
});

describe('the packages of a workspace', () => {
  const manifest = (name: string, dependencies = {}) => JSON.stringify({ name, dependencies });
  const texts = {
    '/work/packages/a/package.json': manifest('a'),
    '/work/packages/b/package.json': manifest('b', { '@modelcontextprotocol/sdk': '1' }),
    '/work/packages/none/readme.md': '',
    '/work/packages/node_modules/x/package.json': manifest('x'),
    '/work/apps/deep/er/pyproject.toml': '[project]\nname = "er"\ndependencies = ["mcp"]\n',
    '/work/tools/package.json': manifest('tools'),
    '/outside/package.json': manifest('outside'),
  };

  test('are folders that match the patterns and contain a manifest', async () => {
    const expand = (...patterns: string[]) => findWorkspaceFolders(folderOf(texts), patterns);
    assert.deepEqual(await expand('packages/*'), ['packages/a', 'packages/b']);
    assert.deepEqual(await expand('./packages/*/', 'tools'), ['packages/a', 'packages/b', 'tools']);
    assert.deepEqual(await expand('packages/*', '!packages/a'), ['packages/b']);
    assert.deepEqual(await expand('apps/**'), ['apps/deep/er']);
    assert.deepEqual(await expand('**'), ['apps/deep/er', 'packages/a', 'packages/b', 'tools']);
    assert.deepEqual(await expand('../outside', '.', '', 'no/such', '(*'), []);
    assert.deepEqual(await findWorkspaceFolders(folderOf(texts), ['packages/*', '!packages/b']), [
      'packages/a',
    ]);
  });

  test('are found for npm, pnpm, and uv, and without patterns; servers come first', async () => {
    const paths = async (more: Readonly<Record<string, string>>) =>
      (await findPackages(folderOf({ ...texts, ...more }))).map(({ path }) => path);
    assert.deepEqual(await paths({ '/work/package.json': '{"workspaces":["packages/*","tools"]}' }), [
      'packages/b',
      'packages/a',
      'tools',
    ]);
    assert.deepEqual(await paths({ '/work/pnpm-workspace.yaml': 'packages:\n  - tools\n' }), ['tools']);
    assert.deepEqual(
      await paths({ '/work/pyproject.toml': '[tool.uv.workspace]\nmembers = ["apps/*/er"]\n' }),
      ['apps/deep/er'],
    );
    assert.deepEqual(await paths({}), ['packages/b', 'packages/a']);
    assert.deepEqual(await findPackages(folderOf({ '/work/package.json': '{}' })), []);
  });

  test('are matched in the same way by positive and negative patterns', async () => {
    const patterns: readonly (readonly [string, readonly string[]])[] = [
      ['**/packages/**/a', ['packages/a']],
      ['p*s/?', ['packages/a', 'packages/b']],
      ['**/**/er', ['apps/deep/er']],
      ['apps/**/deep/*', ['apps/deep/er']],
      ['packages/***', ['packages/a', 'packages/b']],
      ['packages/A', []],
    ];
    for (const [pattern, folders] of patterns) {
      assert.deepEqual(await findWorkspaceFolders(folderOf(texts), [pattern]), folders, pattern);
      const others = (await findWorkspaceFolders(folderOf(texts), ['**'])).filter(
        (folder) => !folders.includes(folder),
      );
      assert.deepEqual(
        await findWorkspaceFolders(folderOf(texts), ['**', `!${pattern}`]),
        others,
        `!${pattern}`,
      );
    }
  });

  test('are found for a pattern with many stars', async () => {
    const name = 'a'.repeat(200);
    const files = folderOf({ [`/work/${name}/package.json`]: '{}' });
    const stars = '*a'.repeat(40);
    assert.deepEqual(await findWorkspaceFolders(files, [`${stars}*`]), [name]);
    assert.deepEqual(await findWorkspaceFolders(files, [`${stars}*b`]), []);
    assert.deepEqual(await findWorkspaceFolders(files, ['*', `!${stars}*b`]), [name]);
  });

  test('are searched in a limited number of folders, whatever the patterns are', async () => {
    // Each folder contains 3 folders, and there are 7 levels.
    const paths = Array.from({ length: 3 ** 7 }, (_, n) => [...n.toString(3).padStart(7, '0')].join('/'));
    const files = folderOf(Object.fromEntries(paths.map((path) => [`/work/${path}/readme.md`, ''])));
    let listings = 0;
    const list = (path: string) => {
      listings += 1;
      return files.list(path);
    };
    assert.deepEqual(await findWorkspaceFolders({ ...files, list }, ['**/**/x/**/**/y/**']), []);
    assert.ok(listings > 100 && listings <= 1000, `${listings}`);
  });

  test('are limited in number', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => [`/work/packages/p${n}/package.json`, '{}'] as const);
    assert.ok((await findPackages(folderOf(Object.fromEntries(many)))).length <= 200);
  });
});

test('the default of several folders is a server, otherwise the folder of the active editor, otherwise the first', () => {
  const [none, used] = [
    { isServer: false, isInUse: false },
    { isServer: false, isInUse: true },
  ];
  const [server, usedServer] = [
    { isServer: true, isInUse: false },
    { isServer: true, isInUse: true },
  ];
  assert.equal(pickDefaultFolder([none, none]), 0);
  assert.equal(pickDefaultFolder([none, used]), 1);
  assert.equal(pickDefaultFolder([none, used, server, server]), 2);
  assert.equal(pickDefaultFolder([server, none, usedServer]), 2);
});

describe('the suggestions of a package', () => {
  test('for Node.js: name, version, transport, commands, and output directory', async () => {
    const files = folderOf({
      '/work/package.json': JSON.stringify({
        name: '@octo/tides',
        engines: { node: '>=20' },
        scripts: { build: 'tsc', start: 'node .' },
        dependencies: { '@modelcontextprotocol/sdk': '1' },
      }),
      '/work/.nvmrc': 'v24\n',
      '/work/package-lock.json': '{}',
      '/work/tsconfig.json': '{ // "outDir": "no",\n  "outDir": "./lib/" }',
      '/work/src/a.test.ts': 'new StreamableHTTPServerTransport()',
      '/work/test/b.ts': 'new StreamableHTTPServerTransport()',
      '/work/node_modules/x/index.js': 'new StreamableHTTPServerTransport()',
      '/work/src/server.ts': 'new SSEServerTransport()',
    });
    assert.deepEqual(await detectProject(files, ''), {
      name: 'tides',
      runtime: 'node24',
      transport: 'sse',
      installCommand: 'npm ci',
      buildCommand: 'npm run build',
      startCommand: 'npm start',
      buildOutputDir: 'lib',
      sources: { runtime: '.nvmrc: v24', transport: 'src/server.ts' },
      isServer: true,
    });
  });

  test('for a package of a workspace: from its own files, and from those of the root', async () => {
    const files = folderOf({
      '/work/pnpm-lock.yaml': '',
      '/work/.node-version': '22\n',
      '/work/packages/mcp/package.json': '{"name":"mcp"}',
      '/work/packages/other/a.ts': 'new SSEServerTransport()',
    });
    assert.deepEqual(await detectProject(files, 'packages/mcp'), {
      name: 'mcp',
      runtime: 'node22',
      installCommand: 'pnpm install --frozen-lockfile',
      sources: { runtime: '.node-version: 22' },
      isServer: false,
    });
  });

  test('for Python, even if there is a package.json for tools', async () => {
    const files = folderOf({
      '/work/package.json': '{"name":"tools"}',
      '/work/requirements.txt': 'mcp[cli]>=1\n',
      '/work/app/main.py': 'mcp.run(transport="streamable-http")\n',
    });
    assert.deepEqual(await detectProject(files, ''), {
      name: 'tools',
      runtime: 'python3.14',
      transport: 'streamablehttp',
      installCommand: 'pip install -r requirements.txt',
      startCommand: 'python app/main.py',
      sources: { transport: 'app/main.py' },
      isServer: true,
    });
  });

  test('are detected in time in files of the maximum size, with any content', async () => {
    const files = folderOf({
      '/work/package.json': '{"scripts":{"build":"x"}}',
      '/work/tsconfig.json': `${'\u2028'.repeat(80_000)}{ "outDir": "lib" }`,
      '/work/.git': `gitdir: a${' '.repeat(250_000)}b`,
    });
    assert.equal((await detectProject(files, '')).buildOutputDir, 'lib');
    assert.equal(await readGitDirectory(files), undefined);
  });

  test('contain the requested version that no runtime satisfies', async () => {
    const files = folderOf({ '/work/package.json': '{"engines":{"node":"18.x"}}' });
    const { runtime, unsupportedVersion, sources } = await detectProject(files, '');
    assert.deepEqual(
      [runtime, unsupportedVersion, sources.runtime],
      ['node24', 'engines.node: 18.x', undefined],
    );
  });

  test('contain the first requested version that a runtime satisfies', async () => {
    const files = folderOf({
      '/work/.nvmrc': '99\n',
      '/work/package.json': JSON.stringify({ name: 'tides', engines: { node: '>=24' } }),
    });
    const { runtime, sources } = await detectProject(files, '');
    assert.deepEqual([runtime, sources.runtime], ['node24', 'engines.node: >=24']);
  });

  test('contain a version from a file with a comment, or from a Poetry constraint', async () => {
    const pinned = folderOf({
      '/work/package.json': '{"name":"a"}',
      '/work/.nvmrc': '# Team\n\nlts/jod # 22\n',
    });
    const found = await detectProject(pinned, '');
    assert.deepEqual([found.runtime, found.sources.runtime], ['node22', '.nvmrc: lts/jod']);
    const poetry = (python: string) =>
      detectProject(
        folderOf({ '/work/pyproject.toml': `[tool.poetry.dependencies]\npython = "${python}"` }),
        '',
      );
    assert.equal((await poetry('~2.7 || ^3.6')).runtime, 'python3.13');
    assert.equal((await poetry('3.13')).unsupportedVersion, 'tool.poetry.dependencies.python: 3.13');
  });

  test('are empty for an empty folder', async () => {
    assert.deepEqual(await detectProject(folderOf({ '/work/readme.md': '' }), ''), {
      sources: {},
      isServer: false,
    });
    assert.deepEqual(await detectProject(folderOf({ '/work/package.json': 'broken' }), ''), {
      sources: {},
      isServer: false,
    });
  });

  test('are detected with a limited number of reads, however many source files there are', async () => {
    const sources = Array.from({ length: 2000 }, (_, n) => [`/work/d${n % 50}/f${n}.js`, ''] as const);
    const files = folderOf({ '/work/package.json': '{}', ...Object.fromEntries(sources) });
    let reads = 0;
    const read = (path: string) => {
      reads += 1;
      return files.read(path);
    };
    await detectProject({ ...files, read }, '');
    assert.ok(reads > 100 && reads < 350, `${reads}`);
  });
});
