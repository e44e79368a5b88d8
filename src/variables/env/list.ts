import { variableKey } from '../../api/variables.ts';
import type { EnvVariable } from '../../domain/environment.ts';
import { looksSecret } from '../../domain/looksSecret.ts';
import { parseWithWarnings } from './envWarnings.ts';
import { isMarkedSecret } from './secretMark.ts';

/**
 * Reads the variables of a text whose keys the service accepts. If a key is assigned more than once, the last
 * assignment counts.
 */
export function readEnvVariables(text: string): readonly EnvVariable[] {
  const last = new Map(parseWithWarnings(text).assignments.map((one) => [one.key, one]));
  return [...last.values()]
    .filter(({ key }) => variableKey.safeParse(key).success)
    .map((one) => ({
      key: one.key,
      value: one.warning === undefined ? one.value : '',
      isSecret: isMarkedSecret(one) || looksSecret(one.key, one.value),
    }));
}
