/** Lets all other work on this thread run first. A timer would take at least a millisecond. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
