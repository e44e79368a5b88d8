import { matchesGlob } from './glob.ts';

/** The name of an environment, and of its project. */
export interface NamedEnvironment {
  readonly environmentName: string;
  /** Absent if the service doesn't return the project. */
  readonly projectName?: string | undefined;
}

/**
 * Returns the first pattern that protects an environment. A pattern matches the environment's name, or
 * `project/environment`, in any letter case. If the project is unknown, the part of a pattern before the slash is
 * ignored, so that the environment might be protected unnecessarily, but isn't left unprotected.
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

/** Returns the different patterns in the values of a setting. The values can have any type. */
export function readPatterns(...values: readonly unknown[]): readonly string[] {
  const texts = values
    .flatMap((value) => (Array.isArray(value) ? value : []))
    .filter((value) => typeof value === 'string')
    .map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '');
}

function matchesIgnoringCase(pattern: string, text: string): boolean {
  return matchesGlob(foldCase(pattern), foldCase(text));
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
