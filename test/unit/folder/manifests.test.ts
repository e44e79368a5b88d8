import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseRemotes } from '../../../src/folder/git.ts';
import {
  parsePackageJson,
  parsePnpmWorkspace,
  parsePyproject,
  parseRequirements,
} from '../../../src/folder/manifests.ts';
import { toWebRemote } from '../../../src/folder/remote.ts';
import { selectNodeRuntime } from '../../../src/folder/versions.ts';

describe('a package.json', () => {
  test('is parsed with the fields that are used', () => {
    const read = parsePackageJson(
      '\uFEFF{"name":"@a/b","engines":{"node":">=22"},"packageManager":"pnpm@9","main":"x.js","scripts":{"build":"tsc"},' +
        '"dependencies":{"a":"1"},"devDependencies":{"b":"1"},"workspaces":{"packages":["apps/*"]}}',
    );
    assert.deepEqual(read, {
      name: '@a/b',
      nodeRange: '>=22',
      packageManager: 'pnpm@9',
      main: 'x.js',
      scripts: new Set(['build']),
      dependencies: new Set(['a', 'b']),
      workspaces: ['apps/*'],
    });
  });

  test('causes no error, whatever its structure is', () => {
    const none = { scripts: new Set(), dependencies: new Set(), workspaces: [] };
    assert.deepEqual(parsePackageJson('{"name":7,"scripts":"x","engines":[],"workspaces":[1]}'), none);
    for (const text of ['', '{', '[]', 'null', '7']) assert.equal(parsePackageJson(text), undefined, text);
    fc.assert(fc.property(fc.json(), (text) => void parsePackageJson(text)));
  });
});

describe('a pyproject.toml', () => {
  test('of uv', () => {
    const read = parsePyproject(`
[project]
name = "bird-calls" # a comment
requires-python = '>=3.11'
dependencies = [
  "fastmcp[cli]>=2,<3", # "commented",
  'Pydantic_Settings ~= 2.0',
  # "httpx",
]
[project.scripts]
birds = "birds:main"
[tool.uv.workspace]
members = ["packages/*", "server"]
exclude = ["packages/old"]
`);
    assert.deepEqual(read, {
      name: 'bird-calls',
      pythonConstraint: '>=3.11',
      scripts: ['birds'],
      usesUv: true,
      usesPoetry: false,
      dependencies: new Set(['fastmcp', 'pydantic-settings']),
      workspaceMembers: ['packages/*', 'server'],
      workspaceExclusions: ['packages/old'],
    });
  });

  test('of Poetry', () => {
    const read = parsePyproject(
      '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npython = "^3.13"\nmcp = {version = "1", extras = ["cli"]}\n',
    );
    assert.deepEqual([read.name, read.pythonConstraint, read.usesPoetry], ['a', '^3.13', true]);
    assert.ok(read.dependencies.has('mcp'));
  });

  test('can have multiline values, and values that look like other entries', () => {
    const read = parsePyproject(
      '[project]\ndescription = """\n[tool.uv]\nname = "no"\n"""\nname = "# no comment" # one\n' +
        'dependencies = [["x"], "mcp", 7]\n["tool"."poetry"]\ndependencies.python = "3.13"\n',
    );
    assert.deepEqual([read.name, read.pythonConstraint, read.usesUv], ['# no comment', '3.13', false]);
    assert.deepEqual([...read.dependencies], ['mcp', 'python']);
  });

  test('can have numbers, times, and names of any kind', () => {
    const read = parsePyproject(
      'a = 99999999999999999999\nb = 1979-05-27\n__proto__.c = 1\n[project]\nname = "x"\n',
    );
    assert.equal(read.name, 'x');
  });

  test('has no fields if it is not TOML or too long', () => {
    const none = { scripts: [], dependencies: new Set(), usesUv: false, usesPoetry: false };
    for (const text of ['[project', 'project = 7', `[project]\nname = "x"\n#${'x'.repeat(256 * 1024)}`]) {
      assert.deepEqual(parsePyproject(text), { ...none, workspaceMembers: [], workspaceExclusions: [] });
    }
  });

  test('is parsed completely, whatever a line contains', () => {
    // With exponential backtracking, each character would double the time.
    for (const line of ['a'.repeat(5000), `${"''".repeat(5000)} x`, `a = [${'['.repeat(5000)}`]) {
      assert.equal(parsePyproject(`[project]\n${line}\n`).name, undefined);
    }
  });

  test('causes no error, whatever its text is', () => {
    const line = fc.constantFrom('[', ']', '"""', "'", '"', '=', 'a', '\n', '#', '[a]', 'a = [', 'b = "c"');
    fc.assert(fc.property(fc.array(line), (parts) => void parsePyproject(parts.join(''))));
  });
});

