import * as z from 'zod/mini';
import { pathText } from '../api/errors.ts';
import { categoryColors } from '../api/insights.ts';
import { anyListOf, anyText, filled, oneOf, orRequired, sized } from '../api/rules.ts';
import { jsonLines, lineOfJsonError } from '../editor/jsonText.ts';
import type { Translate } from '../editor/translate.ts';
import { isCategoryColor } from './colors.ts';
import type { NewCategory } from './createOnce.ts';
import type { KnownCategory } from './memory.ts';

/** How the names of these files end; package.json gives the schema for them. */
export const fileEnding = '.intent-categories.json';

const name = sized(1, 100).check(z.refine((text) => text.trim() !== '', 'must not be blank'));

const file = z.strictObject({
  // The editor's own, in any JSON.
  $schema: z.optional(anyText),
  version: z.literal(1, orRequired('must be 1')),
  categories: anyListOf(
    z.strictObject({
      name,
      color: z.optional(oneOf(categoryColors)),
      intentIds: z.optional(anyListOf(filled)),
    }),
  ),
});

export type ReadFile =
  | { readonly ok: true; readonly categories: readonly NewCategory[] }
  | { readonly ok: false; readonly flaws: readonly Flaw[] };

/** Something wrong, by field and rule, and its line, from 1. */
export interface Flaw {
  readonly line: number;
  readonly text: string;
}

/** What a file says, or what is wrong with it. */
export function readFile(text: string, t: Translate): ReadFile {
  const bare = text.replace(/^\uFEFF/, '').trimEnd();
  let json: unknown;
  try {
    json = JSON.parse(bare);
  } catch (error) {
    const line = lineOfJsonError(bare, String(error)) ?? 1;
    return { ok: false, flaws: [{ line, text: t('this is not JSON') }] };
  }
  const lineOf = jsonLines(bare);
  const read = file.safeParse(json);
  if (!read.success) {
    const flaws = read.error.issues.flatMap((issue) => flawsOf(issue, t));
    const placed = flaws.map(({ path, text }) => ({ line: lineOf(path), text }));
    return { ok: false, flaws: placed.sort((a, b) => a.line - b.line) };
  }
  const categories = read.data.categories.map(({ name, color, intentIds = [] }) => ({
    name: name.trim(),
    ...(color !== undefined && { color }),
    intentIds: [...new Set(intentIds)],
  }));
  const twice = categories.flatMap(({ name }, index) =>
    categories.findIndex((one) => one.name === name) < index
      ? [
          {
            line: lineOf(['categories', index, 'name']),
            text: t('there are two categories named "{0}"', name),
          },
        ]
      : [],
  );
  return twice.length > 0 ? { ok: false, flaws: twice } : { ok: true, categories };
}

interface PlacedFlaw {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}

function flawsOf(issue: z.core.$ZodIssue, t: Translate): readonly PlacedFlaw[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      text: t('{0}: is not a field of such a file', pathText([...path, key])),
    }));
  }
  if (path.length === 0) return [{ path, text: t('the file must be one object in braces') }];
  return [{ path, text: t('{0}: {1}', pathText(path), issue.message) }];
}

/** Categories as a file; those of the same name as one. `isWithIntents`: the IDs of their intents as well. */
export function fileText(categories: readonly KnownCategory[], isWithIntents: boolean): string {
  const byName = new Map<string, { color?: string; readonly intentIds: Set<string> }>();
  for (const { name, color, intentIds } of [...categories].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const one = byName.get(name) ?? { intentIds: new Set() };
    byName.set(name, one);
    // A file says what can be created.
    if (isCategoryColor(color)) one.color ??= color;
    if (isWithIntents) for (const id of intentIds) one.intentIds.add(id);
  }
  const shown = [...byName].map(([name, { color, intentIds }]) => ({
    name,
    ...(color !== undefined && { color }),
    ...(intentIds.size > 0 && { intentIds: [...intentIds] }),
  }));
  return `${JSON.stringify({ version: 1, categories: shown }, null, 2)}\n`;
}
