import { matchesGlob } from './glob.ts';

/** An environment, by the names that users see. */
export interface NamedEnvironment {
  readonly environmentName: string;
  /** Absent if the service doesn't return it. */
  readonly projectName?: string | undefined;
}

/**
 * Returns the first pattern that protects an environment. A pattern matches the name, or `project/name`, in any letter
 * case. If the project is unknown, only the name is compared, to be on the safe side.
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

/** Reads patterns from the values of a setting, which can be of any type. Returns each pattern once. */
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
