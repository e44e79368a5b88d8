import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { formatPath } from '../api/errors.ts';
import { type PlaygroundChange, playgroundChangeSchema } from '../api/playground.ts';
import { anyBoolean, anyList, anyString, ruleError } from '../api/requestSchemas.ts';
import { getLineAndColumn, parseJsonDocument } from '../editor/jsonDocument.ts';
import { type PlaygroundContent, toPlaygroundHeader } from './playgroundContent.ts';

const objectRule = ruleError(() => l10n.t('must be a JSON object'));

const contentSchema = z.strictObject({
  // The editor adds this property to JSON files.
  $schema: z.optional(anyString),
  isPlaygroundEnabled: anyBoolean,
  name: anyString,
  /** Absent if the server has no description. */
  description: z.optional(anyString),
  headers: anyList(
    z.strictObject(
      { name: anyString, description: z.optional(anyString), isRequired: anyBoolean, isSecret: anyBoolean },
      objectRule,
    ),
  ),
  examplePrompts: anyList(z.strictObject({ title: anyString, prompt: anyString }, objectRule)),
});

type ParsedContent =
  | { readonly ok: true; readonly content: PlaygroundContent }
  /** Each text names the field and the rule. */
  | { readonly ok: false; readonly issues: readonly string[] };

/** Parses a document. Returns its content or its problems. */
export function parseContent(text: string): ParsedContent {
  const json = parseJsonDocument(text);
  if (!json.ok) {
    const { line, column } = getLineAndColumn(text, json.start);
    return { ok: false, issues: [l10n.t('Line {0}, column {1}: {2}.', line, column, json.reason)] };
  }
  const parsed = contentSchema.safeParse(json.value);
  if (!parsed.success) return { ok: false, issues: toIssueTexts(parsed.error.issues) };
  const { $schema: _, description = '', headers, ...rest } = parsed.data;
  return {
    ok: true,
    content: {
      ...rest,
      description,
      headers: headers.map(toPlaygroundHeader),
    },
  };
}

/** Returns the problems for which the service would reject a change. */
export function findChangeIssues(change: PlaygroundChange): readonly string[] {
  const parsed = playgroundChangeSchema.safeParse(change);
  return parsed.success ? [] : toIssueTexts(parsed.error.issues);
}

function toIssueTexts(issues: readonly z.core.$ZodIssue[]): readonly string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) =>
        l10n.t("{0} isn't a playground field", formatPath([...issue.path, key])),
      );
    }
    const path = formatPath(issue.path);
    if (path === '') return [l10n.t('The document must be a JSON object.')];
    return [l10n.t('{0}: {1}', path, issue.message)];
  });
}
