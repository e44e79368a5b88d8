import * as l10n from '@vscode/l10n';
import type { Rule } from './fault.ts';

/** What the APIs of models don't take of an input schema, although it is good JSON Schema. */
export const modelRules = {
  'alternatives-on-top': {
    severity: 'error',
    message: (keyword = '') => l10n.t('The input schema has "{0}" at its top.', keyword),
    why: () =>
      l10n.t(
        "Claude accepts no anyOf, oneOf or allOf there, and rejects the request with all of its tools. OpenAI's strict mode accepts no anyOf there.",
      ),
  },
  'property-name': {
    severity: 'error',
    message: (property = '') =>
      l10n.t(
        'The property "{0}" has a name of other characters than letters, digits, "_", "." and "-", or of more than 64.',
        property,
      ),
    why: () => l10n.t('Claude rejects the request with all of its tools.'),
  },
  'items-missing': {
    severity: 'error',
    message: () => l10n.t("The schema of a list doesn't say what its items are."),
    why: () =>
      l10n.t(
        'Visual Studio Code fails to validate the tool. Gemini rejects the request with all of its tools.',
      ),
  },
  'properties-missing': {
    severity: 'warning',
    message: () => l10n.t('The input schema has no "properties", not even an empty one.'),
    why: () =>
      l10n.t('OpenAI rejects the request with all of its tools: "object schema missing properties".'),
  },
  'type-list': {
    severity: 'warning',
    message: () => l10n.t('"type" is a list of types.'),
    why: () =>
      l10n.t(
        "Gemini takes one type in the parameters of a function, and rejects the request with all of its tools where a client doesn't convert it.",
      ),
  },
  'type-missing': {
    severity: 'warning',
    message: () => l10n.t('The schema has no type.'),
    why: () => l10n.t('Gemini on Vertex AI requires one. Some versions of Gemini CLI skip the tool.'),
  },
  'enum-empty-text': {
    severity: 'warning',
    message: () => l10n.t('The list of allowed values has an empty text.'),
    why: () => l10n.t('Gemini rejects the request with all of its tools: "cannot be empty".'),
  },
  'enum-not-text': {
    severity: 'warning',
    message: () => l10n.t("The list of allowed values has values that aren't texts."),
    why: () => l10n.t('Gemini accepts texts only in it: "only allowed for STRING type".'),
  },
  'enum-many': {
    severity: 'warning',
    message: (count = '') => l10n.t('The lists of allowed values have {0} values in total.', count),
    why: () => l10n.t("OpenAI's strict mode accepts 1,000."),
  },
  'keyword-unsupported': {
    severity: 'warning',
    message: (keyword = '') => l10n.t('The schema uses "{0}".', keyword),
    why: () =>
      l10n.t(
        "OpenAI's strict mode and the function parameters of Gemini don't support it. A client leaves it out, or its request is rejected.",
      ),
  },
  'keyword-pattern-properties': {
    severity: 'warning',
    message: () => l10n.t('The schema uses "patternProperties".'),
    why: () =>
      l10n.t(
        "OpenAI's models that are fine-tuned and the function parameters of Gemini don't support it. There are reports of Claude rejecting it.",
      ),
  },
  'keyword-const': {
    severity: 'info',
    message: () => l10n.t('The schema uses "const". A list of one allowed value says the same.'),
    why: () =>
      l10n.t(
        "The function parameters of Gemini have no such field. A client that doesn't convert it is rejected.",
      ),
  },
  'ref-used': {
    severity: 'info',
    message: () => l10n.t('The input schema uses references.'),
    why: () =>
      l10n.t(
        "Copilot CLI and clients that convert schemas for Gemini were reported not to follow them: a model doesn't see what is behind one.",
      ),
  },
  'pattern-look-around': {
    severity: 'warning',
    message: (pattern = '') =>
      l10n.t('The pattern "{0}" looks ahead or behind, or at Unicode properties.', pattern),
    why: () => l10n.t('OpenAI was reported to reject such patterns, and the request with all of its tools.'),
  },
  deep: {
    severity: 'warning',
    message: (depth = '') => l10n.t('Values are nested {0} levels deep.', depth),
    why: () => l10n.t("OpenAI's strict mode accepts 10 levels, and accepted 5 before."),
  },
  'properties-many': {
    severity: 'warning',
    message: (count = '') => l10n.t('The input schema describes {0} properties in total.', count),
    why: () => l10n.t("OpenAI's strict mode accepted 100 at first, and accepts 5,000 today."),
  },
  'property-description-missing': {
    severity: 'info',
    message: (property = '') => l10n.t('The property "{0}" has no description.', property),
    why: () => l10n.t('A model guesses from its name what belongs there, in every client.'),
  },
  'additional-properties-open': {
    severity: 'info',
    message: () => l10n.t('The schema of an object doesn\'t set "additionalProperties" to false.'),
    why: () => l10n.t("OpenAI's strict mode requires it, and that all properties are required."),
  },
} satisfies Record<string, Rule>;
