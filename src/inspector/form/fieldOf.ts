import { defined } from '../../fields.ts';
import { type Budget, spend, TooComplexError } from '../schema/budget.ts';
import { boundedCanonicalJson } from '../schema/canonicalJson.ts';
import {
  type ArrayField,
  cloneWithGetters,
  type EnumOption,
  type FieldAnnotations,
  type FormField,
  type ObjectField,
  type ObjectProperty,
} from './field.ts';
import type { JsonValue } from './json.ts';
import { resolveAllOf } from './mergeSchemas.ts';
import {
  isFalseSchema,
  type NormalizedSchema,
  normalizeSchema,
  type SchemaTypeName,
} from './normalizeSchema.ts';
import { variantsOf } from './variants.ts';

/** Deeper than that a form shows JSON. */
const deepest = 16;
/** So many choices and first items are shown. */
const mostOptions = 1000;
/** Steps of merging schemas for all fields of a form. What isn't merged then is shown as JSON. */
const mostSteps = 500_000;

/** The field of a schema; `root`: the document that its references lead into. Any value will do for a schema. */
export function fieldOf(schema: unknown, root: unknown = schema): FormField {
  const sound = normalizeSchema(schema, root);
  const budget = { left: mostSteps };
  return made(sound, below({ defs: sound.$defs ?? {}, depth: -1, effort: { left: 0 }, budget }));
}

type Defs = Readonly<Record<string, NormalizedSchema>>;

/** Where a schema stands. */
interface Place {
  readonly defs: Defs;
  readonly depth: number;
  /** How many fields may still be made at once: schemas may branch into themselves. */
  readonly effort: { left: number };
  /** Shared by all fields of the form. */
  readonly budget: Budget;
}

function made(schema: NormalizedSchema, place: Place): FormField {
  if (place.depth > deepest || --place.effort.left < 0) return json(schema);
  try {
    const whole = resolveAllOf(schema, place.defs, place.budget);
    if (!whole || isFalseSchema(whole)) return json(schema);
    return chosen(whole, place.budget) ?? united(whole, place) ?? typed(whole, place);
  } catch (error) {
    if (error instanceof TooComplexError) return json(schema);
    throw error;
  }
}

/** The place of what is below, and is made when it is read. */
function below({ defs, depth, budget }: Place): Place {
  return { defs, depth: depth + 1, effort: { left: mostOptions }, budget };
}

const json = (schema: NormalizedSchema): FormField => ({ kind: 'json', ...aboutOf(schema) });

function aboutOf({ title, description, default: start, examples }: NormalizedSchema): FieldAnnotations {
  return defined({
    title: title || undefined,
    description: description || undefined,
    default: start,
    examples,
  });
}

/** One value, or one of some. */
function chosen(schema: NormalizedSchema, budget: Budget): FormField | undefined {
  const about = aboutOf(schema);
  const only =
    schema.const !== undefined ? schema.const : schema.enum?.length === 1 ? schema.enum[0] : undefined;
  if (only === null) return { kind: 'nothing', ...about };
  if (only !== undefined) return { kind: 'constant', value: only, ...about };
  const options = optionsOf(schema, budget);
  return options && { kind: 'enum', options, ...about };
}

