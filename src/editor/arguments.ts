/**
 * Returns a string from the argument of a command, or `undefined` if the argument doesn't contain it. The argument is a
 * tree node, with fields such as `environmentId`, or a plain object from a test or a keybinding. Commands prompt for
 * missing values.
 */
export function getStringArgument(argument: unknown, key: string): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, key);
  return typeof value === 'string' ? value : undefined;
}

/** Returns a boolean from the argument of a command, or `undefined` if the argument doesn't contain it. */
export function getBooleanArgument(argument: unknown, key: string): boolean | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = Reflect.get(argument, key);
  return typeof value === 'boolean' ? value : undefined;
}
