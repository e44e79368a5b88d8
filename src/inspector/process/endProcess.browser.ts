/** No process is started where this is. */
export const endProcess = async (): Promise<void> => undefined;
export const killOnHostExit = () => (): void => undefined;
