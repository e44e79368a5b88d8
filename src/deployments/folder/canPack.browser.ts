/** Whether this editor can pack folders. A web worker has no file system. */
export const canPack = false;
