import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { formatPath } from '../api/errors.ts';
import { categoryColors } from '../api/insights.ts';
import {
  anyList,
  anyString,
  nonEmptyString,
  oneOf,
  requiredRuleError,
  ruleError,
} from '../api/requestSchemas.ts';
import { type LocateJson, type OffsetRange, parseJsonDocument } from '../editor/jsonDocument.ts';
import { omitUndefined } from '../fields.ts';
import type { StoredCategory } from './categoryStore.ts';
import { isCategoryColor } from './colors.ts';
import type { NewCategory } from './createCategoryOnce.ts';

/** The suffix of the file names. `package.json` assigns a JSON schema to it. */
export const categoryFileSuffix = '.intent-categories.json';

const nameLengthRule = (): string => l10n.t('must be {0} to {1} characters', 1, 100);

/** The schema of a name. Ignores spaces around the name, and reports at most one problem. */
const nameSchema = z
  .string(requiredRuleError(nameLengthRule))
  .check(
    z.refine(
      (text) => text.trim() !== '',
      ruleError(() => l10n.t('must not be blank')),
    ),
  )
  .check(z.refine((text) => [...text.trim()].length <= 100, ruleError(nameLengthRule)));

const fileSchema = z.strictObject({
  // The editor adds this property to JSON files.
  $schema: z.optional(anyString),
  version: z.literal(
    1,
    requiredRuleError(() => l10n.t('must be 1')),
  ),
  categories: anyList(
    z.strictObject(
      {
        name: nameSchema,
        color: z.optional(oneOf(categoryColors)),
        intentIds: z.optional(anyList(nonEmptyString)),
      },
      ruleError(() => l10n.t('must be a JSON object')),
    ),
  ),
});

type ParsedCategoryFile =
  | { readonly ok: true; readonly categories: readonly NewCategory[] }
  | { readonly ok: false; readonly issues: readonly CategoryFileIssue[] };

/** A problem of a file. `text`: the field and the rule that it breaks. */
export interface CategoryFileIssue extends OffsetRange {
  readonly text: string;
}

/** Parses a file. Returns its categories, or all problems in text order. */
export function parseCategoryFile(text: string): ParsedCategoryFile {
  const json = parseJsonDocument(text);
  if (!json.ok) return { ok: false, issues: [{ start: json.start, end: json.end, text: json.reason }] };
  const { value, locate } = json;
  const parsed = fileSchema.safeParse(value);
  const schemaIssues = parsed.success
    ? []
    : parsed.error.issues.flatMap((issue) => toCategoryFileIssues(issue, locate));
  const issues = [...schemaIssues, ...findDuplicateCategoryNames(value, locate)];
  if (!parsed.success || issues.length > 0) {
    return { ok: false, issues: issues.sort((a, b) => a.start - b.start) };
  }
  const categories = parsed.data.categories.map(({ name, color, intentIds = [] }) => ({
    name: name.trim(),
    ...omitUndefined({ color }),
    intentIds: [...new Set(intentIds)],
  }));
  return { ok: true, categories };
}

function toCategoryFileIssues(issue: z.core.$ZodIssue, placeOf: LocateJson): readonly CategoryFileIssue[] {
  const { path } = issue;
  const createIssue = (part: OffsetRange, text: string): CategoryFileIssue => ({
    start: part.start,
    end: part.end,
    text,
  });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const place = placeOf([...path, key]);
      const text = l10n.t("{0} isn't a supported field", formatPath([...path, key]));
      return createIssue(place.propertyName ?? place, text);
    });
  }
  const place = placeOf(path);
  if (path.length === 0) return [createIssue(place, l10n.t('the file must be a JSON object'))];
  return [createIssue(place, l10n.t('{0}: {1}', formatPath(path), issue.message))];
}

/** Finds names that occur earlier in the file. Also works with files that are invalid in other ways. */
function findDuplicateCategoryNames(value: unknown, placeOf: LocateJson): readonly CategoryFileIssue[] {
  const list: unknown = Object(value).categories;
  const firstIndexes = new Map<string, number>();
  return (Array.isArray(list) ? list : []).flatMap((one: unknown, index) => {
    const name: unknown = Object(one).name;
    const trimmedName = typeof name === 'string' ? name.trim() : '';
    const before = firstIndexes.get(trimmedName);
    if (trimmedName === '') return [];
    if (before === undefined) {
      firstIndexes.set(trimmedName, index);
      return [];
    }
    const { start, end } = placeOf(['categories', index, 'name']);
    const [path, firstPath] = [index, before].map((categoryIndex) =>
      formatPath(['categories', categoryIndex, 'name']),
    );
    return [{ start, end, text: l10n.t('{0} must be different from {1}', path ?? '', firstPath ?? '') }];
  });
}

/**
 * Formats categories as a file, and merges those with the same name. `isWithIntents`: whether to include the IDs of
 * intents.
 */
export function formatCategoryFile(categories: readonly StoredCategory[], isWithIntents: boolean): string {
  const byName = new Map<string, { color?: string; readonly intentIds: Set<string> }>();
  for (const { name, color, intentIds } of [...categories].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const one = byName.get(name) ?? { intentIds: new Set() };
    byName.set(name, one);
    // The service accepts only known colors.
    if (isCategoryColor(color)) one.color ??= color;
    if (isWithIntents) for (const id of intentIds) one.intentIds.add(id);
  }
  const records = [...byName].map(([name, { color, intentIds }]) => ({
    name,
    ...omitUndefined({ color }),
    ...(intentIds.size > 0 && { intentIds: [...intentIds] }),
  }));
  return `${JSON.stringify({ version: 1, categories: records }, null, 2)}\n`;
}
