/** Runs `work` while one line shows what is being done and for how long. */
export function progress<T>(label: string, work: () => Promise<T>): Promise<T>;
