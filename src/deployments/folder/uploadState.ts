import type { UploadSource } from '../../api/upload.ts';
import type { FolderFile } from '../../folder/contents.ts';

/** A packed folder; `dispose` removes it. */
export interface PackedFolder {
  /** bytes */
  readonly size: number;
  readonly source: UploadSource;
  dispose(): Promise<void>;
}

/** What is done already and isn't done again when it is tried again. */
export interface UploadState {
  packed?: PackedFolder | undefined;
  /** Of the archive that has arrived as a whole, and that no deployment has used. */
  token?: string | undefined;
  /** What was packed. */
  packedFiles?: readonly FolderFile[];
  /** Whom it was uploaded for. */
  teamId?: string | undefined;
}

/** Forgets what was packed of files that aren't these, and what was uploaded for another team. */
export async function invalidateStale(
  work: UploadState,
  files: readonly FolderFile[],
  teamId: string | undefined,
): Promise<void> {
  const isSame = JSON.stringify(work.packedFiles) === JSON.stringify(files);
  if (!isSame) await removePacked(work);
  if (!isSame || work.teamId !== teamId) work.token = undefined;
  Object.assign(work, { files, teamId });
}

/** Removes what was packed once `sending` is over, however it ends. What was uploaded stays known in `work`. */
export async function withUploadState<T>(
  sending: (work: UploadState) => Promise<T>,
  work: UploadState = {},
): Promise<T> {
  try {
    return await sending(work);
  } finally {
    await removePacked(work);
  }
}

async function removePacked(work: UploadState): Promise<void> {
  const { packed } = work;
  work.packed = undefined;
  await packed?.dispose();
}

/**
 * The work of a call that asks nothing, by its argument: *Try Again* of its message calls with the same one. It has what was
 * uploaded and not deployed. An archive is packed again: a message may stand for days, and a file must not.
 */
export function stateForCall(): (argument: unknown) => UploadState {
  const works = new WeakMap<object, UploadState>();
  return (argument) => {
    if (typeof argument !== 'object' || argument === null) return {};
    const work = works.get(argument) ?? {};
    works.set(argument, work);
    return work;
  };
}
