import type { Change } from './operators.ts';

/** A change that can be switched on by its number while the program runs. */
export interface Numbered extends Change {
  readonly number: number;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly Numbered[];
}

/** The text with all of these changes in it, each of which waits for `mutant(number)` to say that it is wanted. */
export function switched(text: string, changes: readonly Numbered[]): string {
  const places = [...Map.groupBy(changes, ({ start, end }) => `${start} ${end}`).values()]
    .flatMap(([first, ...more]): Place[] =>
      first ? [{ start: first.start, end: first.end, changes: [first, ...more] }] : [],
    )
    // What stands in another comes after it.
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  let next = 0;
  const upTo = (from: number, end: number): string => {
    let written = '';
    let at = from;
    for (let place = places[next]; place && place.end <= end; place = places[next]) {
      next++;
      written += text.slice(at, place.start) + choice(place, upTo(place.start, place.end));
      at = place.end;
    }
    return written + text.slice(at, end);
  };
  return upTo(0, text.length);
}

function choice({ changes }: Place, original: string): string {
  const wanted = changes.map(({ number, mutated }) => `globalThis.mutant?.(${number}) ? (${mutated}) : `);
  return `(${wanted.join('')}(${original}))`;
}
