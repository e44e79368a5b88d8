import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { ChangedFileError, writeArchive } from '../../../src/folder/archive.node.ts';
import type { FolderFile } from '../../../src/folder/contents.ts';
import { getFileIdentity } from '../../../src/folder/openFile.node.ts';

let work: string;
let root: string;
let folder: string;

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'archive-'));
  [root, folder] = [join(work, 'root'), join(work, 'archives')];
  mkdirSync(root);
  mkdirSync(folder);
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

function write(path: string, content: string | Buffer, mode = 0o644): FolderFile {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  chmodSync(join(root, path), mode);
  return listed(path);
}

function listed(path: string): FolderFile {
  const found = statSync(join(root, path));
  return { path, size: found.size, mode: found.mode & 0o777, identity: getFileIdentity(found) };
}

const quiet = (): AbortSignal => new AbortController().signal;

/** Replaces the folder of a file by a link to a folder outside with the same file. */
function linkParent(path: string): void {
  const { mtime } = statSync(path);
  const outside = join(work, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, basename(path)), '9876543210');
  utimesSync(join(outside, basename(path)), mtime, mtime);
  renameSync(dirname(path), join(work, 'away'));
  symlinkSync(outside, dirname(path));
}

/** Sets an old modification time, so that a later write has another one. */
function age(path: string): void {
  utimesSync(join(root, path), 1_000_000_000, 1_000_000_000);
}

/**
 * Overwrites a file with the same number of bytes and resets its modification time. Repeats this until the clock of the
 * file system has advanced.
 */
function rewriteSecretly(path: string): void {
  const before = statSync(path);
  do {
    writeFileSync(path, '9876543210');
    utimesSync(path, before.atime, before.mtime);
  } while (statSync(path).ctimeMs === before.ctimeMs);
}

