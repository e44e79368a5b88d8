/** A line of an empty view. The editor shows a line that is only one link as a button. */
export interface WelcomeLine {
  readonly text: string;
  readonly links: readonly WelcomeLink[];
}

/** A button or a link of an empty view. */
export interface WelcomeLink {
  readonly text: string;
  readonly command: string;
}

interface ManifestWelcome {
  readonly text: string;
  readonly when: string;
}

type ContextKeys = ReadonlyMap<string, unknown>;

/** Returns the lines that the editor shows for the current context keys. */
export function selectWelcomeLines(
  welcomes: readonly ManifestWelcome[],
  context: ContextKeys,
): readonly WelcomeLine[] {
  return welcomes
    .filter(({ when }) => when.split('&&').every((part) => isConditionMet(part.trim(), context)))
    .flatMap(({ text }) => text.split('\n').map(parseLine));
}

function isConditionMet(condition: string, context: ContextKeys): boolean {
  const [, not = '', key = '', value] = /^(!?)([\w.]+)(?: == (\w+))?$/.exec(condition) ?? [];
  if (key === '') throw new Error(`Unsupported condition: ${condition}`);
  const actual = context.get(key);
  return (value === undefined ? Boolean(actual) : actual === value) !== (not === '!');
}

function parseLine(line: string): WelcomeLine {
  const pattern = /\[([^\]]+)\]\(command:([\w.]+)\)/g;
  const links = [...line.matchAll(pattern)].map(([, text = '', command = '']) => ({ text, command }));
  return { text: line.replaceAll(pattern, '$1'), links };
}
