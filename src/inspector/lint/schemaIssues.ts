import * as l10n from '@vscode/l10n';
import { canonicalJson } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, filterStrings, isJsonObject, type JsonObject } from '../schema/json.ts';
import { getJsonType, schemaTypeNames } from '../schema/jsonTypes.ts';
import { isRegularExpression } from '../schema/pattern.ts';
import { isLocalReference, resolveLocalReference } from '../schema/references.ts';
import { type Subschema, subschemaPointer, walkSubschemas } from '../schema/subschemas.ts';
import { type LintFinding, type LintRule, type LintViolation, runChecks, violationIf } from './lintIssue.ts';

const knownTypes: ReadonlySet<unknown> = new Set(schemaTypeNames);

/** Maximum number of ancestors that are searched for the target of a reference, which limits the time for deeply nested schemas. */
const maxSearchedAncestors = 100;

interface ReferenceContext {
  readonly root: unknown;
  /** Whether a reference resolves to a schema, possibly through other references. A cycle of references doesn't. */
  readonly resolvesToSchema: (reference: string) => boolean;
}

interface SchemaRule extends LintRule {
  /** Whether the rule applies only to input schemas, because only models have the problem, and they don't receive output schemas. */
  readonly isInputOnly?: boolean;
  readonly checkRoot?: (root: unknown) => Iterable<LintViolation>;
  readonly checkSubschema?: (subschema: Subschema) => Iterable<LintViolation>;
  /** Checks a subschema that is an object. */
  readonly checkObject?: (schema: JsonObject) => Iterable<LintViolation>;
  readonly checkReference?: (
    reference: string,
    subschema: Subschema,
    context: ReferenceContext,
  ) => Iterable<LintViolation>;
}

const explainToolListRejection = () => l10n.t('Clients that use an MCP SDK reject the whole list of tools.');
const explainDraftRejection = () =>
  l10n.t(
    "Claude requires JSON Schema draft 2020-12 and rejects the whole request, so none of the server's tools work.",
  );
const explainValidatorError = () =>
  l10n.t(
    'In an output schema, this problem causes an error in the validator of the MCP SDK for TypeScript, so the whole list of tools fails to load.',
  );

