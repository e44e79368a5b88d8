/** There is no machine of a person where this is. */
export const homeFolder = (): string => '';
export const environment = (): Readonly<Record<string, string | undefined>> => ({});
