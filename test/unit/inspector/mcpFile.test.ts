// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the editor are written so.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createLaunch,
  formatCommandLine,
  resolveEntryValues,
} from '../../../src/inspector/workspace/launch.ts';
import {
  type ProcessEntry,
  parseMcpFile,
  parseWorkspaceFile,
  type ServerEntry,
} from '../../../src/inspector/workspace/mcpFile.ts';
import {
  listEntryEnvironmentVariables,
  listEntryInputIds,
  mapTexts,
  maskValueVariables,
  replacePathVariables,
  replaceValueVariables,
} from '../../../src/inspector/workspace/variables.ts';

const places = { folder: '/work/app', folders: { app: '/work/app', api: '/work/api' }, home: '/home/me' };

/** The entries of a file, by their names. */
function entriesIn(text: string): Readonly<Record<string, unknown>> {
  const read = parseMcpFile(text);
  assert.ok(typeof read !== 'string', String(read));
  return Object.fromEntries(read.entries.map((entry) => [entry.name, entry]));
}

const process = (more: Partial<ProcessEntry>): ProcessEntry => ({
  kind: 'process',
  name: 'a',
  command: 'node',
  args: [],
  env: {},
  envFile: undefined,
  cwd: undefined,
  ...more,
});

describe('an mcp.json file', () => {
  test('can have comments, and servers of both types', () => {
    const entries = entriesIn(`\uFEFF{
      // Of the editor.
      "servers": {
        "local": { "type": "stdio", "command": "node", "args": ["a.js", 3], "env": { "A": "b", "N": 1, "OFF": null },
                   "envFile": ".env", "cwd": "sub" }, /* short: */
        "short": { "command": "npx" },
        "remote": { "url": "https://example.com/mcp", "headers": { "X-Key": "\${input:key}" } },
        "old": { "type": "sse", "url": "https://example.com/sse" },
      },
    }`);
    assert.deepEqual(entries['local'], {
      kind: 'process',
      name: 'local',
      command: 'node',
      args: ['a.js', '3'],
      envFile: '.env',
      cwd: 'sub',
      env: { A: 'b', N: '1', OFF: null },
    });
    assert.deepEqual(entries['short'], process({ name: 'short', command: 'npx' }));
    assert.deepEqual(entries['remote'], {
      kind: 'url',
      name: 'remote',
      url: 'https://example.com/mcp',
      headers: { 'X-Key': '${input:key}' },
    });
    assert.equal((entries['old'] as ServerEntry).kind, 'url');
  });

  test('treats null as a missing field', () => {
    const entries = entriesIn(`{ "servers": {
      "process": { "type": null, "command": "node", "args": null, "env": null, "envFile": null, "cwd": null },
      "remote": { "command": null, "url": "https://example.com/mcp", "headers": null } } }`);
    assert.deepEqual(entries['process'], process({ name: 'process' }));
    assert.deepEqual(entries['remote'], {
      kind: 'url',
      name: 'remote',
      url: 'https://example.com/mcp',
      headers: {},
    });
  });

  test('lists invalid entries with the reason', () => {
    const entries = entriesIn(`{ "servers": {
      "noCommand": { "type": "stdio" }, "noUrl": { "type": "http" }, "other": { "type": "ws", "url": "a" },
      "odd": 7, "args": { "command": "a", "args": "b" } } }`);
    assert.deepEqual(
      Object.values(entries).map((entry) => (entry as { kind: string }).kind),
      ['invalid', 'invalid', 'invalid', 'invalid', 'invalid'],
    );
    assert.match(String((entries['other'] as { reason: string }).reason), /type/);
  });

  test('is rejected with the line of invalid JSON, and is empty without servers', () => {
    assert.match(String(parseMcpFile('{\n  "servers": {\n    oops\n')), /line 3/);
    for (const text of ['', '{}', '[]', 'null', '{"servers": []}']) {
      assert.deepEqual(parseMcpFile(text), { entries: [], inputs: [] }, text);
    }
  });

  test('can be part of a workspace file', () => {
    const mcp = { servers: { a: { command: 'node' } }, inputs: [{ id: 'key', type: 'promptString' }] };
    for (const text of [JSON.stringify({ settings: { mcp } }), JSON.stringify({ mcp })]) {
      const read = parseWorkspaceFile(text);
      assert.deepEqual(read, {
        entries: [process({ name: 'a' })],
        inputs: [{ id: 'key', type: 'promptString' }],
      });
    }
    assert.deepEqual(parseWorkspaceFile('{"folders": []}'), { entries: [], inputs: [] });
  });
});

