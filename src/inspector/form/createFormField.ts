import { omitUndefined } from '../../fields.ts';
import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { boundedCanonicalJson } from '../schema/canonicalJson.ts';
import type { JsonValue } from '../schema/json.ts';
import {
  type ArrayField,
  cloneWithGetters,
  type EnumOption,
  type FieldAnnotations,
  type FormField,
  type ObjectField,
  type ObjectProperty,
} from './field.ts';
import { resolveAllOf } from './mergeSchemas.ts';
import {
  isFalseSchema,
  type NormalizedSchema,
  normalizeSchema,
  type SchemaTypeName,
} from './normalizeSchema.ts';
import { listVariants } from './variants.ts';

/** Maximum depth of nested fields. Deeper values are shown as JSON. */
const maxFieldDepth = 16;
/** Maximum number of options or variants of a field, and of fields for the first items of an array. */
const maxOptions = 1000;
/** Maximum number of steps for merging schemas in a form. Values of schemas that can't be merged are shown as JSON. */
const maxMergeSteps = 500_000;

interface FieldBuildState {
  readonly definitions: Readonly<Record<string, NormalizedSchema>>;
  readonly depth: number;
  /**
   * Number of variants that can still be built for the same property or item, because the variants of a schema can contain
   * the schema.
   */
  readonly variantBudget: Budget;
  /** The budget for merging schemas, which all fields of the form share. */
  readonly budget: Budget;
}

/** Creates the form field of a schema, which can be any value. References are resolved in `root`. */
export function createFormField(schema: unknown, root: unknown = schema): FormField {
  const normalized = normalizeSchema(schema, root);
  const definitions = normalized.$defs ?? {};
  const budget = { remaining: maxMergeSteps };
  return buildField(normalized, { definitions, depth: 0, variantBudget: { remaining: maxOptions }, budget });
}

function buildField(schema: NormalizedSchema, state: FieldBuildState): FormField {
  if (state.depth > maxFieldDepth || --state.variantBudget.remaining < 0) return buildJsonField(schema);
  try {
    const merged = resolveAllOf(schema, state.definitions, state.budget);
    if (!merged || isFalseSchema(merged)) return buildJsonField(schema);
    return (
      buildChoiceField(merged, state.budget) ??
      buildUnionField(merged, state) ??
      buildTypedField(merged, state)
    );
  } catch (error) {
    if (error instanceof TooComplexError) return buildJsonField(schema);
    throw error;
  }
}

/** Builds the field of a property or an item. Called when the field is first read. */
function buildChild(schema: NormalizedSchema, state: FieldBuildState): FormField {
  return buildField(schema, { ...state, depth: state.depth + 1, variantBudget: { remaining: maxOptions } });
}

function buildJsonField(schema: NormalizedSchema): FormField {
  return { kind: 'json', ...readAnnotations(schema) };
}

function readAnnotations(schema: NormalizedSchema): FieldAnnotations {
  return omitUndefined({
    title: schema.title || undefined,
    description: schema.description || undefined,
    default: schema.default,
    examples: schema.examples,
  });
}

/** Builds the field of a schema that lists its values. */
function buildChoiceField(schema: NormalizedSchema, budget: Budget): FormField | undefined {
  const annotations = readAnnotations(schema);
  const single = schema.enum?.length === 1 ? schema.enum[0] : undefined;
  const constant = schema.const !== undefined ? schema.const : single;
  if (constant === null) return { kind: 'null', ...annotations };
  if (constant !== undefined) return { kind: 'constant', value: constant, ...annotations };
  const options = createOptions(schema, budget);
  return options && { kind: 'enum', options, ...annotations };
}

function createOptions(
  { enum: values, enumNames = [] }: NormalizedSchema,
  budget: Budget,
): readonly EnumOption[] | undefined {
  if (!values || values.length > maxOptions) return undefined;
  const options = new Map<string, EnumOption>();
  for (const [index, value] of values.entries()) {
    const text = boundedCanonicalJson(value, budget);
    if (!options.has(text)) options.set(text, { value, title: enumNames[index] || formatOption(value) });
  }
  return [...options.values()];
}