test('texts of the maximum size are parsed in time, with any content', () => {
  // With quadratic time, each text would take hours.
  const size = 250_000;
  const spaces = ' '.repeat(size);
  assert.deepEqual(parsePnpmWorkspace(`packages:\n- a${spaces}b # c\n- '!d'`), [`a${spaces}b`, '!d']);
  assert.deepEqual(parsePnpmWorkspace(`packages: [a${spaces}b]`), [`a${spaces}b`]);
  assert.equal(parseRemotes(`[remote "origin"]\nurl = a${spaces}b${spaces}\n`, 'main')[0], `a${spaces}b`);
  assert.equal(toWebRemote(`https://git.example/${'/'.repeat(size)}a`)?.url, `https://git.example/a`);
  assert.equal(selectNodeRuntime(`${'1'.repeat(size)}x`), undefined);
});

test('a requirements.txt has the names of its requirements', () => {
  const text = '# mcp\nMCP[cli]==1.2 ; python_version > "3"\n-r other.txt\n--hash=x\n\nfastmcp\n';
  assert.deepEqual([...parseRequirements(text)], ['mcp', 'fastmcp']);
});

test('a pnpm-workspace.yaml has the patterns of its packages', () => {
  const text =
    "onlyBuilt:\n  - no\npackages:\n  # all\n  - \"packages/*\"\n  - 'apps/**'\n  - '!old' # gone\n  - tools # x\ncatalog:\n  a: 1\n";
  assert.deepEqual(parsePnpmWorkspace(text), ['packages/*', 'apps/**', '!old', 'tools']);
  assert.deepEqual(parsePnpmWorkspace("packages: ['a/*', b]\n"), ['a/*', 'b']);
  assert.deepEqual(parsePnpmWorkspace('packages: [\'a/{b,c}\', "d,e", f]\n'), ['a/{b,c}', 'd,e', 'f']);
  assert.deepEqual(parsePnpmWorkspace("packages:\n  [\n    'a/*', # one\n    '![b]',\n  ]\ncatalog: {}\n"), [
    'a/*',
    '![b]',
  ]);
  assert.deepEqual(parsePnpmWorkspace(''), []);
});

describe('the patterns of a pnpm-workspace.yaml', () => {
  const some = ['a/*', '!b'];
  const cases: Readonly<Record<string, readonly string[]>> = {
    '"packages":\n  - a/*\n  - "!b"\n': some,
    "'packages': [a/*, '!b']": some,
    'packages: ["a/*",\n  # one\n  "!b",]': some,
    '{packages: [a/*, "!b"], catalog: {a: 1}}': some,
    '\uFEFFpackages:\r\n  - a/*\r\n  - "!b"\r\n': some,
    '# packages: [no]\n---\npackages: # all\n\n- a/* # one\n\n# two\n-   "!b"\n...\n': some,
    'packages:\n  - >-\n    a/*\n  - |\n    !b\n': some,
    'packages:\n  -\n    a/*\n  - "\\x21b"\n': some,
    'list: &list\n  - a/*\n  - "!b"\npackages: *list\n': some,
    'one: &one a/*\npackages:\n  - *one\n  - &two "!b"\n': some,
    "? packages\n: - a/*\n  - '!b'\n": some,
    'packages: !!seq [!!str a/*, "!b"]': some,
    "packages:\n  - 2024\n  - true\n  - it's\n": ['2024', 'true', "it's"],
    'packages:\n  - a: b\n  - [c]\n  - ""\n  -\n  - d\n': ['d'],
    'x:\n  packages:\n    - a\n': [],
    'text: |\n  packages:\n    - a\n': [],
    'packages: a': [],
    'packages:\n  - *missing\n': [],
    'packages: [a\n': [],
  };
  for (const [text, expected] of Object.entries(cases)) {
    test(`in ${JSON.stringify(text)}`, () => assert.deepEqual(parsePnpmWorkspace(text), expected));
  }

  test('are parsed in time from any text', () => {
    const units = ['[', '{', '- ', 'a: ', '&a ', '*a ', '"', '|\n', '? ', '- &a [*a]\n', '[a,', '\n '];
    for (const unit of units) {
      assert.deepEqual(parsePnpmWorkspace(unit.repeat(100_000)), []);
      assert.deepEqual(parsePnpmWorkspace(`packages: ${unit.repeat(50_000)}`), []);
    }
    const levels = Array.from(
      { length: 100 },
      (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`,
    );
    assert.deepEqual(parsePnpmWorkspace(`a0: &a0 [x]\n${levels.join('\n')}\npackages: *a100\n`), []);
  });
});
