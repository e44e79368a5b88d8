import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseArguments } from '../../../../src/inspector/mcpTests/arguments.cli.ts';

const server = ['--server', 'a=https://mcp.example.com/mcp'];
const reason = (...typed: readonly string[]): string => {
  const read = parseArguments(typed);
  return read.kind === 'invalid' ? read.reason : read.kind;
};

describe('the arguments of mcp-test', () => {
  test('specify files, servers, a file for results, and a time limit', () => {
    const typed = [
      'a',
      'b.mcp-test.json',
      ...server,
      '--server=b=:3000/x?k=1=2',
      '--junit',
      'r.xml',
      '--timeout',
      '0.5',
    ];
    assert.deepEqual(parseArguments(typed), {
      kind: 'run',
      paths: ['a', 'b.mcp-test.json'],
      servers: [
        { name: 'a', url: 'https://mcp.example.com/mcp' },
        { name: 'b', url: 'http://127.0.0.1:3000/x?k=1=2' },
      ],
      junit: 'r.xml',
      timeoutMs: 500,
    });
    const read = parseArguments(server);
    assert.deepEqual(
      [read.kind, read.kind === 'run' && read.timeoutMs, 'junit' in read],
      ['run', 30_000, false],
    );
  });

  test('show the help even if other arguments are invalid', () => {
    assert.deepEqual(parseArguments(['--help', '--server', 'x']), { kind: 'help' });
    assert.deepEqual(parseArguments(['-h']), { kind: 'help' });
    assert.deepEqual(parseArguments(['--version']), { kind: 'version' });
  });

  test('are rejected with a reason', () => {
    assert.equal(reason(), 'Specify a server: --server NAME=URL');
    const form = '--server must be NAME=URL, such as production=https://mcp.example.com/mcp.';
    for (const typed of ['https://mcp.example.com', '=3000', ' =3000'])
      assert.equal(reason('--server', typed), form);
    assert.match(reason('--server', 'a=http://mcp.example.com'), /^--server a: .*https:/);
    assert.match(reason('--server', 'a='), /^--server a: Enter /);
    assert.match(reason('--server', 'a=https://me:secret@mcp.example.com'), /user name or password/);
    assert.equal(reason(...server, '--server', 'a=3000'), 'Two servers are named a.');
    for (const time of ['0', '-1', 'x', 'Infinity', '90000']) {
      assert.match(reason(...server, `--timeout=${time}`), /^--timeout must be .* above 0/, time);
    }
    assert.equal(reason(...server, '--junit='), '--junit requires a file name.');
    assert.match(reason(...server, '--unknown'), /--unknown/);
  });

  test('are rejected without the URL, whose query might be a secret', () => {
    for (const typed of [
      'a=http://mcp.example.com?key=secret',
      'a=ftp://x?key=secret',
      'a=https://me:secret@x.example',
    ]) {
      assert.ok(!reason('--server', typed).includes('secret'));
    }
  });
});
