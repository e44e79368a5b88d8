/** A web worker has no files of its own, and no disk for an archive. */
export const canPack = false;
