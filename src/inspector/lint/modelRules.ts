import * as l10n from '@vscode/l10n';
import type { LintRule } from './lintIssue.ts';

/** What the APIs of models don't take of an input schema, although it is good JSON Schema. */
export const modelRules = {
  'alternatives-on-top': {
    severity: 'error',
    message: (keyword = '') => l10n.t('The input schema has "{0}" at the top level.', keyword),
    why: () =>
      l10n.t(
        "Claude doesn't accept anyOf, oneOf, or allOf at the top level and rejects the whole request, so none of the server's tools work. OpenAI's strict mode doesn't accept anyOf at the top level.",
      ),
  },
  'property-name': {
    severity: 'error',
    message: (property = '') =>
      l10n.t(
        'The name of the property "{0}" contains characters other than letters, digits, "_", ".", and "-", or has more than 64 characters.',
        property,
      ),
    why: () => l10n.t("Claude rejects the whole request, so none of the server's tools work."),
  },
  'items-missing': {
    severity: 'error',
    message: () => l10n.t('An array schema doesn\'t define "items".'),
    why: () =>
      l10n.t(
        "Visual Studio Code reports the tool as invalid. Gemini rejects the whole request, so none of the server's tools work.",
      ),
  },
  'properties-missing': {
    severity: 'warning',
    message: () => l10n.t('The input schema has no "properties" field, not even an empty one.'),
    why: () =>
      l10n.t(
        'OpenAI rejects the whole request with the error "object schema missing properties", so none of the server\'s tools work.',
      ),
  },
  'type-list': {
    severity: 'warning',
    message: () => l10n.t('"type" is a list of types.'),
    why: () =>
      l10n.t(
        "Gemini accepts only one type for each function parameter. If a client doesn't convert the list of types, Gemini rejects the whole request, so none of the server's tools work.",
      ),
  },
  'type-missing': {
    severity: 'warning',
    message: () => l10n.t('The schema has no type.'),
    why: () => l10n.t('Gemini on Vertex AI requires a type. Some versions of Gemini CLI skip the tool.'),
  },
  'enum-empty-text': {
    severity: 'warning',
    message: () => l10n.t('The list of allowed values contains an empty string.'),
    why: () =>
      l10n.t(
        'Gemini rejects the whole request with the error "cannot be empty", so none of the server\'s tools work.',
      ),
  },
  'enum-not-text': {
    severity: 'warning',
    message: () => l10n.t("The list of allowed values contains values that aren't strings."),
    why: () =>
      l10n.t(
        'Gemini accepts only strings as allowed values. Otherwise, it reports the error "only allowed for STRING type".',
      ),
  },
  'enum-many': {
    severity: 'warning',
    message: (count = '') => l10n.t('The lists of allowed values have {0} values in total.', count),
    why: () => l10n.t("OpenAI's strict mode accepts up to 1,000 allowed values in total."),
  },
  'keyword-unsupported': {
    severity: 'warning',
    message: (keyword = '') => l10n.t('The schema uses "{0}".', keyword),
    why: () =>
      l10n.t(
        "OpenAI's strict mode and Gemini's function parameters don't support this keyword. If a client doesn't remove the keyword, the request is rejected.",
      ),
  },
  'keyword-pattern-properties': {
    severity: 'warning',
    message: () => l10n.t('The schema uses "patternProperties".'),
    why: () =>
      l10n.t(
        "OpenAI's fine-tuned models and Gemini's function parameters don't support this keyword. Claude reportedly rejects it.",
      ),
  },
  'keyword-const': {
    severity: 'info',
    message: () => l10n.t('The schema uses "const". An "enum" with a single value is equivalent.'),
    why: () =>
      l10n.t(
        "Gemini's function parameters don't support \"const\". If a client doesn't convert it, the request is rejected.",
      ),
  },
  'ref-used': {
    severity: 'info',
    message: () => l10n.t('The input schema uses references.'),
    why: () =>
      l10n.t(
        "Copilot CLI and clients that convert schemas for Gemini reportedly don't follow references, so a model doesn't receive the referenced schemas.",
      ),
  },
  'pattern-look-around': {
    severity: 'warning',
    message: (pattern = '') =>
      l10n.t('The pattern "{0}" uses lookahead, lookbehind, or Unicode properties.', pattern),
    why: () =>
      l10n.t(
        "If a schema contains such a pattern, OpenAI reportedly rejects the whole request, so none of the server's tools work.",
      ),
  },
  deep: {
    severity: 'warning',
    message: (depth = '') => l10n.t('Values are nested {0} levels deep.', depth),
    why: () => l10n.t("OpenAI's strict mode accepts up to 10 levels. Previously, it accepted 5."),
  },
  'properties-many': {
    severity: 'warning',
    message: (count = '') => l10n.t('The input schema describes {0} properties in total.', count),
    why: () => l10n.t("OpenAI's strict mode accepts up to 5,000 properties. Originally, it accepted 100."),
  },
  'property-description-missing': {
    severity: 'info',
    message: (property = '') => l10n.t('The property "{0}" has no description.', property),
    why: () =>
      l10n.t('Without a description, models guess the meaning from the name. This affects every client.'),
  },
  'additional-properties-open': {
    severity: 'info',
    message: () => l10n.t('An object schema doesn\'t set "additionalProperties" to false.'),
    why: () =>
      l10n.t(
        'OpenAI\'s strict mode requires "additionalProperties" to be false and all properties to be required.',
      ),
  },
} satisfies Record<string, LintRule>;
