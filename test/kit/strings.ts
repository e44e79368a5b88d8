/** Texts of a page, each of which is its own name. */
export const strings = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name): [Name, string] => [name, name])) as Record<Name, string>;
