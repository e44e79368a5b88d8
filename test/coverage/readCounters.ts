/**
 * Returns the counters of instrumented code as JSON, without their source maps. Runs in Node, pages, and web
 * workers.
 */
export function readCounters(): string {
  const all: Record<string, { s: unknown; f: unknown; b: unknown }> =
    Reflect.get(globalThis, '__coverage__') ?? {};
  return JSON.stringify(
    Object.fromEntries(Object.entries(all).map(([path, { s, f, b }]) => [path, { s, f, b }])),
  );
}
