const variable = 'BENCH_IS_TINY';

/**
 * Makes all benchmarks of this process and its child processes use tiny sizes, which only prove that they
 * run.
 */
export function useTinySizes(): void {
  process.env[variable] = '1';
}

/** Returns the full size, or the tiny one if `useTinySizes` was called. */
export function sized<T>(full: T, tiny: T): T {
  return process.env[variable] === undefined ? full : tiny;
}
