import type { Budget } from '../schema/budget.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import { canShow } from './canShow.ts';
import type { FormField, NumberField } from './field.ts';
import { getItemField, unwrapNullable } from './field.ts';

/** Maximum number of values that are created for a field, with its properties and items. */
const maxInitialValues = 2_000;

/**
 * Creates the initial value of a field: its default, or a simple value such as `false`, 0, or the first option. Objects and arrays contain
 * only what their schemas require. A required string without a default is omitted, because an empty string would be sent as if the user
 * had entered it.
 */
export function createInitialValue(field: FormField): JsonValue {
  return buildInitialValue(field, { remaining: maxInitialValues });
}

/** Creates the initial value of a form, which is an object for any schema. */
export function createInitialObject(field: FormField): JsonObject {
  const value = createInitialValue(field);
  return isJsonObject(value) ? value : {};
}

function buildInitialValue(field: FormField, budget: Budget): JsonValue {
  if (--budget.remaining < 0) return null;
  if (field.default !== undefined && canShow(field, field.default)) return field.default;
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return findInitialNumber(field);
    case 'boolean':
      return false;
    case 'enum':
      return field.options[0]?.value ?? null;
    case 'constant':
      return field.value;
    case 'multiSelect':
      return field.options.slice(0, field.minItems).map(({ value }) => value);
    case 'object':
      return Object.fromEntries(
        field.properties
          .filter((property) => property.isRequired && !mustBeEntered(property.field))
          .map((property) => [property.name, buildInitialValue(property.field, budget)]),
      );
    case 'array': {
      const items: JsonValue[] = [];
      while (items.length < field.minItems && budget.remaining > 0) {
        const itemField = getItemField(field, items.length);
        if (itemField === undefined) break;
        items.push(buildInitialValue(itemField, budget));
      }
      return items;
    }
    case 'union': {
      const [first] = field.variants;
      return first ? buildInitialValue(first, budget) : null;
    }
    default:
      return null;
  }
}

/** Whether a field is a string, or a string or `null`, without a default. */
function mustBeEntered(field: FormField): boolean {
  const valueField = field.kind === 'union' ? unwrapNullable(field) : field;
  return field.default === undefined && valueField?.kind === 'text' && valueField.default === undefined;
}

/** Returns 0, or else a number that the limits allow. Returns one of the limits, or 0, if no such number is found. */
function findInitialNumber({ isInteger, multipleOf, ...limits }: NumberField): number {
  const step = multipleOf ?? (isInteger ? 1 : undefined);
  const min = Math.max(limits.minimum ?? -Infinity, limits.exclusiveMinimum ?? -Infinity);
  const max = Math.min(limits.maximum ?? Infinity, limits.exclusiveMaximum ?? Infinity);
  const isAllowed = (value: number): boolean =>
    value >= min && value !== limits.exclusiveMinimum && value <= max && value !== limits.exclusiveMaximum;
  const unit = step ?? 1;
  const [lowest, highest] = [Math.ceil(min / unit), Math.floor(max / unit)];
  const candidates =
    step === undefined
      ? [0, min, max, (min + max) / 2, min + 1, max - 1]
      : // Rounding removes the error of binary fractions.
        [
          0,
          ...[lowest, lowest + 1, highest, highest - 1].map((count) =>
            Number((count * step).toPrecision(15)),
          ),
        ];
  const allowed = candidates.find((value) => Number.isFinite(value) && isAllowed(value));
  // Adding 0 turns -0 into 0.
  return (allowed ?? [min, max].find(Number.isFinite) ?? 0) + 0;
}