function formatOption(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Builds the field of a schema with alternatives. */
function buildUnionField(schema: NormalizedSchema, state: FieldBuildState): FormField | undefined {
  const schemas = listVariants(schema, state.definitions, state.budget);
  if (schemas === undefined) return undefined;
  if (schemas === 'unclear') return buildJsonField(schema);
  const annotations = readAnnotations(schema);
  if (schemas.length > 1 && schemas.every((variant) => variant.const !== undefined)) {
    const options = schemas.map(({ const: value = null, title, description }) => ({
      value,
      title: title || formatOption(value),
      ...omitUndefined({ description }),
    }));
    return { kind: 'enum', options, ...annotations };
  }
  const fields = schemas.map((variant) => buildField(variant, { ...state, depth: state.depth + 1 }));
  const variants = fields.flatMap((field) => (field.kind === 'union' ? field.variants : [field]));
  const [single] = variants;
  if (variants.length > maxOptions) return buildJsonField(schema);
  return variants.length === 1 && single
    ? Object.assign(cloneWithGetters(single), annotations)
    : { kind: 'union', variants, ...annotations };
}

/** Builds the field of a schema by its type, or by the keywords that imply a type. */
function buildTypedField(schema: NormalizedSchema, state: FieldBuildState): FormField {
  const { type = inferTypes(schema) } = schema;
  const annotations = readAnnotations(schema);
  switch (type[0]) {
    case 'string':
      return buildTextField(schema, annotations);
    case 'integer':
    case 'number': {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
      const limits = omitUndefined({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
      return { kind: 'number', isInteger: type[0] === 'integer', ...limits, ...annotations };
    }
    case 'boolean':
      return { kind: 'boolean', ...annotations };
    case 'null':
      return { kind: 'null', ...annotations };
    case 'object':
      return buildObjectField(schema, annotations, state);
    case 'array':
      return buildArrayField(schema, annotations, state);
    default:
      return { kind: 'json', ...annotations };
  }
}

function inferTypes(schema: NormalizedSchema): readonly SchemaTypeName[] {
  const hasAny = (...keywords: readonly (keyof NormalizedSchema)[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  if (hasAny('properties', 'required', 'patternProperties')) return ['object'];
  if (hasAny('items', 'prefixItems')) return ['array'];
  if (hasAny('pattern', 'minLength', 'maxLength', 'format')) return ['string'];
  const isNumber = hasAny('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf');
  return isNumber ? ['number'] : [];
}

function buildTextField(schema: NormalizedSchema, annotations: FieldAnnotations): FormField {
  const { format, pattern, minLength, maxLength } = schema;
  const isMultiline =
    /^(?:multi-?line|text-?area|markdown)$/i.test(format ?? '') ||
    (minLength ?? 0) > 100 ||
    (maxLength ?? 0) > 200 ||
    [schema.default, ...(schema.examples ?? [])].some(
      (value) => typeof value === 'string' && value.includes('\n'),
    );
  return {
    kind: 'text',
    isMultiline,
    ...omitUndefined({ format, pattern, minLength, maxLength }),
    ...annotations,
  };
}

function buildObjectField(
  schema: NormalizedSchema,
  annotations: FieldAnnotations,
  state: FieldBuildState,
): ObjectField {
  const { properties = {}, additionalProperties = {} } = schema;
  const required = new Set(schema.required);
  spend(state.budget, required.size + Object.keys(properties).length);
  const undescribedProperties = [...required]
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => [name, additionalProperties] as const);
  const objectProperties = [...Object.entries(properties), ...new Map(undescribedProperties)].map(
    ([name, property]): ObjectProperty =>
      lazyProperty({ name, isRequired: required.has(name) }, 'field', () => buildChild(property, state)),
  );
  const isClosed = isFalseSchema(additionalProperties);
  // A schema that doesn't mention other properties allows them, but the form doesn't suggest them.
  const isOpen =
    objectProperties.length === 0 || Boolean(schema.additionalProperties ?? schema.patternProperties);
  const object = {
    kind: 'object',
    properties: objectProperties,
    canAddProperties: isOpen && !isClosed,
    ...annotations,
  } as const;
  return isClosed
    ? object
    : lazyProperty(object, 'additionalProperties', () => buildChild(additionalProperties, state));
}

function buildArrayField(
  schema: NormalizedSchema,
  annotations: FieldAnnotations,
  state: FieldBuildState,
): FormField {
  const { prefixItems = [], items = {}, minItems = 0 } = schema;
  const isOpen = !isFalseSchema(items);
  const maxItems = isOpen
    ? schema.maxItems
    : Math.min(schema.maxItems ?? prefixItems.length, prefixItems.length);
  const limits = { minItems, ...omitUndefined({ maxItems }) };
  if (schema.uniqueItems && prefixItems.length === 0 && isOpen) {
    const item = buildField(items, { ...state, depth: state.depth + 1 });
    if (item.kind === 'enum') {
      return { kind: 'multiSelect', options: item.options, ...limits, ...annotations };
    }
  }
  const array: ArrayField = lazyProperty(
    { kind: 'array', ...limits, ...annotations } as const,
    'prefixItems',
    () => prefixItems.slice(0, maxOptions).map((item) => buildChild(item, state)),
  );
  return isOpen ? lazyProperty(array, 'items', () => buildChild(items, state)) : array;
}

/** Returns a copy with a property whose value is created when it is first read. */
function lazyProperty<Base extends object, Name extends string, Value>(
  base: Base,
  name: Name,
  create: () => Value,
): Base & { readonly [N in Name]: Value } {
  let value: Value | undefined;
  const get = (): Value => {
    value ??= create();
    return value;
  };
  return Object.defineProperty(cloneWithGetters(base), name, { get, enumerable: true }) as Base & {
    readonly [N in Name]: Value;
  };
}
