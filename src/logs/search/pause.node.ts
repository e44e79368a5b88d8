/** Lets all that waits on this thread run first. A timer would take a millisecond at least. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
