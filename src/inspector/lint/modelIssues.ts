import * as l10n from '@vscode/l10n';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { type Subschema, subschemaPointer, walkSubschemas } from '../schema/subschemas.ts';
import { type LintFinding, type LintRule, type LintViolation, runChecks, violationIf } from './lintIssue.ts';

/** Keywords that the documentation of OpenAI's strict mode lists as unsupported, and that Gemini's function parameters don't have. */
const unsupportedKeywords = [
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
] as const;
const combiningKeywords = ['anyOf', 'oneOf', 'allOf'] as const;
/** Keywords that determine the type of a schema. */
const typeKeywords = ['type', '$ref', 'const', ...combiningKeywords] as const;
/** Maximum depth of values in OpenAI's strict mode. */
const maxDepth = 10;
/** Original maximum number of properties in OpenAI's strict mode. */
const maxProperties = 100;
/** Maximum number of allowed values in OpenAI's strict mode. */
const maxEnumValues = 1000;

/** Totals of a schema and all of its subschemas. */
interface SchemaTotals {
  readonly propertyCount: number;
  readonly enumValueCount: number;
  readonly deepestSubschema: Subschema | undefined;
  readonly firstTooDeepSubschema: Subschema | undefined;
  readonly firstReferringSubschema: Subschema | undefined;
}

interface ModelRule extends LintRule {
  readonly checkRoot?: (root: JsonObject) => Iterable<LintViolation>;
  readonly checkSubschema?: (schema: JsonObject, subschema: Subschema) => Iterable<LintViolation>;
  /** Checks the totals. Paths are relative to the root schema. */
  readonly checkTotals?: (totals: SchemaTotals) => Iterable<LintViolation>;
}

