import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { listCandidatePaths } from '../../../../src/logs/verdict/candidatePaths.ts';
import { findFileReference } from '../../../../src/logs/verdict/fileReference.ts';

describe('a position in a source file', () => {
  for (const [text, ...expected] of [
    ["src/forecast.ts(12,7): error TS2322: Type 'string'", 'src/forecast.ts', 12, 7],
    ['src/x.ts:12:7 - error TS2322: Type', 'src/x.ts', 12, 7],
    ['  File "my app/x.py", line 3, in <module>', 'my app/x.py', 3],
    ['  --> src/main.rs:1:2', 'src/main.rs', 1, 2],
    ['./main.go:3:4: undefined: x', './main.go', 3, 4],
    ['main.go:3: undefined: x', 'main.go', 3],
    ['    at run (/app/dist/server.js:3:14)', '/app/dist/server.js', 3, 14],
    ['    at file:///app/src/x.mjs:3:14', '/app/src/x.mjs', 3, 14],
    ['ERROR in ./src/index.ts 12:7-15', './src/index.ts', 12, 7],
    ['[app/[id]/page.tsx:5:1]', 'app/[id]/page.tsx', 5, 1],
    ['Dockerfile:7', 'Dockerfile', 7],
    ['C:\\app\\src\\x.ts:5:6', '/app/src/x.ts', 5, 6],
    ['12:30:45 src/x.ts:1', 'src/x.ts', 1],
    ['Program.cs(3,0): error CS1002', 'Program.cs', 3],
  ] as const) {
    test(text, () => {
      const { path, line, column } = findFileReference(text) ?? {};
      assert.deepEqual([path, line, ...(column === undefined ? [] : [column])], expected);
    });
  }

  for (const text of [
    'Built at 12:30:45',
    'http://localhost:3000',
    'https://example.com:443/x',
    'version 1.2:3',
    'src/x.ts:0:1',
    'src/x.ts',
    'x:1:2',
    '#8 [4/6] RUN npm ci',
    `${'a'.repeat(400)}.ts:1:2`,
  ]) {
    test(`isn't in ${text.slice(0, 40)}`, () => assert.equal(findFileReference(text), undefined));
  }

  test('is found in any text, within bounds', () => {
    const part = fc.constantFrom(
      ':',
      '1',
      '(',
      ',',
      ')',
      '/',
      '.',
      'a',
      '..',
      '\\',
      ' ',
      'File "',
      '"',
      ', line ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (text) => {
          const found = findFileReference(text);
          if (!found) return;
          assert.ok(found.path.length <= 300 && found.line >= 1 && (found.column ?? 1) >= 1);
          assert.ok(found.start >= 0 && found.end <= text.length && found.start < found.end);
        },
      ),
    );
  });

  test('takes linear time', () => {
    for (const piece of ['a.a/', ':1', '(1,1', ' 1:1', 'File "', '[', '\\'])
      assert.doesNotThrow(() => findFileReference(piece.repeat(200_000 / piece.length)));
  });
});

describe('the paths of a file in a folder', () => {
  for (const [path, ...expected] of [
    ['./src/x.ts', 'src/x.ts'],
    ['x.ts', 'x.ts'],
    ['/app/src/x.ts', 'app/src/x.ts', 'src/x.ts', 'x.ts'],
    ['/usr/src/app/x.py', 'usr/src/app/x.py', 'src/app/x.py', 'app/x.py', 'x.py'],
    ['../x.ts'],
    ['src/../../x.ts'],
    ['/app/../../etc/x.conf'],
    ['/etc/app.conf'],
    ['/usr/lib/python3.14/json/decoder.py'],
    ['/app/node_modules/zod/index.js'],
    ['/app/.venv/lib/site-packages/x.py'],
    ['/go/pkg/mod/example.com/x.go'],
    ['src/x.ts:stream'],
    ['src/%2e%2e/x.ts'],
    ['src/a\u202eb.ts'],
    ['src/.. /x.ts'],
    ['/'],
  ] as const) {
    test(JSON.stringify(path), () => assert.deepEqual(listCandidatePaths(path), expected));
  }

  test('never leave the folder, and are few', () => {
    const part = fc.constantFrom('..', '.', '', 'a', '/', '\\', '...', 'x.ts', '%2e%2e', 'C:', '~');
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('/')),
        (path) => {
          const candidates = listCandidatePaths(path);
          assert.ok(candidates.length <= 7);
          for (const one of candidates) {
            const { pathname } = new URL(one.split('/').map(encodeURIComponent).join('/'), 'file:///folder/');
            assert.ok(pathname.startsWith('/folder/') && pathname.length > '/folder/'.length, one);
          }
        },
      ),
    );
  });
});
