import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLease } from '../../../src/auth/lease.node.ts';

/** The order for the process of a window. */
export type Order =
  /** Acquires the leases and never releases them. */
  | { readonly kind: 'hold'; readonly names: readonly string[] }
  /** Acquires each lease this many times, all at once. */
  | { readonly kind: 'count'; readonly names: readonly string[]; readonly turns: number };

/** The number of times another window was inside as well, and the warnings. */
export interface Done {
  readonly collisions: number;
  readonly warnings: readonly string[];
}

const [, , leases = '', results = ''] = process.argv;
const warnings: string[] = [];
const lease = createLease(leases, (message) => warnings.push(message));
let collisions = 0;

function hold(name: string): Promise<void> {
  return new Promise((held) => {
    const never = new Promise<void>(() => undefined);
    const holding = lease(name, () => {
      held();
      return never;
    });
    holding.catch(() => process.exit(1));
  });
}

/** Increments the number in a file. Concurrent increments are lost, and detected. */
async function add(name: string): Promise<void> {
  const inside = join(results, `${name}.inside`);
  const counter = join(results, name);
  const marker = await open(inside, 'wx').catch(() => undefined);
  if (!marker) collisions++;
  const count = Number(await readFile(counter, 'utf8').catch(() => '0'));
  // Long enough for others to look.
  for (let look = 0; look < 10; look++) await readFile(counter, 'utf8').catch(() => '');
  await writeFile(counter, String(count + 1));
  await marker?.close();
  await rm(inside, { force: true });
}

async function count(name: string, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await lease(name, () => add(name));
}

async function obey(order: Order): Promise<void> {
  await Promise.all(
    order.names.map((name) => (order.kind === 'hold' ? hold(name) : count(name, order.turns))),
  );
  process.send?.({ collisions, warnings } satisfies Done);
}

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