/** The rules of model APIs for input schemas that are valid JSON Schema. */
export const modelRules = {
  'alternatives-at-top-level': {
    severity: 'error',
    message: (keyword = '') => l10n.t('The input schema has "{0}" at the top level.', keyword),
    reason: () =>
      l10n.t(
        "Claude doesn't accept anyOf, oneOf, or allOf at the top level and rejects the whole request, so none of the server's tools work. OpenAI's strict mode doesn't accept anyOf at the top level.",
      ),
    checkRoot: (root) =>
      combiningKeywords
        .filter((keyword) => root[keyword] !== undefined)
        .map((keyword) => ({ messageArguments: [keyword] })),
  },
  'properties-missing': {
    severity: 'warning',
    message: () => l10n.t('The input schema has no "properties" field, not even an empty one.'),
    reason: () =>
      l10n.t(
        'OpenAI rejects the whole request with the error "object schema missing properties", so none of the server\'s tools work.',
      ),
    checkRoot: ({ type, properties }) => violationIf(type === 'object' && properties === undefined),
  },
  'property-name': {
    severity: 'error',
    message: (property = '') =>
      l10n.t(
        'The name of the property "{0}" contains characters other than letters, digits, "_", ".", and "-", or has more than 64 characters.',
        property,
      ),
    reason: () => l10n.t("Claude rejects the whole request, so none of the server's tools work."),
    // Claude checks only the properties at the top level.
    checkRoot: ({ properties }) =>
      Object.keys(isJsonObject(properties) ? properties : {})
        .filter((name) => !/^[\w.-]{1,64}$/.test(name))
        .map((name) => ({ messageArguments: [name] })),
  },
  'type-list': {
    severity: 'warning',
    message: () => l10n.t('"type" is a list of types.'),
    reason: () =>
      l10n.t(
        "Gemini accepts only one type for each function parameter. If a client doesn't convert the list of types, Gemini rejects the whole request, so none of the server's tools work.",
      ),
    checkSubschema: ({ type }) => violationIf(Array.isArray(type)),
  },
  'type-missing': {
    severity: 'warning',
    message: () => l10n.t('The schema has no type.'),
    reason: () => l10n.t('Gemini on Vertex AI requires a type. Some versions of Gemini CLI skip the tool.'),
    checkSubschema: (schema, { keyword }) =>
      // Other subschemas, such as alternatives and conditions, add to a schema that has a type.
      violationIf(
        (keyword === 'properties' || keyword === 'items') &&
          typeKeywords.every((name) => schema[name] === undefined),
      ),
  },
  'items-missing': {
    severity: 'error',
    message: () => l10n.t('An array schema doesn\'t define "items".'),
    reason: () =>
      l10n.t(
        "In Visual Studio Code, all chat requests fail while the tool is enabled. Gemini rejects the whole request, so none of the server's tools work.",
      ),
    checkSubschema: ({ type, items }) => violationIf([type].flat().includes('array') && items === undefined),
  },
  'additional-properties-open': {
    severity: 'info',
    message: () => l10n.t('An object schema doesn\'t set "additionalProperties" to false.'),
    reason: () =>
      l10n.t(
        'OpenAI\'s strict mode requires "additionalProperties" to be false and all properties to be required.',
      ),
    checkSubschema: ({ type, additionalProperties }) =>
      violationIf([type].flat().includes('object') && additionalProperties === undefined),
  },
  'keyword-unsupported': {
    severity: 'warning',
    message: (keyword = '') => l10n.t('The schema uses "{0}".', keyword),
    reason: () =>
      l10n.t(
        "OpenAI's strict mode and Gemini's function parameters don't support this keyword. If a client doesn't remove the keyword, the request is rejected.",
      ),
    checkSubschema: (schema) =>
      unsupportedKeywords
        .filter((keyword) => schema[keyword] !== undefined)
        .map((keyword) => ({ messageArguments: [keyword] })),
  },
  'keyword-pattern-properties': {
    severity: 'warning',
    message: () => l10n.t('The schema uses "patternProperties".'),
    reason: () =>
      l10n.t(
        "OpenAI's fine-tuned models and Gemini's function parameters don't support this keyword. Claude reportedly rejects it.",
      ),
    checkSubschema: ({ patternProperties }) => violationIf(patternProperties !== undefined),
  },
  'keyword-const': {
    severity: 'info',
    message: () => l10n.t('The schema uses "const". An "enum" with a single value is equivalent.'),
    reason: () =>
      l10n.t(
        "Gemini's function parameters don't support \"const\". If a client doesn't convert it, the request is rejected.",
      ),
    checkSubschema: (schema) => violationIf(schema['const'] !== undefined),
  },
  'enum-empty-string': {
    severity: 'warning',
    message: () => l10n.t('The list of allowed values contains an empty string.'),
    reason: () =>
      l10n.t(
        'Gemini rejects the whole request with the error "cannot be empty", so none of the server\'s tools work.',
      ),
    checkSubschema: ({ enum: values }) => violationIf(arrayOrEmpty(values).includes('')),
  },
  'enum-not-string': {
    severity: 'warning',
    message: () => l10n.t("The list of allowed values contains values that aren't strings."),
    reason: () =>
      l10n.t(
        'Gemini accepts only strings as allowed values. Otherwise, it reports the error "only allowed for STRING type".',
      ),
    checkSubschema: ({ enum: values }) =>
      violationIf(arrayOrEmpty(values).some((value) => typeof value !== 'string')),
  },
  'pattern-lookaround': {
    severity: 'warning',
    message: (pattern = '') =>
      l10n.t('The pattern "{0}" uses lookahead, lookbehind, or Unicode properties.', pattern),
    reason: () =>
      l10n.t(
        "If a schema contains such a pattern, OpenAI reportedly rejects the whole request, so none of the server's tools work.",
      ),
    checkSubschema: ({ pattern }) =>
      typeof pattern === 'string' && /\(\?<?[=!]|\\p\{/i.test(pattern)
        ? [{ messageArguments: [pattern] }]
        : [],
  },
  'property-description-missing': {
    severity: 'info',
    message: (property = '') => l10n.t('The property "{0}" has no description.', property),
    reason: () =>
      l10n.t('Without a description, models guess the meaning from the name. This affects every client.'),
    checkSubschema: ({ description }, { property }) =>
      property !== undefined && !(typeof description === 'string' && description.trim() !== '')
        ? [{ messageArguments: [property] }]
        : [],
  },
  'nesting-deep': {
    severity: 'warning',
    message: (depth = '') => l10n.t('Values are nested {0} levels deep.', depth),
    reason: () => l10n.t("OpenAI's strict mode accepts up to 10 levels. Previously, it accepted 5."),
    checkTotals: ({ deepestSubschema, firstTooDeepSubschema }) =>
      deepestSubschema && firstTooDeepSubschema
        ? [
            {
              path: subschemaPointer(firstTooDeepSubschema),
              messageArguments: [String(deepestSubschema.valueDepth)],
            },
          ]
        : [],
  },
  'ref-used': {
    severity: 'info',
    message: () => l10n.t('The input schema uses references.'),
    reason: () =>
      l10n.t(
        "Copilot CLI and clients that convert schemas for Gemini reportedly don't follow references, so a model doesn't receive the referenced schemas.",
      ),
    checkTotals: ({ firstReferringSubschema }) =>
      firstReferringSubschema ? [{ path: subschemaPointer(firstReferringSubschema) }] : [],
  },
  'properties-many': {
    severity: 'warning',
    message: (count = '') => l10n.t('The input schema describes {0} properties in total.', count),
    reason: () => l10n.t("OpenAI's strict mode accepts up to 5,000 properties. Originally, it accepted 100."),
    checkTotals: ({ propertyCount }) =>
      propertyCount > maxProperties ? [{ messageArguments: [String(propertyCount)] }] : [],
  },
  'enum-many': {
    severity: 'warning',
    message: (count = '') => l10n.t('The lists of allowed values have {0} values in total.', count),
    reason: () => l10n.t("OpenAI's strict mode accepts up to 1,000 allowed values in total."),
    checkTotals: ({ enumValueCount }) =>
      enumValueCount > maxEnumValues ? [{ messageArguments: [String(enumValueCount)] }] : [],
  },
} satisfies Record<string, ModelRule>;

type ModelFinding = LintFinding<keyof typeof modelRules>;

/** Finds the parts of an input schema that the APIs of models don't accept. `path` is the JSON Pointer to the schema. */
export function* findModelIssues(root: unknown, path: string): Generator<ModelFinding> {
  if (isJsonObject(root)) {
    for (const finding of checkRules((rule) => rule.checkRoot?.(root))) yield { ...finding, path };
  }
  const totals: { -readonly [K in keyof SchemaTotals]: SchemaTotals[K] } = {
    propertyCount: 0,
    enumValueCount: 0,
    deepestSubschema: undefined,
    firstTooDeepSubschema: undefined,
    firstReferringSubschema: undefined,
  };
  for (const subschema of walkSubschemas(root)) {
    const { schema, property, valueDepth } = subschema;
    if (property !== undefined) totals.propertyCount += 1;
    if (valueDepth > (totals.deepestSubschema?.valueDepth ?? 0)) totals.deepestSubschema = subschema;
    if (valueDepth > maxDepth) totals.firstTooDeepSubschema ??= subschema;
    if (!isJsonObject(schema)) continue;
    totals.enumValueCount += arrayOrEmpty(schema['enum']).length;
    if (schema['$ref'] !== undefined) totals.firstReferringSubschema ??= subschema;
    for (const finding of checkRules((rule) => rule.checkSubschema?.(schema, subschema))) {
      yield { ...finding, path: () => path + subschemaPointer(subschema) };
    }
  }
  for (const finding of checkRules((rule) => rule.checkTotals?.(totals))) {
    const relativePath = typeof finding.path === 'string' ? finding.path : '';
    yield { ...finding, path: path + relativePath };
  }
}

function checkRules(check: (rule: ModelRule) => Iterable<LintViolation> | undefined): Iterable<ModelFinding> {
  return runChecks<keyof typeof modelRules, ModelRule>(modelRules, check);
}
