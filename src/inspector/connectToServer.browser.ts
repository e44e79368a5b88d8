/** Rejects: this editor can't connect to servers. */
export function connectToServer(): Promise<never> {
  return Promise.reject(new Error('unavailable'));
}