/** The rules of JSON Schema and MCP for input and output schemas. */
export const schemaRules = {
  'input-schema-missing': {
    severity: 'error',
    message: () => l10n.t('The tool has no input schema.'),
    reason: explainToolListRejection,
  },
  'schema-not-object': {
    severity: 'error',
    message: () => l10n.t('The schema doesn\'t have the type "object".'),
    reason: explainToolListRejection,
    checkRoot: (root) => violationIf(!(isJsonObject(root) && root['type'] === 'object')),
  },
  'property-schema-not-object': {
    severity: 'error',
    message: (property = '') => l10n.t('The schema of the property "{0}" isn\'t an object.', property),
    reason: () =>
      l10n.t(
        "If the property is at the top level, the MCP SDK for TypeScript rejects the whole list of tools. If the property's schema is neither true nor false, OpenAI rejects the whole request, so none of the server's tools work.",
      ),
    checkSubschema: (subschema) =>
      isPropertyWithoutObject(subschema) && !isNestedBoolean(subschema)
        ? [{ messageArguments: [subschema.property] }]
        : [],
  },
  'schema-boolean': {
    severity: 'warning',
    message: (property = '') =>
      l10n.t('The schema of the property "{0}" is true or false instead of an object.', property),
    reason: () =>
      l10n.t(
        "JSON Schema allows true and false as schemas, but Gemini rejects the whole request, so none of the server's tools work.",
      ),
    isInputOnly: true,
    checkSubschema: (subschema) =>
      isPropertyWithoutObject(subschema) && isNestedBoolean(subschema)
        ? [{ messageArguments: [subschema.property] }]
        : [],
  },
  'type-unknown': {
    severity: 'error',
    message: (type = '') => l10n.t("JSON Schema doesn't define the type {0}.", type),
    reason: () => `${explainDraftRejection()} ${explainValidatorError()}`,
    checkObject: ({ type }) =>
      type === undefined
        ? []
        : [type]
            .flat()
            .filter((name) => !knownTypes.has(name))
            .map((name) => ({ messageArguments: [canonicalJson(name)] })),
  },
  'items-array': {
    severity: 'error',
    message: () =>
      l10n.t('"items" is a list of schemas. The current keyword for such a list is "prefixItems".'),
    reason: explainDraftRejection,
    isInputOnly: true,
    checkObject: ({ items }) => violationIf(Array.isArray(items)),
  },
  'ref-external': {
    severity: 'error',
    message: (ref = '') => l10n.t('The reference "{0}" points outside the schema.', ref),
    reason: () =>
      `${l10n.t("Clients don't load other documents to resolve references.")} ${explainValidatorError()}`,
    checkReference: (reference) => (isLocalReference(reference) ? [] : [{ messageArguments: [reference] }]),
  },
  'ref-unresolved': {
    severity: 'error',
    message: (ref = '') => l10n.t('The reference "{0}" can\'t be resolved.', ref),
    reason: () =>
      l10n.t(
        'Claude Code, Gemini CLI, Cursor, and opencode reportedly show no tools for a server with an unresolved reference.',
      ),
    checkReference: (reference, _, { resolvesToSchema }) =>
      isLocalReference(reference) && !resolvesToSchema(reference) ? [{ messageArguments: [reference] }] : [],
  },
  'ref-recursive': {
    severity: 'warning',
    message: (ref = '') => l10n.t('The reference "{0}" points back to a schema that contains it.', ref),
    reason: () =>
      l10n.t(
        'JSON Schema allows recursive references. Clients that replace references with schemas, as Claude Code reportedly does, show no tools for a server with a recursive reference.',
      ),
    checkReference: (reference, subschema, { root, resolvesToSchema }) =>
      isLocalReference(reference) &&
      resolvesToSchema(reference) &&
      isWithin(subschema, resolveLocalReference(root, reference)?.value)
        ? [{ messageArguments: [reference] }]
        : [],
  },
  'required-type': {
    severity: 'error',
    message: () => l10n.t('"required" isn\'t a list of names.'),
    reason: () => `${explainToolListRejection()} ${explainDraftRejection()}`,
    checkObject: ({ required }) =>
      violationIf(
        required !== undefined &&
          !(Array.isArray(required) && filterStrings(required).length === required.length),
      ),
  },
  'required-unknown': {
    severity: 'error',
    message: (property = '') =>
      l10n.t('The required property "{0}" isn\'t defined in "properties".', property),
    reason: () =>
      l10n.t(
        'Gemini rejects the whole request with the error "property is not defined", so none of the server\'s tools work.',
      ),
    isInputOnly: true,
    checkObject: ({ required, properties }) =>
      [...new Set(filterStrings(required))]
        .filter((name) => !Object.hasOwn(isJsonObject(properties) ? properties : {}, name))
        .map((name) => ({ messageArguments: [name] })),
  },
  'required-duplicate': {
    severity: 'error',
    message: (property = '') => l10n.t('"required" lists "{0}" more than once.', property),
    reason: explainDraftRejection,
    isInputOnly: true,
    checkObject: ({ required }) =>
      findRepeated(filterStrings(required)).map((name) => ({ messageArguments: [name] })),
  },
  'enum-empty': {
    severity: 'error',
    message: () => l10n.t('The list of allowed values is empty.'),
    reason: () => `${l10n.t('No value is allowed.')} ${explainValidatorError()}`,
    checkObject: ({ enum: values }) => violationIf(Array.isArray(values) && values.length === 0),
  },
  'enum-duplicate': {
    severity: 'warning',
    message: (value = '') => l10n.t('The list of allowed values contains {0} more than once.', value),
    reason: () =>
      l10n.t('JSON Schema recommends listing each value only once. Strict validators reject the schema.'),
    checkObject: ({ enum: values }) =>
      findRepeated(arrayOrEmpty(values).map((value) => canonicalJson(value))).map((text) => ({
        messageArguments: [text],
      })),
  },
  'default-invalid': {
    severity: 'warning',
    message: (value = '') => l10n.t("The schema doesn't allow the default value {0}.", value),
    reason: () => l10n.t('A client that fills in default values sends a value that the server rejects.'),
    checkObject: (schema) =>
      schema['default'] === undefined || isDefaultAllowed(schema)
        ? []
        : [{ messageArguments: [canonicalJson(schema['default'])] }],
  },
  'pattern-invalid': {
    severity: 'error',
    message: (pattern = '') => l10n.t('The pattern "{0}" isn\'t a valid regular expression.', pattern),
    reason: () =>
      `${l10n.t("OpenAI rejects the whole request, so none of the server's tools work.")} ${explainValidatorError()}`,
    checkObject: ({ pattern }) =>
      typeof pattern === 'string' && !isRegularExpression(pattern, '') && !isRegularExpression(pattern)
        ? [{ messageArguments: [pattern] }]
        : [],
  },
  'pattern-unicode': {
    severity: 'warning',
    message: (pattern = '') =>
      l10n.t('The pattern "{0}" isn\'t a valid regular expression in Unicode mode.', pattern),
    reason: () =>
      `${l10n.t('JSON Schema recommends Unicode mode for regular expressions.')} ${explainValidatorError()}`,
    checkObject: ({ pattern }) =>
      typeof pattern === 'string' && isRegularExpression(pattern, '') && !isRegularExpression(pattern)
        ? [{ messageArguments: [pattern] }]
        : [],
  },
} satisfies Record<string, SchemaRule>;

