/** Returns the value below which a share (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the duration of a task, in milliseconds. */
export async function measureTime(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/**
 * Returns the median times of tasks in milliseconds. The tasks take turns, so that a slow machine affects
 * all. The first turn is a warm-up.
 */
export async function measureInTurns<Name extends string>(
  rounds: number,
  tasks: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(tasks) as Name[];
  const times = new Map(names.map((name): [Name, number[]] => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    // Each task runs first equally often, and equally often after each of the others, whose garbage it might
    // have to collect.
    const first = round % names.length;
    const order = [...names.slice(first), ...names.slice(0, first)];
    if (Math.floor(round / names.length) % 2 === 1) order.reverse();
    for (const name of order) {
      const time = await measureTime(tasks[name]);
      if (round > 0) times.get(name)?.push(time);
    }
  }
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)])) as Record<Name, number>;
}
