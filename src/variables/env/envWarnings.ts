import { type Assignment, type ParsedEnv, parseEnv } from './parseEnv.ts';

/**
 * What an assignment may not be meant to say: `openQuote`, its value begins with a quote that nothing closes;
 * `openBlock`, its value is only the first line of a key or a certificate.
 */
type EnvWarning = 'openQuote' | 'openBlock';

interface EnvTextWithWarnings extends ParsedEnv {
  readonly assignments: readonly (Assignment & { readonly warning?: EnvWarning })[];
}

/**
 * A text for people: what is read here is named in questions and messages. A line of base64 is an assignment for
 * dotenv when it ends in `=`; its key may be a piece of a secret, so it counts as stray.
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
        const doubt = findWarning(one, lines[one.line] ?? '');
        return doubt ? { ...one, doubt } : one;
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
