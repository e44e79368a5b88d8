const variable = 'BENCH_IS_TINY';

/** Has all measures of this process and of those that it starts use tiny sizes: they only show that they run. */
export function useTinySizes(): void {
  process.env[variable] = '1';
}

/** Returns the size that counts, or the tiny one. */
export function sized<T>(full: T, tiny: T): T {
  return process.env[variable] === undefined ? full : tiny;
}
