/** The browser has no access to the machine. */
export const getUserHome = (): string => '';
export const readMachineEnvironment = (): Readonly<Record<string, string | undefined>> => ({});
