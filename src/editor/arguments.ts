/**
 * What a command was called with, read as answers: a tree node carries them (`environmentId`, …), so does a
 * plain object from a test or a keybinding. What is missing, or not a text, is asked for.
 */
export function stringArgument(argument: unknown, key: string): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, key);
  return typeof value === 'string' ? value : undefined;
}

/** The same for what is true or false. */
export function booleanArgument(argument: unknown, key: string): boolean | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, key);
  return typeof value === 'boolean' ? value : undefined;
}
