/** Processes don't exist in the browser. */
export function spawnCommand(): never {
  throw new Error('unavailable');
}
export const endProcess = async (): Promise<void> => undefined;
export const killOnHostExit = () => (): void => undefined;
