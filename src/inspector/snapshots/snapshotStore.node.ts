import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceEnvironment } from '../../domain/environment.ts';
import { openFileWriter } from '../../editor/fileWriter.node.ts';
import { parseExact, stringifyExact } from '../schema/exactJson.ts';
import { type Snapshot, snapshotSchema } from './snapshot.ts';

/** Maximum number of snapshots of an environment. */
const maxSnapshots = 10;
/** Maximum length of a snapshot as JSON, in UTF-16 units. */
const maxSnapshotLength = 8_000_000;

export interface StoredSnapshot extends Snapshot {
  readonly id: string;
}

/** Snapshots of environments, as files. Each service and environment has a folder. */
export interface SnapshotStore {
  /** Returns the readable snapshots, the newest first. */
  list(environment: ServiceEnvironment): Promise<readonly StoredSnapshot[]>;
  /** Stores a snapshot, and deletes the oldest if there are too many. */
  save(environment: ServiceEnvironment, snapshot: Snapshot): Promise<StoredSnapshot>;
  /** Deletes all snapshots of an environment. */
  remove(environment: ServiceEnvironment): Promise<void>;
}

/**
 * Creates a store. `folder`: the storage folder of the extension; `undefined` if there is none, so that nothing is
 * stored.
 */
export function createSnapshotStore(folder: string | undefined): SnapshotStore {
  if (folder === undefined) return unavailableStore;
  return {
    async list(environment) {
      const environmentFolder = getSnapshotFolder(folder, environment);
      const snapshots = await Promise.all(
        (await listSnapshotIds(environmentFolder)).map((id) => readSnapshot(environmentFolder, id)),
      );
      return snapshots.filter((snapshot) => snapshot !== undefined);
    },
    async save(environment, snapshot) {
      const text = stringifyExact(snapshot) ?? '';
      if (text.length > maxSnapshotLength) throw Object.assign(new Error('too large'), { code: 'EFBIG' });
      const place = getSnapshotFolder(folder, environment);
      await mkdir(place, { recursive: true });
      const id = `${String(snapshot.at).padStart(14, '0')}-${randomUUID().slice(0, 8)}`;
      await writeSnapshot(getSnapshotFile(place, id), text);
      const old = (await listSnapshotIds(place)).slice(maxSnapshots);
      await Promise.all(old.map((one) => rm(getSnapshotFile(place, one), { force: true })));
      return { ...snapshot, id };
    },
    remove: (environment) => rm(getSnapshotFolder(folder, environment), { recursive: true, force: true }),
  };
}

const unavailableStore: SnapshotStore = {
  list: async () => [],
  save: () => Promise.reject(Object.assign(new Error('no folder'), { code: 'ENOENT' })),
  remove: async () => undefined,
};

/** Returns a hash that is valid as a file name. */
const hashToFileName = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const getSnapshotFolder = (folder: string, { baseUrl, environmentId }: ServiceEnvironment): string =>
  join(folder, 'snapshots', hashToFileName(new URL(baseUrl).origin), hashToFileName(environmentId));

const getSnapshotFile = (folder: string, id: string): string => join(folder, `${id}.json`);

/** Returns the IDs of the snapshots in a folder, the newest first. */
async function listSnapshotIds(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .flatMap((name) => /^(\d+-[0-9a-f]+)\.json$/.exec(name)?.[1] ?? [])
    .sort()
    .reverse();
}

async function readSnapshot(folder: string, id: string): Promise<StoredSnapshot | undefined> {
  try {
    const parsed = snapshotSchema.safeParse(parseExact(await readFile(getSnapshotFile(folder, id), 'utf8')));
    return parsed.data && { ...parsed.data, id };
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
