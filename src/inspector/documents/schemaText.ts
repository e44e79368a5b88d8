import { isQuickPattern } from '../form/pattern.ts';
import { soundOf } from '../form/sound.ts';

/** So long a text a pattern must be quick for. */
const longest = 5_000;

/**
 * The schema of arguments for the editor's JSON language. A server may say anything: what it refers to elsewhere isn't read,
 * and no pattern that takes forever is tried.
 */
export function schemaText(schema: unknown): string {
  const sound = soundOf(schema, schema, { takes: (source) => isQuickPattern(source, longest) });
  const draft = 'https://json-schema.org/draft/2020-12/schema';
  return JSON.stringify({ $schema: draft, ...sound }, oneType, 2);
}

/** The editor's words for one type are better than those for one of several. */
function oneType(keyword: string, value: unknown): unknown {
  return keyword === 'type' && Array.isArray(value) && value.length === 1 ? value[0] : value;
}
