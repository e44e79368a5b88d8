/** The browser has no access to the machine. */
export const userHome = (): string => '';
export const readMachineEnvironment = (): Readonly<Record<string, string | undefined>> => ({});
