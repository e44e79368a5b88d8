import type { UploadSource } from '../../api/upload.ts';
import type { FolderFile } from '../../folder/contents.ts';

/** A packed folder. `dispose` deletes the archive. */
export interface PackedFolder {
  /** Size in bytes. */
  readonly size: number;
  readonly source: UploadSource;
  dispose(): Promise<void>;
}

/** The finished steps of a deployment, which aren't repeated after a failure. */
export interface UploadState {
  packed?: PackedFolder | undefined;
  /** The token of an uploaded archive that wasn't deployed. */
  token?: string | undefined;
  /** The files in the archive. */
  packedFiles?: readonly FolderFile[];
  /** The team for which the archive was uploaded. */
  teamId?: string | undefined;
}

/**
 * Deletes the archive and removes its token if the files have changed. Removes only the token if the team has changed.
 */
export async function discardOutdatedSteps(
  state: UploadState,
  files: readonly FolderFile[],
  teamId: string | undefined,
): Promise<void> {
  const hasSameFiles = JSON.stringify(state.packedFiles) === JSON.stringify(files);
  if (!hasSameFiles) await deleteArchive(state);
  if (!hasSameFiles || state.teamId !== teamId) state.token = undefined;
  Object.assign(state, { packedFiles: files, teamId });
}

/** Runs `task` with the state, and deletes the archive afterwards. The state keeps the token of an upload. */
export async function withUploadState<T>(
  task: (state: UploadState) => Promise<T>,
  state: UploadState = {},
): Promise<T> {
  try {
    return await task(state);
  } finally {
    await deleteArchive(state);
  }
}

async function deleteArchive(state: UploadState): Promise<void> {
  const { packed } = state;
  state.packed = undefined;
  await packed?.dispose();
}

/**
 * Returns a function that finds the state of a call without prompts by its argument, because *Try Again* in its message
 * passes the same object. The state has a token but never an archive: a message can stay for days, and a file must not.
 */
export function createUploadStateFinder(): (argument: unknown) => UploadState {
  const states = new WeakMap<object, UploadState>();
  return (argument) => {
    if (typeof argument !== 'object' || argument === null) return {};
    const state = states.get(argument) ?? {};
    states.set(argument, state);
    return state;
  };
}