describe('variables', () => {
  test("are replaced if they aren't secrets", () => {
    for (const [text, wanted] of [
      ['${workspaceFolder}/a', '/work/app/a'],
      ['${workspaceFolder:api}', '/work/api'],
      ['${workspaceFolderBasename}', 'app'],
      ['~${userHome}', '~/home/me'],
      ['${env:KEY}-${input:key}', '${env:KEY}-${input:key}'],
      ['$HOME {a} ${}', '$HOME {a} ${}'],
      ['${workspaceRoot}${/}a${pathSeparator}b', '/work/app/a/b'],
      ['${cwd} ${workspaceFolderBasename:api} ${workspaceRootFolderName}', '/work/app api app'],
    ] as const) {
      assert.equal(replacePathVariables(text, places), wanted);
    }
    assert.equal(maskValueVariables('https://a/${input:x}/${env:Y}'), 'https://a/*/*');
  });

  test('that the editor doesn’t have are kept', () => {
    for (const text of [
      '${NAME}',
      'a${NAME}b',
      '${my_var}',
      '${name:argument}',
      '${constructor}',
      '${1}',
      '${file-name}',
      '${fileName}',
    ]) {
      assert.equal(replacePathVariables(text, places), text);
      assert.equal(replaceValueVariables(text, { NAME: 'a' }, { NAME: 'b' }), text);
    }
    assert.equal(replaceValueVariables('a${env:constructor}${env:toString}', {}, {}), 'a');
  });

  test('without a value, or without support, are named in the error', () => {
    for (const text of [
      '${config:a.b}',
      '${workspaceFolder:none}',
      '${command:x}',
      '${file}',
      '${workspaceFolder:constructor}',
    ]) {
      assert.throws(() => replacePathVariables(text, places), { message: /\$\{/ });
    }
    const several = { ...places, folder: undefined };
    assert.throws(() => replacePathVariables('${workspaceFolder}', several), {
      message: /\$\{workspaceFolder\} .*multiple folders/,
    });
  });

  test('of an entry are found in all of its texts', () => {
    const entry = process({
      command: '${input:a}',
      args: ['${input:b} ${input:a}'],
      env: { X: '${env:ONE}', Y: null },
      envFile: '${input:c}',
      cwd: '${env:TWO}',
    });
    assert.deepEqual(listEntryInputIds(entry), ['a', 'b', 'c']);
    assert.deepEqual(listEntryEnvironmentVariables(entry), ['ONE', 'TWO']);
    const upper = mapTexts(entry, (text) => text.toUpperCase());
    assert.equal(upper.command, '${INPUT:A}');
    assert.equal(upper.env['Y'], null);
  });

  test('that are secrets are replaced once', () => {
    const entry = {
      kind: 'url',
      name: 'a',
      url: 'https://a/${input:t}',
      headers: { K: '${env:K}!' },
    } as const;
    const inputs = { t: '${env:K}' };
    assert.deepEqual(resolveEntryValues(entry, { environment: { K: 'key' }, inputs }), {
      ...entry,
      url: 'https://a/${env:K}',
      headers: { K: 'key!' },
    });
    assert.throws(() => resolveEntryValues(entry, { environment: {}, inputs: {} }), { message: /input "t"/ });
  });
});

describe('a started process', () => {
  const surroundings = {
    environment: { PATH: '/bin', TOKEN: 'from-outside', OFF: 'x' },
    inputs: { key: 'from-person' },
    fileVariables: [
      { key: 'A', value: 'of-file' },
      { key: 'B', value: 'of-file' },
    ],
    folder: '/work/app',
    home: '/home/me',
  };

  test('gets the variables of the machine, the file, and the entry, which take precedence in the reverse order', () => {
    const entry = process({
      env: { A: 'of-entry', OFF: null, T: '${env:TOKEN}' },
      args: ['--key=${input:key}'],
    });
    const { env, args, secrets, cwd } = createLaunch(entry, surroundings);
    assert.deepEqual(env, {
      PATH: '/bin',
      TOKEN: 'from-outside',
      A: 'of-entry',
      B: 'of-file',
      T: 'from-outside',
    });
    assert.deepEqual(args, ['--key=from-person']);
    for (const one of ['from-person', 'from-outside', 'of-file', 'of-entry'])
      assert.ok(secrets.includes(one));
    assert.ok(!secrets.includes('/bin'));
    assert.equal(cwd, '/work/app');
  });

  test('runs in the working directory of its entry, relative to the folder', () => {
    const at = (cwd: string) => createLaunch(process({ cwd }), surroundings).cwd;
    assert.deepEqual(['sub', '/tmp', 'C:\\a'].map(at), ['/work/app/sub', '/tmp', 'C:\\a']);
    assert.throws(() => createLaunch(process({ command: '${env:NONE}' }), surroundings), {
      message: /empty/,
    });
  });

  test('has the home folder instead of ~ in the same fields as in the editor', () => {
    const entry = process({
      command: '~/bin/server',
      args: ['~', '~/a', '~\\b', '~user', '--dir=~/c', '${env:DIR}'],
      cwd: '~/work',
      env: { DIR: '~/d' },
    });
    const { command, args, cwd, env } = createLaunch(entry, {
      ...surroundings,
      environment: { DIR: '~/e' },
    });
    assert.equal(command, '/home/me/bin/server');
    assert.deepEqual(args, ['/home/me', '/home/me/a', '/home/me\\b', '~user', '--dir=~/c', '/home/me/e']);
    assert.equal(cwd, '/home/me/work');
    assert.equal(env['DIR'], '~/d');
    assert.equal(createLaunch(process({ cwd: '~' }), { ...surroundings, home: 'C:\\$&' }).cwd, 'C:\\$&');
  });

  test('finds programs in the PATH of its entry, after those of the machine', () => {
    const pathOf = (env: ProcessEntry['env'], more: Partial<typeof surroundings> = {}) =>
      createLaunch(process({ env }), { ...surroundings, ...more }).env['PATH'];
    assert.equal(pathOf({ PATH: '/opt/bin' }), '/bin:/opt/bin');
    assert.equal(pathOf({ PATH: '/opt/bin' }, { home: 'C:\\Users\\me' }), '/bin;/opt/bin');
    assert.equal(pathOf({ PATH: null }), undefined);
    assert.equal(pathOf({}), '/bin');
  });

  test('is shown as a command line', () => {
    assert.equal(
      formatCommandLine(process({ args: ['a b', '--x=1', '${input:k}'] })),
      'node "a b" --x=1 ${input:k}',
    );
  });
});
