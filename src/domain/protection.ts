import { matchesGlob } from './glob.ts';

/** An environment, by what a person sees of it. */
export interface Names {
  readonly environmentName: string;
  /** Absent: the service doesn't say. */
  readonly projectName?: string | undefined;
}

/**
 * The first of these patterns that protects an environment. A pattern is matched with its name, or with `project/name`;
 * letter case doesn't matter. Where the project isn't known, the name alone decides: better too careful than not.
 */
export function protectingPattern(
  patterns: readonly string[],
  { environmentName, projectName }: Names,
): string | undefined {
  return patterns.find((pattern) => {
    if (matches(pattern, environmentName)) return true;
    const slash = pattern.lastIndexOf('/');
    if (slash < 0) return false;
    return projectName === undefined
      ? matches(pattern.slice(slash + 1), environmentName)
      : matches(pattern, `${projectName}/${environmentName}`);
  });
}

/** The patterns among what settings hold, whatever is written there; each once. */
export function patternsIn(...values: readonly unknown[]): readonly string[] {
  const texts = values
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .filter((one) => typeof one === 'string')
    .map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '');
}

function matches(pattern: string, text: string): boolean {
  return matchesGlob(folded(pattern), folded(text));
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
