/** Whether this editor can pack folders. */
export const canPack = true;