describe('an archive of a folder', () => {
  test('is unpacked by the system to the same files, without their owner', async () => {
    const large = Buffer.alloc(3_000_001, 'a\u0000b');
    const files = [
      write('a.txt', 'one'),
      write('empty', ''),
      write('bin/run.sh', '#!/bin/sh\n', 0o755),
      write('secret', 'mine', 0o600),
      write('déjà vu/日本 – 🙂.md', 'unicode'),
      write(`${'deep/'.repeat(40)}${'n'.repeat(150)}.js`, 'long'),
      write('large.bin', large),
    ];
    symlinkSync('../a.txt', join(root, 'bin/link'));
    const archive = await writeArchive(
      root,
      [...files, { path: 'bin/link', size: 0, mode: 0o777, identity: '', linkTarget: '../a.txt' }],
      { signal: quiet(), folder },
    );
    const packed = readFileSync(archive.path);
    assert.equal(statSync(archive.path).mode & 0o777, 0o600);
    assert.equal(archive.size, packed.length);

    const out = join(work, 'out');
    mkdirSync(out);
    execFileSync('tar', ['-xzf', archive.path, '-C', out]);
    for (const { path } of files) {
      assert.deepEqual(readFileSync(join(out, path)), readFileSync(join(root, path)), path);
    }
    assert.equal(statSync(join(out, 'bin/run.sh')).mode & 0o111, 0o111);
    assert.equal(statSync(join(out, 'a.txt')).mode & 0o111, 0);
    assert.equal(
      Math.floor(statSync(join(out, 'a.txt')).mtimeMs / 1000),
      Math.floor(statSync(join(root, 'a.txt')).mtimeMs / 1000),
    );
    assert.ok(lstatSync(join(out, 'bin/link')).isSymbolicLink());
    assert.equal(readlinkSync(join(out, 'bin/link')), '../a.txt');
    const owners = execFileSync('tar', ['--numeric-owner', '-tvzf', archive.path], { encoding: 'utf8' });
    assert.ok(
      owners
        .trim()
        .split('\n')
        .every((line) => / 0\/0 /.test(line)),
      owners,
    );

    await archive.dispose();
    assert.deepEqual(readdirSync(folder), []);
  });

  test('reports the number of bytes that were read', async () => {
    const files = [write('a', 'x'.repeat(700_000)), write('b', 'y'.repeat(10))];
    const told: number[] = [];
    await writeArchive(root, files, { signal: quiet(), folder, onProgress: (bytes) => told.push(bytes) });
    assert.equal(told.at(-1), 700_010);
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    );
    assert.ok(told.length > 2, 'in steps');
  });

  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ['was deleted', (path) => rmSync(path)],
    ['has grown', (path) => writeFileSync(path, 'x'.repeat(20))],
    ['has shrunk', (path) => writeFileSync(path, 'x')],
    [
      'has become a link',
      (path) => {
        rmSync(path);
        writeFileSync(join(work, 'outside'), '9876543210');
        symlinkSync(join(work, 'outside'), path);
      },
    ],
    [
      'has become a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    [
      'has become a pipe',
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
    ],
    ['was written anew with as many bytes', (path) => writeFileSync(path, '9876543210')],
    [
      'was replaced by another file with the same size and time',
      (path) => {
        const { mtime } = statSync(path);
        writeFileSync(`${path}.new`, '9876543210');
        utimesSync(`${path}.new`, mtime, mtime);
        renameSync(`${path}.new`, path);
      },
    ],
    ['was written anew with its size and its time', rewriteSecretly],
    [
      'has a parent that is now a file',
      (path) => {
        rmSync(dirname(path), { recursive: true });
        writeFileSync(dirname(path), '');
      },
    ],
    ['is below a link out of the folder now', linkParent],
  ];
  for (const [what, change] of changes) {
    test(`fails for a file that ${what}, with an error that names the file, and leaves nothing behind`, async () => {
      write('sub/second', '0123456789');
      age('sub/second');
      const files = [write('first', '1'), listed('sub/second')];
      change(join(root, 'sub/second'));
      await assert.rejects(writeArchive(root, files, { signal: quiet(), folder }), (error: unknown) => {
        assert.ok(error instanceof ChangedFileError, String(error));
        assert.equal(error.path, 'sub/second');
        return true;
      });
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  test('fails if a file changes while it is read', async () => {
    const files = [write('large', Buffer.alloc(2_000_000, 'a'))];
    let isChanged = false;
    const changed = writeArchive(root, files, {
      signal: quiet(),
      folder,
      onProgress: () => {
        if (!isChanged) writeFileSync(join(root, 'large'), Buffer.alloc(1_000_000, 'b'));
        isChanged = true;
      },
    });
    await assert.rejects(changed, ChangedFileError);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("fails if a file's folder becomes a link while other files are packed", async () => {
    write('sub/second', '0123456789');
    age('sub/second');
    const files = [write('first', '1'), listed('sub/second')];
    let isLinked = false;
    const linked = writeArchive(root, files, {
      signal: quiet(),
      folder,
      onProgress: () => {
        if (!isLinked) linkParent(join(root, 'sub/second'));
        isLinked = true;
      },
    });
    await assert.rejects(linked, { name: 'ChangedFileError', path: 'sub/second' });
    assert.deepEqual(readdirSync(folder), []);
  });

  test('fails if a file is overwritten with the same number of bytes while it is read', async () => {
    write('large', Buffer.alloc(2_000_000, 'a'));
    age('large');
    const changed = writeArchive(root, [listed('large')], {
      signal: quiet(),
      folder,
      onProgress: () => writeFileSync(join(root, 'large'), 'b', { flag: 'r+' }),
    });
    await assert.rejects(changed, ChangedFileError);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('leaves nothing behind if it is canceled, at any time', async () => {
    const files = [write('large', Buffer.alloc(2_000_000, 'a')), write('b', 'b')];
    for (const after of [0, 1, 2, 5, 8]) {
      const controller = new AbortController();
      let told = 0;
      if (after === 0) controller.abort(new Error('cancelled'));
      const cancelled = writeArchive(root, files, {
        signal: controller.signal,
        folder,
        onProgress: () => {
          told += 1;
          if (told === after) controller.abort(new Error('cancelled'));
        },
      });
      await assert.rejects(cancelled, { message: 'cancelled' });
      assert.deepEqual(readdirSync(folder), [], `after ${after}`);
    }
  });

  test("leaves nothing behind if it can't be written", async () => {
    const files = [write('a', 'a')];
    const missing = join(work, 'missing');
    await assert.rejects(writeArchive(root, files, { signal: quiet(), folder: missing }), { code: 'ENOENT' });
    assert.ok(!existsSync(missing));
  });

  test('leaves nothing behind if the disk is full', { skip: process.platform === 'win32' }, () => {
    write('noise', randomBytes(400_000));
    const program = `
      import { readdirSync } from 'node:fs';
      import { writeArchive } from ${JSON.stringify(new URL('../../../src/folder/archive.node.ts', import.meta.url).href)};
      const files = ${JSON.stringify([listed('noise')])};
      const options = { signal: new AbortController().signal, folder: ${JSON.stringify(folder)} };
      const code = await writeArchive(${JSON.stringify(root)}, files, options).then(() => 'written', (error) => error.code);
      console.log(JSON.stringify([code, readdirSync(options.folder)]));`;
    // The process can write 64 KB. Further writes fail, as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" --input-type=module -e "$1"`;
    const said = execFileSync('bash', ['-c', limited, process.execPath, program], { encoding: 'utf8' });
    assert.deepEqual(JSON.parse(said), ['EFBIG', []]);
  });
});
