import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceEnvironment } from '../../domain/environment.ts';
import { openFileWriter } from '../../editor/fileWriter.node.ts';
import { parseExact, stringifyExact } from '../schema/exactJson.ts';
import { type Snapshot, snapshotSchema } from './snapshot.ts';

/** So many of an environment are kept. */
const maxSnapshots = 10;
/** Characters of one at most. */
const maxSnapshotLength = 8_000_000;

export interface StoredSnapshot extends Snapshot {
  readonly id: string;
}

/** Snapshots of environments, in files: a folder for each service and environment. */
export interface SnapshotStore {
  /** The newest first; those that can't be read are left out. */
  list(of: ServiceEnvironment): Promise<readonly StoredSnapshot[]>;
  /** Lets go of the oldest. */
  save(of: ServiceEnvironment, snapshot: Snapshot): Promise<StoredSnapshot>;
  /** All of an environment. */
  remove(of: ServiceEnvironment): Promise<void>;
}

/** `folder`: of the extension, in which it makes one of its own; without it, nothing is kept. */
export function createSnapshotStore(folder: string | undefined): SnapshotStore {
  if (folder === undefined) return emptyStore;
  return {
    async list(of) {
      const place = snapshotFolder(folder, of);
      const read = await Promise.all((await listSnapshotIds(place)).map((id) => readSnapshot(place, id)));
      return read.filter((one) => one !== undefined);
    },
    async save(of, snapshot) {
      const text = stringifyExact(snapshot) ?? '';
      if (text.length > maxSnapshotLength) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
      const place = snapshotFolder(folder, of);
      await mkdir(place, { recursive: true });
      const id = `${String(snapshot.at).padStart(14, '0')}-${randomUUID().slice(0, 8)}`;
      await writeSnapshot(snapshotFile(place, id), text);
      const old = (await listSnapshotIds(place)).slice(maxSnapshots);
      await Promise.all(old.map((one) => rm(snapshotFile(place, one), { force: true })));
      return { ...snapshot, id };
    },
    remove: (of) => rm(snapshotFolder(folder, of), { recursive: true, force: true }),
  };
}

const emptyStore: SnapshotStore = {
  list: async () => [],
  save: () => Promise.reject(Object.assign(new Error('no folder'), { code: 'ENOENT' })),
  remove: async () => undefined,
};

/** What a service names may be no name of a file. */
const hashToFileName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const snapshotFolder = (folder: string, { baseUrl, environmentId }: ServiceEnvironment): string =>
  join(folder, 'snapshots', hashToFileName(new URL(baseUrl).origin), hashToFileName(environmentId));

const snapshotFile = (place: string, id: string): string => join(place, `${id}.json`);

/** The newest first. */
async function listSnapshotIds(place: string): Promise<readonly string[]> {
  const names = await readdir(place).catch(() => []);
  return names
    .flatMap((name) => /^(\d+-[0-9a-f]+)\.json$/.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
}

async function readSnapshot(place: string, id: string): Promise<StoredSnapshot | undefined> {
  try {
    const read = snapshotSchema.safeParse(parseExact(await readFile(snapshotFile(place, id), 'utf8')));
    return read.data && { ...read.data, id };
  } catch {
    return undefined;
  }
}

async function writeSnapshot(path: string, text: string): Promise<void> {
  const writer = await openFileWriter(path);
  try {
    await writer?.write(text);
    await writer?.finish();
  } catch (error) {
    await writer?.discard();
    throw error;
  }
}