type SchemaFinding = LintFinding<keyof typeof schemaRules>;

/** Finds the issues of an input or output schema, except problems that only some models have (`findModelIssues`). */
export function* findSchemaIssues(
  root: unknown,
  path: '/inputSchema' | '/outputSchema',
): Generator<SchemaFinding> {
  for (const finding of checkRules((rule) => rule.checkRoot?.(root))) yield { ...finding, path };
  const context: ReferenceContext = { root, resolvesToSchema: createReferenceCheck(root) };
  const isOutput = path === '/outputSchema';
  for (const subschema of walkSubschemas(root)) {
    const findings = checkRules((rule) =>
      isOutput && rule.isInputOnly ? [] : checkSubschema(rule, subschema, context),
    );
    for (const finding of findings) yield { ...finding, path: () => path + subschemaPointer(subschema) };
  }
}

function checkRules(
  check: (rule: SchemaRule) => Iterable<LintViolation> | undefined,
): Iterable<SchemaFinding> {
  return runChecks<keyof typeof schemaRules, SchemaRule>(schemaRules, check);
}

function* checkSubschema(
  rule: SchemaRule,
  subschema: Subschema,
  context: ReferenceContext,
): Generator<LintViolation> {
  const { schema } = subschema;
  yield* rule.checkSubschema?.(subschema) ?? [];
  if (!isJsonObject(schema)) return;
  yield* rule.checkObject?.(schema) ?? [];
  const reference = schema['$ref'];
  if (typeof reference === 'string') yield* rule.checkReference?.(reference, subschema, context) ?? [];
}

/** Whether a subschema describes a property, but isn't an object. */
function isPropertyWithoutObject(
  subschema: Subschema,
): subschema is Subschema & { readonly property: string } {
  return subschema.property !== undefined && !isJsonObject(subschema.schema);
}

/** Whether a subschema is `true` or `false`, and is nested more than one level below the root schema. */
function isNestedBoolean({ schema, parent }: Subschema): boolean {
  return typeof schema === 'boolean' && parent?.parent !== undefined;
}

/** Whether a subschema is the given schema, or is inside it. */
function isWithin(subschema: Subschema, schema: unknown): boolean {
  let ancestor: Subschema | undefined = subschema;
  for (let count = 0; ancestor && count < maxSearchedAncestors; count += 1, ancestor = ancestor.parent) {
    if (ancestor.schema === schema) return true;
  }
  return false;
}

/** Returns the repetitions of texts: each occurrence after the first one. */
function findRepeated(texts: readonly string[]): readonly string[] {
  const seenTexts = new Set<string>();
  return texts.filter((text) => seenTexts.size === seenTexts.add(text).size);
}

function isDefaultAllowed(schema: JsonObject): boolean {
  const value = schema['default'];
  const types = schema['type'] === undefined ? [] : [schema['type']].flat();
  const valueType = getJsonType(value);
  const hasType =
    types.length === 0 || types.includes(valueType) || (valueType === 'integer' && types.includes('number'));
  const allowedValues = schema['enum'];
  if (!hasType || !Array.isArray(allowedValues)) return hasType;
  return allowedValues.map((allowedValue) => canonicalJson(allowedValue)).includes(canonicalJson(value));
}

/** Creates a function that follows references until it finds a schema. The result is stored for each reference on the way. */
function createReferenceCheck(root: unknown): ReferenceContext['resolvesToSchema'] {
  const results = new Map<string, boolean>();
  return (first) => {
    const visitedReferences: string[] = [];
    let reference = first;
    let result = results.get(reference);
    while (result === undefined) {
      visitedReferences.push(reference);
      // Provisional: if a later reference leads back to this one, they form a cycle, which never resolves to a schema.
      results.set(reference, false);
      const target = resolveLocalReference(root, reference)?.value;
      const next = isJsonObject(target) ? target['$ref'] : undefined;
      const isLast = typeof next !== 'string' || !isLocalReference(next);
      result = isLast ? canBeSchema(target) : results.get(next);
      if (!isLast) reference = next;
    }
    for (const visitedReference of visitedReferences) results.set(visitedReference, result);
    return result;
  };
}

function canBeSchema(value: unknown): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
}
