import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Parser } from 'tar';
import { createEntryHeader, writeArchive } from '../../../src/folder/archive.node.ts';
import type { FolderFile } from '../../../src/folder/contents.ts';
import { getFileIdentity } from '../../../src/folder/openFile.node.ts';
import { folderWith } from './tree.ts';

interface Entry {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  /** The modification time in seconds since 1970. */
  readonly mtime: number;
  /** The target of a symbolic link. */
  readonly link?: string | undefined;
}

const latest = 8 ** 11 - 1;
const mtime = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(-1e10, -1, -0.5, 0, 0.5, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, latest, latest + 1, 1e11),
);
const size = fc.oneof(
  fc.constantFrom(0, 1, 511, 512, 513, 1023, 1024, 1025, 10_240, 32_768, 65_535, 65_537),
  fc.nat(100_000),
);
const part = fc.oneof(
  fc.constantFrom(
    'a',
    'b.txt',
    'déjà',
    '日本語',
    '🙂',
    'a b',
    '-x',
    '--',
    '=',
    "it's",
    'a"b',
    '*',
    '[a]',
    '#',
  ),
  fc.integer({ min: 90, max: 240 }).map((length) => 'n'.repeat(length)),
  fc.integer({ min: 40, max: 80 }).map((length) => 'é'.repeat(length)),
  fc.stringMatching(/^[a-z0-9 .=-]{1,20}$/).filter((name) => !/^\.+$|[ .]$/.test(name)),
);
const path = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
const entry: fc.Arbitrary<Entry> = fc.record({
  path,
  size,
  mode: fc.constantFrom(0o644, 0o755, 0o600, 0o4755, 0o400, 0o777),
  mtime,
  link: fc.option(path, { nil: undefined, freq: 4 }),
});

function contentOf(bytes: number): Buffer {
  return Buffer.alloc(bytes, 'a\0b\n');
}

/** Removes entries that can't exist together, such as a file and a folder with the same path. */
function withoutClashes(entries: readonly Entry[]): readonly Entry[] {
  const folders = new Set<string>();
  for (const { path: one } of entries) {
    for (let at = dirname(one); at !== '.'; at = dirname(at)) folders.add(at);
  }
  return entries.filter((one) => !folders.has(one.path));
}

function listed(root: string, { path: one, link }: Entry): FolderFile {
  if (link !== undefined) return { path: one, size: 0, mode: 0o777, identity: '', linkTarget: link };
  const stats = statSync(join(root, one));
  return { path: one, size: stats.size, mode: stats.mode & 0o777, identity: getFileIdentity(stats) };
}

/** Returns the contents of files and the targets of links that npm's `tar` reads. */
async function readByNpm(archive: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const reading: Promise<unknown>[] = [];
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const reader = new Parser({
    strict: true,
    onReadEntry: (one) => {
      if (one.type === 'SymbolicLink') {
        found.set(one.path, `-> ${one.linkpath}`);
        one.resume();
      } else reading.push(one.concat().then((content) => found.set(one.path, content.toString('latin1'))));
    },
  });
  reader.on('end', resolve).on('error', reject);
  // In one chunk: `tar` loses a character of an extended header that spans two chunks.
  reader.end(gunzipSync(readFileSync(archive)));
  await ended;
  await Promise.all(reading);
  return found;
}

/** Extracts an archive with the system's `tar`. */
function readBySystem(archive: string, out: string, entries: readonly Entry[]): Map<string, string> {
  mkdirSync(out);
  execFileSync('tar', ['-xzf', archive, '-C', out], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Map(
    entries.map(({ path: one }) => {
      const isLink = lstatSync(join(out, one)).isSymbolicLink();
      const content = isLink ? `-> ${readlinkSync(join(out, one))}` : readFileSync(join(out, one), 'latin1');
      return [one, content];
    }),
  );
}

describe('an archive', () => {
  test('is read by two programs with all files, whatever their times, sizes, modes, and names', async () => {
    const some = fc.uniqueArray(entry, { minLength: 1, maxLength: 8, selector: (one) => one.path });
    await fc.assert(
      fc.asyncProperty(some, async (all) => {
        using folder = folderWith({ 'archives/.keep': '' });
        const root = join(folder.root, 'root');
        const entries = withoutClashes(all);
        mkdirSync(root);
        for (const { path: one, size: bytes, mode, mtime: seconds, link } of entries) {
          mkdirSync(dirname(join(root, one)), { recursive: true });
          if (link !== undefined) symlinkSync(link, join(root, one));
          else {
            folder.writeBytes(join('root', one), contentOf(bytes), mode);
            // Node.js treats a negative number as the current time.
            const time = new Date(seconds * 1000);
            utimesSync(join(root, one), time, time);
          }
        }
        const files = entries.map((one) => listed(root, one));
        const { signal } = new AbortController();
        const archive = await writeArchive(root, files, { signal, folder: join(folder.root, 'archives') });
        const expected = new Map(
          entries.map(({ path: one, size: bytes, link }) => [
            one,
            link === undefined ? contentOf(bytes).toString('latin1') : `-> ${link}`,
          ]),
        );
        assert.deepEqual(await readByNpm(archive.path), expected);
        assert.deepEqual(readBySystem(archive.path, join(folder.root, 'out'), entries), expected);
      }),
      { numRuns: 20 },
    );
  });

  const times: readonly (readonly [what: string, ms: number, seconds: number])[] = [
    ['before 1970', -1_000_000, 0],
    ['a fraction before 1970', -0.5, 0],
    ['with a fraction', 1234.9, 1],
    ['after 2038', 2 ** 31 * 1000, 2 ** 31],
    ['the latest of the format', latest * 1000, latest],
    ['after the latest of the format', 1e300, latest],
    ['infinite', Number.POSITIVE_INFINITY, latest],
    ['infinite, before 1970', Number.NEGATIVE_INFINITY, 0],
    ['no number', Number.NaN, 0],
  ];
  for (const [what, ms, seconds] of times) {
    test(`contains a time that is ${what}`, () => {
      const { mtime: written, pax } = createEntryHeader('a', 1, 0o644, ms);
      const inHeader = (written?.getTime() ?? Number.NaN) / 1000;
      assert.deepEqual(
        [inHeader, pax],
        seconds < 2 ** 31 ? [seconds, undefined] : [2 ** 31 - 1, { mtime: `${seconds}` }],
      );
    });
  }
});
