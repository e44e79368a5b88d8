import { type Budget, spend } from '../schema/budget.ts';
import { mergeSchemas, resolveAllOf } from './mergeSchemas.ts';
import { isFalseSchema, type NormalizedSchema } from './normalizeSchema.ts';

/** What says nothing of how a value looks: a form leaves it to who validates. */
const keywordsWithoutShape: ReadonlySet<string> = new Set([
  ...['required', 'not', 'if', 'then', 'else', 'title', 'description', 'default', 'examples'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'contains'],
]);

/**
 * The schemas of which a value fits one: those of `anyOf` or `oneOf`, each with what is said beside them, or one for each
 * type. `undefined`: there is only one. `unclear`: a form can't tell.
 */
export function listVariants(
  schema: NormalizedSchema,
  defs: Readonly<Record<string, NormalizedSchema>>,
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
  const hasShape = Object.keys(base).some((keyword) => !keywordsWithoutShape.has(keyword));
  if (hasShape && [...parts, ...(anyOf && oneOf ? oneOf : [])].every(hasNoShape)) return splitByType(base);
  if (anyOf && oneOf) return 'unclear';
  const variants: NormalizedSchema[] = [];
  for (const part of parts) {
    if (isFalseSchema(part)) continue;
    const own = resolveAllOf(part, defs, budget);
    const variant = own && (isFalseSchema(own) ? undefined : mergeSchemas(base, own, budget));
    if (variant === undefined) return 'unclear';
    // Several values of one part are several choices.
    if (variant.enum && variant.const === undefined && !variant.enumNames) {
      for (const value of variant.enum) variants.push({ const: value });
      spend(budget, variant.enum.length);
    } else variants.push(variant);
  }
  return variants.length === 0 ? 'unclear' : variants;
}

function hasNoShape(schema: NormalizedSchema): boolean {
  return Object.keys(schema).every((keyword) => keywordsWithoutShape.has(keyword));
}

function splitByType({ type = [], ...rest }: NormalizedSchema): readonly NormalizedSchema[] | undefined {
  if (type.length < 2) return undefined;
  // A number may be an integer.
  const types = type.includes('number') ? type.filter((one) => one !== 'integer') : type;
  return types.map((one) => ({ ...rest, type: [one] }));
}
