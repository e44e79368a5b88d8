import { editEnv } from '../env/editEnv.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { envValues } from '../env/parseEnv.ts';

/**
 * Sets values in the text of a `.env` file, and keeps the rest as dotenv reads it. Otherwise, returns the keys that
 * can't be set: no notation can hold the value, or the value would be in an unclosed quotation.
 */
export function setEnvValues(
  text: string,
  values: ReadonlyMap<string, string>,
): { readonly text: string } | { readonly broken: readonly string[] } {
  const edits = new Map([...values].map(([key, value]) => [key, formatAssignment(key, value) ?? null]));
  const unwritable = [...edits].flatMap(([key, written]) => (written === null ? [key] : []));
  if (unwritable.length > 0) return { broken: unwritable };
  const edited = editEnv(text, edits);
  const wanted = new Map([...envValues(text), ...values]);
  const now = envValues(edited);
  const keys = new Set([...wanted.keys(), ...now.keys()]);
  const broken = [...keys].filter((key) => now.get(key) !== wanted.get(key));
  return broken.length > 0 ? { broken } : { text: edited };
}