function optionsOf(
  { enum: values, enumNames = [] }: NormalizedSchema,
  budget: Budget,
): readonly EnumOption[] | undefined {
  if (!values || values.length > mostOptions) return undefined;
  const options = new Map<string, EnumOption>();
  for (const [index, value] of values.entries()) {
    const text = boundedCanonicalJson(value, budget);
    if (!options.has(text)) options.set(text, { value, title: enumNames[index] || shown(value) });
  }
  return [...options.values()];
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One of several schemas. */
function united(schema: NormalizedSchema, place: Place): FormField | undefined {
  const found = variantsOf(schema, place.defs, place.budget);
  if (found === undefined) return undefined;
  if (found === 'unclear') return json(schema);
  const about = aboutOf(schema);
  const values = found.map((variant) => variant.const);
  if (values.length > 1 && values.every((value) => value !== undefined)) {
    const options = found.map(({ const: value = null, title, description }) => ({
      ...{ value, title: title || shown(value) },
      ...defined({ description }),
    }));
    return { kind: 'enum', options, ...about };
  }
  const fields = found.map((variant) => made(variant, { ...place, depth: place.depth + 1 }));
  const variants = fields.flatMap((field) => (field.kind === 'union' ? field.variants : [field]));
  const [single] = variants;
  if (variants.length > mostOptions) return json(schema);
  return variants.length === 1 && single
    ? Object.assign(cloneWithGetters(single), about)
    : { kind: 'union', variants, ...about };
}

/** Of one type, or of none that is said. */
function typed(schema: NormalizedSchema, place: Place): FormField {
  const { type = impliedTypes(schema) } = schema;
  const about = aboutOf(schema);
  const child = (part: NormalizedSchema): FormField => made(part, below(place));
  switch (type[0]) {
    case 'string': {
      const { format, pattern, minLength, maxLength } = schema;
      const isMultiline =
        /^(?:multi-?line|text-?area|markdown)$/i.test(format ?? '') ||
        (minLength ?? 0) > 100 ||
        (maxLength ?? 0) > 200 ||
        [schema.default, ...(schema.examples ?? [])].some(
          (one) => typeof one === 'string' && one.includes('\n'),
        );
      return { kind: 'text', isMultiline, ...defined({ format, pattern, minLength, maxLength }), ...about };
    }
    case 'integer':
    case 'number': {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
      const limits = defined({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf });
      return { kind: 'number', isInteger: type[0] === 'integer', ...limits, ...about };
    }
    case 'boolean':
      return { kind: 'boolean', ...about };
    case 'null':
      return { kind: 'nothing', ...about };
    case 'object':
      return objectOf(schema, about, child, place.budget);
    case 'array':
      return arrayOf(schema, about, place);
    default:
      return { kind: 'json', ...about };
  }
}

/** Which type somebody means who doesn't say it. */
function impliedTypes(schema: NormalizedSchema): readonly SchemaTypeName[] {
  const has = (...keywords: readonly (keyof NormalizedSchema)[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  if (has('properties', 'required', 'patternProperties')) return ['object'];
  if (has('items', 'prefixItems')) return ['array'];
  if (has('pattern', 'minLength', 'maxLength', 'format')) return ['string'];
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? ['number'] : [];
}

function objectOf(
  schema: NormalizedSchema,
  about: FieldAnnotations,
  child: (part: NormalizedSchema) => FormField,
  budget: Budget,
): ObjectField {
  const { properties = {}, additionalProperties: others = {} } = schema;
  const required = new Set(schema.required);
  spend(budget, required.size + Object.keys(properties).length);
  const more = [...required]
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => [name, others] as const);
  const list = [...Object.entries(properties), ...new Map(more)].map(
    ([name, part]): ObjectProperty =>
      later({ name, isRequired: required.has(name) }, 'field', () => child(part)),
  );
  // That nothing is said of others is no invitation.
  const isOpen = list.length === 0 || Boolean(schema.additionalProperties ?? schema.patternProperties);
  const object = {
    kind: 'object',
    properties: list,
    isOpen: isOpen && !isFalseSchema(others),
    ...about,
  } as const;
  return isFalseSchema(others) ? object : later(object, 'extra', () => child(others));
}

function arrayOf(schema: NormalizedSchema, about: FieldAnnotations, place: Place): FormField {
  const { prefixItems = [], items = {}, minItems = 0 } = schema;
  const isOpen = !isFalseSchema(items);
  const most = isOpen ? schema.maxItems : Math.min(schema.maxItems ?? prefixItems.length, prefixItems.length);
  const limits = { minItems, ...defined({ maxItems: most }) };
  if (schema.uniqueItems && prefixItems.length === 0 && isOpen) {
    const item = made(items, { ...place, depth: place.depth + 1 });
    if (item.kind === 'enum') return { kind: 'several', options: item.options, ...limits, ...about };
  }
  const child = (part: NormalizedSchema): FormField => made(part, below(place));
  const array: ArrayField = later({ kind: 'array', ...limits, ...about } as const, 'first', () =>
    prefixItems.slice(0, mostOptions).map(child),
  );
  return isOpen ? later(array, 'rest', () => child(items)) : array;
}

/** Adds a field that is made when it is read first. */
function later<Base extends object, Name extends string, Value>(
  base: Base,
  name: Name,
  make: () => Value,
): Base & { readonly [N in Name]: Value } {
  let value: Value | undefined;
  const get = (): Value => {
    value ??= make();
    return value;
  };
  return Object.defineProperty(cloneWithGetters(base), name, { get, enumerable: true }) as Base & {
    readonly [N in Name]: Value;
  };
}
