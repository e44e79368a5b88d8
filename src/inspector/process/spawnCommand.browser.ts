/** Processes don't exist in the browser. */
export function spawnCommand(): never {
  throw new Error('unavailable');
}
