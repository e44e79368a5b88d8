import { variableKeySchema } from '../../api/variables.ts';
import type { EnvVariable } from '../../domain/environment.ts';
import { looksSecret } from '../../domain/looksSecret.ts';
import { isMarkedSecret } from './notation.ts';
import { type Assignment, type ParsedEnv, parseEnv } from './parseEnv.ts';

/**
 * A reason why the value of an assignment might be incomplete. `openQuote`: it starts with a quotation mark that isn't
 * closed. `openBlock`: it's only the first line of a key or a certificate.
 */
type EnvWarning = 'openQuote' | 'openBlock';

interface EnvTextWithWarnings extends ParsedEnv {
  readonly assignments: readonly (Assignment & { readonly warning?: EnvWarning })[];
}

/**
 * Parses a text whose keys are shown to the user. A line of Base64 that ends in `=` is an assignment for dotenv, but
 * its key might be a part of a secret, so it's treated as a stray line.
 */
export function parseWithWarnings(text: string): EnvTextWithWarnings {
  const { assignments, strayLines } = parseEnv(text);
  const lines = text.split(/\r\n?|\n/);
  const fragmentLines = assignments.filter(isSecretFragment).map(({ line }) => line);
  return {
    strayLines: [...strayLines, ...fragmentLines].toSorted((a, b) => a - b),
    assignments: assignments
      .filter((one) => !isSecretFragment(one))
      .map((one) => {
        const warning = findWarning(one, lines[one.line] ?? '');
        return warning ? { ...one, warning } : one;
      }),
  };
}

/** Whether an assignment is probably a line of Base64: a long word with different kinds of characters, and no value. */
function isSecretFragment({ key, value }: Assignment): boolean {
  return /^=*$/.test(value) && key.length >= 16 && /[a-z]/.test(key) && /[A-Z\d]/.test(key);
}

function findWarning({ value }: Assignment, line: string): EnvWarning | undefined {
  if (/^-----BEGIN [^\n]*$/.test(value) && !value.includes('-----END')) return 'openBlock';
  const rawValue = line.replace(/^\s*(?:export\s+)?[\w.-]+(?:\s*=|:)\s*/, '');
  return /^['"`]/.test(value) && rawValue.startsWith(value) ? 'openQuote' : undefined;
}

/**
 * Returns the variables of a text, except for keys that the service doesn't accept. If a key is assigned more than
 * once, the last assignment is used. The value of an assignment with a warning is empty.
 */
export function readEnvVariables(text: string): readonly EnvVariable[] {
  const last = new Map(parseWithWarnings(text).assignments.map((one) => [one.key, one]));
  return [...last.values()]
    .filter(({ key }) => variableKeySchema.safeParse(key).success)
    .map((one) => ({
      key: one.key,
      value: one.warning === undefined ? one.value : '',
      isSecret: isMarkedSecret(one) || looksSecret(one.key, one.value),
    }));
}
