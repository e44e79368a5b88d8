/** A line of what a view shows while it is empty; with a command it is a button. */
export interface WelcomeLine {
  readonly text: string;
  readonly command?: string;
}

interface Welcome {
  readonly text: string;
  readonly when: string;
}

type Context = ReadonlyMap<string, unknown>;

/** What the editor shows of these, as its conditions are now. */
export function welcomeLines(welcomes: readonly Welcome[], context: Context): readonly WelcomeLine[] {
  return welcomes
    .filter(({ when }) => when.split('&&').every((part) => holds(part.trim(), context)))
    .flatMap(({ text }) => text.split('\n').map(lineOf));
}

function holds(condition: string, context: Context): boolean {
  const [, not = '', key = '', value] = /^(!?)([\w.]+)(?: == (\w+))?$/.exec(condition) ?? [];
  if (key === '') throw new Error(`This condition is not known here: ${condition}`);
  const held = context.get(key);
  return (value === undefined ? Boolean(held) : held === value) !== (not === '!');
}

function lineOf(line: string): WelcomeLine {
  const [, text, command] = /^\[(.+)\]\(command:([\w.]+)\)$/.exec(line) ?? [];
  return text !== undefined && command !== undefined ? { text, command } : { text: line };
}
