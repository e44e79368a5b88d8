/** No process is started where this is. */
export function openProcess(): Promise<never> {
  return Promise.reject(new Error('unavailable'));
}
