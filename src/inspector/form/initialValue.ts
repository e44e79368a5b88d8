import { isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import { canShow } from './canShow.ts';
import type { FormField, NumberField } from './field.ts';
import { getItemField } from './field.ts';

/** So many values are made for one that a person asks for. */
const maxInitialValues = 2_000;

/**
 * What a field begins with: its default, else the least that its schema requires. A text that is required is left to the
 * person: an empty one would be sent as if the person had chosen it.
 */
export function createInitialValue(field: FormField): JsonValue {
  return buildInitialValue(field, { left: maxInitialValues });
}

/** The arguments or the content that a form begins with: an object also where the form can't tell what its schema requires. */
export function createInitialObject(field: FormField): JsonObject {
  const value = createInitialValue(field);
  return isJsonObject(value) ? value : {};
}

function buildInitialValue(field: FormField, effort: { left: number }): JsonValue {
  if (--effort.left < 0) return null;
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
          .filter(
            ({ isRequired, field: { kind, default: start } }) =>
              isRequired && (kind !== 'text' || start !== undefined),
          )
          .map((property) => [property.name, buildInitialValue(property.field, effort)]),
      );
    case 'array': {
      const items: JsonValue[] = [];
      while (items.length < field.minItems && effort.left > 0) {
        const place = getItemField(field, items.length);
        if (place === undefined) break;
        items.push(buildInitialValue(place, effort));
      }
      return items;
    }
    case 'union': {
      const [first] = field.variants;
      return first ? buildInitialValue(first, effort) : null;
    }
    default:
      return null;
  }
}

/** 0, or what is next to it within the limits. */
function findInitialNumber({ isInteger, multipleOf, ...limits }: NumberField): number {
  const step = multipleOf ?? (isInteger ? 1 : undefined);
  const least = Math.max(limits.minimum ?? -Infinity, limits.exclusiveMinimum ?? -Infinity);
  const last = Math.min(limits.maximum ?? Infinity, limits.exclusiveMaximum ?? Infinity);
  const isIn = (value: number): boolean =>
    value >= least && value !== limits.exclusiveMinimum && value <= last && value !== limits.exclusiveMaximum;
  const unit = step ?? 1;
  const [lowest, highest] = [Math.ceil(least / unit), Math.floor(last / unit)];
  const candidates =
    step === undefined
      ? [0, least, last, (least + last) / 2, least + 1, last - 1]
      : // Without what binary fractions add.
        [
          0,
          ...[lowest, lowest + 1, highest, highest - 1].map((count) =>
            Number((count * step).toPrecision(15)),
          ),
        ];
  const found = candidates.find((value) => Number.isFinite(value) && isIn(value));
  return (found ?? (Number.isFinite(least) ? least : Number.isFinite(last) ? last : 0)) + 0;
}
