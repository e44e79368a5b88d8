import { matchesGlob } from './glob.ts';

/** An environment, by what a person sees of it. */
export interface NamedEnvironment {
  readonly environmentName: string;
  /** Absent: the service doesn't say. */
  readonly projectName?: string | undefined;
}

/**
 * The first of these patterns that protects an environment. A pattern is matched with its name, or with `project/name`;
 * letter case doesn't matter. Where the project isn't known, the name alone decides: better too careful than not.
 */
export function findProtectingPattern(
  patterns: readonly string[],
  { environmentName, projectName }: NamedEnvironment,
): string | undefined {
  return patterns.find((pattern) => {
    if (matchesIgnoringCase(pattern, environmentName)) return true;
    const slash = pattern.lastIndexOf('/');
    if (slash < 0) return false;
    return projectName === undefined
      ? matchesIgnoringCase(pattern.slice(slash + 1), environmentName)
      : matchesIgnoringCase(pattern, `${projectName}/${environmentName}`);
  });
}

/** The patterns among what settings hold, whatever is written there; each once. */
export function readPatterns(...values: readonly unknown[]): readonly string[] {
  const texts = values
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .filter((one) => typeof one === 'string')
    .map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '');
}

function matchesIgnoringCase(pattern: string, text: string): boolean {
  return matchesGlob(foldCase(pattern), foldCase(text));
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
