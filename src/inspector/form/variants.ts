import { type Budget, spend } from '../schema/budget.ts';
import { mergeSchemas, resolveAllOf } from './mergeSchemas.ts';
import { isFalseSchema, type NormalizedSchema } from './normalizeSchema.ts';

/** Keywords that don't affect the inputs of a form. Only the validation uses them. */
const validationKeywords: ReadonlySet<string> = new Set([
  ...['required', 'not', 'if', 'then', 'else', 'title', 'description', 'default', 'examples'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'contains'],
]);

/**
 * Returns the alternatives of a schema: the schemas in `anyOf` or `oneOf`, each merged with the keywords beside them, or one schema for
 * each type. Returns `undefined` if the schema has no alternatives, and `unclear` if a form can't show them. Throws a `TooComplexError`
 * once the budget is used up.
 */
export function listVariants(
  schema: NormalizedSchema,
  definitions: Readonly<Record<string, NormalizedSchema>>,
  budget: Budget,
): readonly NormalizedSchema[] | 'unclear' | undefined {
  const {
    anyOf,
    oneOf,
    title: _title,
    description: _description,
    default: _default,
    examples: _,
    ...base
  } = schema;
  const parts = anyOf ?? oneOf;
  if (parts === undefined) return splitByType(base);
  const hasShape = Object.keys(base).some((keyword) => !validationKeywords.has(keyword));
  if (hasShape && [...parts, ...(anyOf && oneOf ? oneOf : [])].every(hasOnlyValidationKeywords))
    return splitByType(base);
  if (anyOf && oneOf) return 'unclear';
  const variants: NormalizedSchema[] = [];
  for (const part of parts) {
    if (isFalseSchema(part)) continue;
    const merged = resolveAllOf(part, definitions, budget);
    const variant = merged && (isFalseSchema(merged) ? undefined : mergeSchemas(base, merged, budget));
    if (variant === undefined) return 'unclear';
    // Each value of an alternative is a separate option.
    if (variant.enum && variant.const === undefined && !variant.enumNames) {
      for (const value of variant.enum) variants.push({ const: value });
      spend(budget, variant.enum.length);
    } else variants.push(variant);
  }
  return variants.length === 0 ? 'unclear' : variants;
}

function hasOnlyValidationKeywords(schema: NormalizedSchema): boolean {
  return Object.keys(schema).every((keyword) => validationKeywords.has(keyword));
}

function splitByType({ type = [], ...rest }: NormalizedSchema): readonly NormalizedSchema[] | undefined {
  if (type.length < 2) return undefined;
  // `number` includes `integer`.
  const types = type.includes('number') ? type.filter((typeName) => typeName !== 'integer') : type;
  return types.map((typeName) => ({ ...rest, type: [typeName] }));
}
