/** Nothing is inspected where this is. */
export function openLink(): Promise<never> {
  return Promise.reject(new Error('unavailable'));
}
