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
  const pieces = assignments.filter(isSecretFragment).map(({ line }) => line);
  return {
    strayLines: [...strayLines, ...pieces].toSorted((a, b) => a - b),
    assignments: assignments
      .filter((one) => !isSecretFragment(one))
      .map((one) => {
        const warning = findWarning(one, lines[one.line] ?? '');
        return warning ? { ...one, warning } : one;
      }),
  };
}

function isSecretFragment({ key, value }: Assignment): boolean {
  return /^=*$/.test(value) && key.length >= 16 && /[a-z]/.test(key) && /[A-Z\d]/.test(key);
}

function findWarning({ value }: Assignment, line: string): EnvWarning | undefined {
  if (/^-----BEGIN [^\n]*$/.test(value) && !value.includes('-----END')) return 'openBlock';
  const written = line.replace(/^\s*(?:export\s+)?[\w.-]+(?:\s*=|:)\s*/, '');
  return /^['"`]/.test(value) && written.startsWith(value) ? 'openQuote' : undefined;
}
