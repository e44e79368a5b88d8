/** Processes don't exist in the browser. */
export function openProcess(): Promise<never> {
  return Promise.reject(new Error('unavailable'));
}
