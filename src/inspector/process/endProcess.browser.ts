/** Processes don't exist in the browser. */
export const endProcess = async (): Promise<void> => undefined;
export const killOnHostExit = () => (): void => undefined;
