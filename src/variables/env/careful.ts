import { type Assignment, type EnvText, readEnv } from './read.ts';

/**
 * What an assignment may not be meant to say: `openQuote`, its value begins with a quote that nothing closes;
 * `openBlock`, its value is only the first line of a key or a certificate.
 */
type Doubt = 'openQuote' | 'openBlock';

interface CarefulText extends EnvText {
  readonly assignments: readonly (Assignment & { readonly doubt?: Doubt })[];
}

/**
 * A text for people: what is read here is named in questions and messages. A line of base64 is an assignment for
 * dotenv when it ends in `=`; its key may be a piece of a secret, so it counts as stray.
 */
export function readCarefully(text: string): CarefulText {
  const { assignments, strayLines } = readEnv(text);
  const lines = text.split(/\r\n?|\n/);
  const pieces = assignments.filter(isPiece).map(({ line }) => line);
  return {
    strayLines: [...strayLines, ...pieces].toSorted((a, b) => a - b),
    assignments: assignments
      .filter((one) => !isPiece(one))
      .map((one) => {
        const doubt = doubtOf(one, lines[one.line] ?? '');
        return doubt ? { ...one, doubt } : one;
      }),
  };
}

function isPiece({ key, value }: Assignment): boolean {
  return /^=*$/.test(value) && key.length >= 16 && /[a-z]/.test(key) && /[A-Z\d]/.test(key);
}

function doubtOf({ value }: Assignment, line: string): Doubt | undefined {
  if (/^-----BEGIN [^\n]*$/.test(value) && !value.includes('-----END')) return 'openBlock';
  const written = line.replace(/^\s*(?:export\s+)?[\w.-]+(?:\s*=|:)\s*/, '');
  return /^['"`]/.test(value) && written.startsWith(value) ? 'openQuote' : undefined;
}
