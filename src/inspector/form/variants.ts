import { type Budget, spend } from '../schema/budget.ts';
import { flat, merged } from './merge.ts';
import { isNever, type Sound } from './sound.ts';

/** What says nothing of how a value looks: a form leaves it to who validates. */
const rules: ReadonlySet<string> = new Set([
  ...['required', 'not', 'if', 'then', 'else', 'title', 'description', 'default', 'examples'],
  ...['minProperties', 'maxProperties', 'propertyNames', 'contains'],
]);

/**
 * The schemas of which a value fits one: those of `anyOf` or `oneOf`, each with what is said beside them, or one for each
 * type. `undefined`: there is only one. `unclear`: a form can't tell.
 */
export function variantsOf(
  schema: Sound,
  defs: Readonly<Record<string, Sound>>,
  budget: Budget,
): readonly Sound[] | 'unclear' | undefined {
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
  if (parts === undefined) return byType(base);
  const hasShape = Object.keys(base).some((keyword) => !rules.has(keyword));
  if (hasShape && [...parts, ...(anyOf && oneOf ? oneOf : [])].every(isRule)) return byType(base);
  if (anyOf && oneOf) return 'unclear';
  const variants: Sound[] = [];
  for (const part of parts) {
    if (isNever(part)) continue;
    const own = flat(part, defs, budget);
    const variant = own && (isNever(own) ? undefined : merged(base, own, budget));
    if (variant === undefined) return 'unclear';
    // Several values of one part are several choices.
    if (variant.enum && variant.const === undefined && !variant.enumNames) {
      for (const value of variant.enum) variants.push({ const: value });
      spend(budget, variant.enum.length);
    } else variants.push(variant);
  }
  return variants.length === 0 ? 'unclear' : variants;
}

function isRule(schema: Sound): boolean {
  return Object.keys(schema).every((keyword) => rules.has(keyword));
}

function byType({ type = [], ...rest }: Sound): readonly Sound[] | undefined {
  if (type.length < 2) return undefined;
  // A number may be an integer.
  const types = type.includes('number') ? type.filter((one) => one !== 'integer') : type;
  return types.map((one) => ({ ...rest, type: [one] }));
}
