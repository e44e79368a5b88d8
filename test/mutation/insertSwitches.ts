import type { CodeChange } from './operators.ts';

/** A change that can be switched on by its number while the program runs. */
interface NumberedChange extends CodeChange {
  readonly number: number;
}

interface SwitchPoint {
  readonly start: number;
  readonly end: number;
  readonly changes: readonly NumberedChange[];
}

/** Returns a text that contains all changes. `mutant(number)` decides at run time which of them is active. */
export function insertSwitches(text: string, changes: readonly NumberedChange[]): string {
  const points = [...Map.groupBy(changes, ({ start, end }) => `${start} ${end}`).values()]
    .flatMap(([first, ...more]): SwitchPoint[] =>
      first ? [{ start: first.start, end: first.end, changes: [first, ...more] }] : [],
    )
    // An inner expression comes after the expression that contains it.
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  let next = 0;
  const upTo = (from: number, end: number): string => {
    let result = '';
    let position = from;
    for (let point = points[next]; point && point.end <= end; point = points[next]) {
      next++;
      result += text.slice(position, point.start) + formatSwitch(point, upTo(point.start, point.end));
      position = point.end;
    }
    return result + text.slice(position, end);
  };
  return upTo(0, text.length);
}

function formatSwitch({ changes }: SwitchPoint, original: string): string {
  const alternatives = changes.map(
    ({ number, mutated }) => `globalThis.mutant?.(${number}) ? (${mutated}) : `,
  );
  return `(${alternatives.join('')}(${original}))`;
}
