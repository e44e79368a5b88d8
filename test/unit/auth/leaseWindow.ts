import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLease } from '../../../src/auth/lease.node.ts';

/** What the process of a window is told to do. */
export type Order =
  /** Take the leases, and never give them back. */
  | { readonly kind: 'hold'; readonly names: readonly string[] }
  /** Have so many turns with each lease, with all of them at once. */
  | { readonly kind: 'count'; readonly names: readonly string[]; readonly turns: number };

/** How often another window was found inside, and what was warned of. */
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

/** Adds one to the number in a file; what two do at the same time is lost, and seen. */
async function add(name: string): Promise<void> {
  const inside = join(results, `${name}.inside`);
  const counter = join(results, name);
  const marker = await open(inside, 'wx').catch(() => undefined);
  if (!marker) collisions++;
  const count = Number(await readFile(counter, 'utf8').catch(() => '0'));
  // Long enough for others to come and look.
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
