import * as l10n from '@vscode/l10n';
import type { LintRule } from './lintIssue.ts';

const rejectsAll = () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.');
const draft = () =>
  l10n.t(
    "Claude requires JSON Schema draft 2020-12 and rejects the whole request, so none of the server's tools work.",
  );
const notCompiled = () =>
  l10n.t(
    'In an output schema, this problem causes an error in the validator of the MCP SDK for TypeScript, so the whole list of tools fails to load.',
  );

/** What is wrong with a schema wherever it is used: as JSON Schema, or for MCP itself. */
export const schemaRules = {
  'input-schema-missing': {
    severity: 'error',
    message: () => l10n.t('The tool has no input schema.'),
    why: rejectsAll,
  },
  'schema-not-object': {
    severity: 'error',
    message: () => l10n.t('The schema doesn\'t have the type "object".'),
    why: rejectsAll,
  },
  'property-not-schema': {
    severity: 'error',
    message: (property = '') => l10n.t('The schema of the property "{0}" isn\'t an object.', property),
    why: () =>
      l10n.t(
        "If the property is at the top level, the MCP SDK for TypeScript rejects the whole list of tools. If the property's schema is neither true nor false, OpenAI rejects the whole request, so none of the server's tools work.",
      ),
  },
  'schema-boolean': {
    severity: 'warning',
    message: (property = '') =>
      l10n.t('The schema of the property "{0}" is true or false instead of an object.', property),
    why: () =>
      l10n.t(
        "JSON Schema allows true and false as schemas, but Gemini rejects the whole request, so none of the server's tools work.",
      ),
  },
  'type-unknown': {
    severity: 'error',
    message: (type = '') => l10n.t("JSON Schema doesn't define the type {0}.", type),
    why: () => `${draft()} ${notCompiled()}`,
  },
  'items-list': {
    severity: 'error',
    message: () =>
      l10n.t('"items" is a list of schemas. The current keyword for such a list is "prefixItems".'),
    why: draft,
  },
  'ref-outside': {
    severity: 'error',
    message: (ref = '') => l10n.t('The reference "{0}" points outside the schema.', ref),
    why: () => `${l10n.t("Clients don't load other documents to resolve references.")} ${notCompiled()}`,
  },
  'ref-unresolved': {
    severity: 'error',
    message: (ref = '') => l10n.t('The reference "{0}" can\'t be resolved.', ref),
    why: () =>
      l10n.t(
        'Claude Code, Gemini CLI, Cursor, and opencode reportedly show no tools for a server with an unresolved reference.',
      ),
  },
  'ref-recursive': {
    severity: 'warning',
    message: (ref = '') => l10n.t('The reference "{0}" points back to a schema that contains it.', ref),
    why: () =>
      l10n.t(
        'JSON Schema allows recursive references. Clients that replace references with schemas, as Claude Code reportedly does, show no tools for a server with a recursive reference.',
      ),
  },
  'required-type': {
    severity: 'error',
    message: () => l10n.t('"required" isn\'t a list of names.'),
    why: () => `${rejectsAll()} ${draft()}`,
  },
  'required-unknown': {
    severity: 'error',
    message: (property = '') =>
      l10n.t('The required property "{0}" isn\'t defined in "properties".', property),
    why: () =>
      l10n.t(
        'Gemini rejects the whole request with the error "property is not defined", so none of the server\'s tools work.',
      ),
  },
  'required-twice': {
    severity: 'error',
    message: (property = '') => l10n.t('"required" lists "{0}" more than once.', property),
    why: draft,
  },
  'enum-empty': {
    severity: 'error',
    message: () => l10n.t('The list of allowed values is empty.'),
    why: () => `${l10n.t('No value is allowed.')} ${notCompiled()}`,
  },
  'enum-twice': {
    severity: 'warning',
    message: (value = '') => l10n.t('The list of allowed values contains {0} more than once.', value),
    why: () =>
      l10n.t('JSON Schema recommends listing each value only once. Strict validators reject the schema.'),
  },
  'default-unfit': {
    severity: 'warning',
    message: (value = '') => l10n.t("The schema doesn't allow the default value {0}.", value),
    why: () => l10n.t('A client that fills in default values sends a value that the server rejects.'),
  },
  'pattern-invalid': {
    severity: 'error',
    message: (pattern = '') => l10n.t('The pattern "{0}" isn\'t a valid regular expression.', pattern),
    why: () =>
      `${l10n.t("OpenAI rejects the whole request, so none of the server's tools work.")} ${notCompiled()}`,
  },
  'pattern-unicode': {
    severity: 'warning',
    message: (pattern = '') =>
      l10n.t('The pattern "{0}" isn\'t a valid regular expression in Unicode mode.', pattern),
    why: () => `${l10n.t('JSON Schema recommends Unicode mode for regular expressions.')} ${notCompiled()}`,
  },
} satisfies Record<string, LintRule>;
