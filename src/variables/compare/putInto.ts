import { editEnv } from '../env/editEnv.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { envValues } from '../env/parseEnv.ts';

/**
 * A `.env` text with these values in it and everything else as it was, as dotenv reads it; else the keys that can't be
 * put there: no notation holds the value, or a quote that is open further up would swallow it.
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
