/** No process is started in a web worker. */
export function spawnCommand(): never {
  throw new Error('unavailable');
}
