import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { root } from '../../harness/paths.ts';

const program = join(root, 'test/kit/windowsCommands.ts');
const folder = String.raw`C:\work\my server`;
const files = {
  [String.raw`C:\Program Files\nodejs\node.exe`]: 'MZ',
  [String.raw`C:\Program Files\nodejs\npx.cmd`]: '@ECHO off',
  [String.raw`C:\Program Files\nodejs\npx`]: '#!/usr/bin/env bash',
  [String.raw`C:\Users\me\.local\bin\uvx.exe`]: 'MZ',
  [String.raw`C:\Docker\docker.exe`]: 'MZ',
  [String.raw`C:\Tools\old.com`]: 'MZ',
  [String.raw`C:\Tools\batch.BAT`]: '@ECHO off',
  [String.raw`C:\My Tools\run server.cmd`]: '@ECHO off',
  [String.raw`C:\My Tools\run server.exe`]: 'MZ',
  [String.raw`${folder}\node_modules\.bin\my-mcp.cmd`]: '@ECHO off',
  [String.raw`${folder}\server.exe`]: 'MZ',
  [String.raw`${folder}\start.cmd`]: '@ECHO off',
};
const env = {
  // As Windows spells it.
  Path: ['Program Files\\nodejs', 'Users\\me\\.local\\bin', 'Docker', 'Tools']
    .map((one) => `C:\\${one}`)
    .join(';'),
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
  comspec: String.raw`C:\Windows\system32\cmd.exe`,
};

interface Started {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly isVerbatim?: boolean;
  readonly code?: string;
}

/** What Windows would start for these commands. */
function start(commands: readonly { readonly command: string; readonly args: readonly string[] }[]) {
  const given = JSON.stringify({ commands, files, cwd: folder });
  const text = execFileSync(process.execPath, [program, given], { env, encoding: 'utf8' });
  return JSON.parse(text) as readonly Started[];
}

const byShell = (line: string): Started => ({
  command: env.comspec,
  args: ['/d', '/s', '/c', `"${line}"`],
  isVerbatim: true,
});
const itself = (command: string, ...args: string[]): Started => ({ command, args, isVerbatim: false });

/** What is started, by what stands in a file. */
const cases: readonly (readonly [readonly [string, ...string[]], Started])[] = [
  [['node', 'server.js', 'a b'], itself('node', 'server.js', 'a b')],
  [['node.exe', 'a"b', 'c\\'], itself('node.exe', 'a"b', 'c\\')],
  [['NODE', '%PATH%'], itself('NODE', '%PATH%')],
  [
    ['uvx', 'mcp-server-git', '--repository', 'C:\\my repo'],
    itself('uvx', 'mcp-server-git', '--repository', 'C:\\my repo'),
  ],
  [['docker', 'run', '-i', '--rm', 'a&b'], itself('docker', 'run', '-i', '--rm', 'a&b')],
  [['old', 'a b'], itself('old', 'a b')],
  [['C:\\My Tools\\run server.exe', 'a b'], itself('C:\\My Tools\\run server.exe', 'a b')],
  [['.\\server.exe', 'a b'], itself('.\\server.exe', 'a b')],
  [['server', 'a'], itself('server', 'a')],
  [['npx', '-y', '@scope/server', 'a b'], byShell('npx ^"-y^" ^"@scope/server^" ^"a^ b^"')],
  [['npx.cmd', 'a&b'], byShell('npx.cmd ^"a^&b^"')],
  [['batch', '100%'], byShell('batch ^"100^%^"')],
  [['C:\\My Tools\\run server.cmd', 'x'], byShell('C:\\My^ Tools\\run^ server.cmd ^"x^"')],
  [['C:/My Tools/run server.cmd'], byShell('C:\\My^ Tools\\run^ server.cmd')],
  [['./start.cmd', 'say "hi"'], byShell('start.cmd ^"say^ \\^"hi\\^"^"')],
  // A script of npm hands its arguments on to the shell once more.
  [['node_modules\\.bin\\my-mcp.cmd', 'a b'], byShell('node_modules\\.bin\\my-mcp.cmd ^^^"a^^^ b^^^"')],
  [['missing', 'a'], { code: 'ENOENT' }],
  [['missing.exe'], { code: 'ENOENT' }],
  [['C:\\nowhere\\node.exe'], { code: 'ENOENT' }],
  [['./missing.cmd'], { code: 'ENOENT' }],
];

describe('on Windows', () => {
  test('programs are started directly, scripts by the shell, and a missing command is reported', () => {
    const started = start(cases.map(([[command, ...args]]) => ({ command, args })));
    for (const [index, [given, expected]] of cases.entries()) {
      assert.deepEqual(started[index], expected, given.join(' '));
    }
  });

  test('a program gets any argument unchanged', () => {
    const args = fc.sample(fc.array(fc.string({ unit: 'grapheme' })), { numRuns: 100, seed: 7 });
    const commands = args.map((each) => ({ command: 'node', args: each }));
    assert.deepEqual(
      start(commands).map((each) => each.args),
      args,
    );
  });
});
