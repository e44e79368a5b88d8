/** Lets all that waits on this thread run first. A timer would take a millisecond at least. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
