import * as l10n from '@vscode/l10n';
import type { LintFinding } from '../lint/lintIssue.ts';
import { findSchemaIssues, schemaRules } from '../lint/schemaIssues.ts';
import { isJsonObject } from '../schema/json.ts';
import { walkSubschemas } from '../schema/subschemas.ts';

/** Rules whose violation makes the schema check ignore a keyword, so that a test would wrongly pass. */
const fatalRules: ReadonlySet<keyof typeof schemaRules> = new Set<keyof typeof schemaRules>([
  ...([
    'property-schema-not-object',
    'type-unknown',
    'ref-external',
    'ref-unresolved',
    'required-type',
  ] as const),
  ...(['enum-empty', 'pattern-invalid', 'pattern-unicode'] as const),
]);

const countKeywords = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** Returns the reason that a schema can't be used, as words that follow its path; `undefined` if it can. */
export function explainUnusableSchema(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  for (const { rule, messageArguments = [] } of findSchemaIssues(schema, '/outputSchema')) {
    if (fatalRules.has(rule))
      return l10n.t("isn't a usable JSON Schema. {0}", ruleMessage({ rule, messageArguments }));
  }
  for (const location of walkSubschemas(schema)) {
    if (!isJsonObject(location.schema)) continue;
    for (const [keyword, value] of Object.entries(location.schema)) {
      if (numberKeywords.includes(keyword) && typeof value !== 'number') {
        return l10n.t("isn't a usable JSON Schema. {0}", l10n.t('"{0}" must be a number.', keyword));
      }
      if (countKeywords.includes(keyword) && !(Number.isInteger(value) && Number(value) >= 0)) {
        const message = l10n.t('"{0}" must be a whole number that is 0 or greater.', keyword);
        return l10n.t("isn't a usable JSON Schema. {0}", message);
      }
    }
  }
  return undefined;
}

function ruleMessage({ rule, messageArguments = [] }: LintFinding<keyof typeof schemaRules>): string {
  const message: (...names: readonly string[]) => string = schemaRules[rule].message;
  return message(...messageArguments);
}
