/** A seeded random generator. The same seed and labels always give the same sequence. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
  /** Returns lowercase letters and digits. */
  text(length: number): string;
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Creates a generator. Labels keep sequences independent, so that a change in one part of the world doesn't
 * affect others.
 */
export function createRandom(seed: number, ...labels: readonly (string | number)[]): Random {
  let state = hashText([seed, ...labels].join('\u0000'));
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return mixBits(state) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
    text: (length) => Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join(''),
  };
}

/** Returns a hash of a text with 32 bits (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return mixBits(value);
}

/** Returns 32 bits, each of which depends on all bits of `value`. */
export function mixBits(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
