/** There is no machine of a person where this is. */
export const userHome = (): string => '';
export const readMachineEnvironment = (): Readonly<Record<string, string | undefined>> => ({});
