/** Whether a folder can be packed here. */
export const canPack = true;
