import { mixBits } from '../world/random.ts';

/** The kind of a load entry. `twin`: all fields are those of the entry before it. */
export type LoadKind = 'start' | 'debug' | 'call' | 'reply' | 'warning' | 'error' | 'end' | 'twin';

interface LoadStep {
  readonly kind: LoadKind;
  /** The index of its request within the block. */
  readonly request: number;
}

/** Number of entries in a block. A block has two or three overlapping requests, each from START to END. */
export const blockLength = 16;

/** The layouts of a block. Each entry is a letter for its kind and the index of its request. */
const layouts = [
  's0 d0 c0 s1 c1 r0 e0 d1 r1 s2 c2 e1 r2 c2 r2 e2',
  's0 c0 s1 d1 r0 c1 c0 r0 e0 r1 t1 c1 r1 w1 r1 e1',
  's0 d0 s1 c1 c0 s2 r1 e1 c2 r0 c0 r2 r0 e2 r0 e0',
  's0 c0 d0 x0 c0 s1 r0 e0 c1 d1 r1 c1 r1 c1 r1 e1',
].map((layout) => layout.split(' ').map(parseStep));

/** The number of times that each layout occurs in sixteen blocks. */
const frequencies = [5, 3, 6, 2];
const weightedLayouts = frequencies.flatMap((count, layout) =>
  Array.from({ length: count }, () => layouts[layout] ?? []),
);

function parseStep(text: string): LoadStep {
  const kinds: Readonly<Record<string, LoadKind>> = {
    s: 'start',
    d: 'debug',
    c: 'call',
    r: 'reply',
    w: 'warning',
    x: 'error',
    e: 'end',
    t: 'twin',
  };
  return { kind: kinds[text.charAt(0)] ?? 'call', request: Number(text.charAt(1)) };
}

export function findBlock(number: number): number {
  return Math.floor(number / blockLength);
}

/** Returns the kind and the request of the entry with a number. */
export function stepAt(salt: number, number: number): LoadStep {
  const layout = weightedLayouts[draw(salt, findBlock(number), 0) % weightedLayouts.length] ?? [];
  return layout[number % blockLength] ?? { kind: 'call', request: 0 };
}

/** Returns 32 random bits, the same for the same arguments. */
export function draw(salt: number, number: number, question: number): number {
  return mixBits((salt ^ Math.imul(number, 0x9e3779b1)) + Math.imul(question, 0x85ebca6b));
}
