/** Replaces a value of the editor while a task runs. */
export async function withValue(
  target: object,
  name: string,
  value: unknown,
  task: () => Promise<void>,
): Promise<void> {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, get: () => value });
  try {
    await task();
  } finally {
    if (original) Object.defineProperty(target, name, original);
  }
}
