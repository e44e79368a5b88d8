import type { Budget } from '../schema/budget.ts';
import { canonicalJson } from '../schema/canonicalJson.ts';
import {
  getOwnProperty,
  isDeepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../schema/json.ts';
import { type FormField, getItemField, type ObjectField, type UnionField } from './field.ts';

/** Maximum number of fields that are compared with a value to find the best variant. */
const maxComparedFields = 20_000;

/** Whether the input of a field can show a value. A form shows other values as JSON, so that they aren't lost. */
export function canShow(field: FormField, value: JsonValue): boolean {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'constant':
      return isDeepEqual(field.value, value);
    case 'enum':
      return field.options.some((option) => isDeepEqual(option.value, value));
    case 'multiSelect': {
      if (!isJsonArray(value)) return false;
      const items = new Set(value.map((item) => canonicalJson(item)));
      const selected = field.options.filter((option) => items.has(canonicalJson(option.value)));
      return selected.length === value.length;
    }
    case 'object':
      return isJsonObject(value);
    case 'array':
      return isJsonArray(value);
    case 'union':
      return field.variants.some((variant) => canShow(variant, value));
    case 'json':
      return true;
  }
}

/** Returns the index of the selected variant if it can show the value, or of the variant that matches the value best. */
export function findBestVariant({ variants }: UnionField, value: JsonValue, selected?: number): number {
  const variant = selected === undefined ? undefined : variants[selected];
  if (selected !== undefined && variant && canShow(variant, value)) return selected;
  const budget = { remaining: maxComparedFields };
  let best = { index: 0, score: Number.POSITIVE_INFINITY };
  for (const [index, candidate] of variants.entries()) {
    const score = mismatchScore(candidate, value, budget);
    if (score < best.score) best = { index, score };
  }
  return best.index;
}

/** Returns how badly a value matches a field: 0 if there is no mismatch, or if the budget is used up. */
function mismatchScore(field: FormField, value: JsonValue, budget: Budget): number {
  if (--budget.remaining < 0) return 0;
  if (!canShow(field, value)) return field.kind === 'constant' || field.kind === 'enum' ? 500 : 1000;
  switch (field.kind) {
    case 'json':
      // A variant with an input for the value is better than one that edits JSON.
      return 0.5;
    case 'text': {
      const { length } = value as string;
      return length < (field.minLength ?? 0) || length > (field.maxLength ?? length) ? 1 : 0;
    }
    case 'number':
      return numberMismatchScore(value as number, field.isInteger, field.minimum, field.maximum);
    case 'object':
      return objectMismatchScore(field, value as JsonObject, budget);
    case 'array': {
      const items = value as readonly JsonValue[];
      const countDifference =
        Math.max(0, items.length - (field.maxItems ?? items.length)) +
        Math.max(0, field.minItems - items.length);
      return items.slice(0, 20).reduce<number>((sum, item, index) => {
        const itemField = getItemField(field, index);
        return sum + (itemField ? Math.min(mismatchScore(itemField, item, budget), 100) : 0);
      }, countDifference * 10);
    }
    case 'union':
      return Math.min(...field.variants.map((variant) => mismatchScore(variant, value, budget)));
    default:
      return 0;
  }
}

function numberMismatchScore(value: number, isInteger: boolean, minimum = value, maximum = value): number {
  if (isInteger && !Number.isInteger(value)) return 900;
  return value < minimum || value > maximum ? 1 : 0;
}

function objectMismatchScore(field: ObjectField, value: JsonObject, budget: Budget): number {
  let score = 0;
  budget.remaining -= field.properties.length;
  const propertiesByName = new Map(field.properties.map((property) => [property.name, property]));
  for (const { name, isRequired } of field.properties) {
    if (isRequired && !Object.hasOwn(value, name)) score += 20;
  }
  for (const name of Object.keys(value).slice(0, 100)) {
    const child = propertiesByName.get(name)?.field ?? field.additionalProperties;
    const property = getOwnProperty(value, name);
    if (child === undefined || property === undefined) score += 10;
    // A wrong constant weighs more than a missing property, because constants distinguish variants.
    else score += Math.min(mismatchScore(child, property, budget), 100);
    // A variant that describes the property is preferred to one that only allows it.
    if (child === field.additionalProperties) score += 1;
  }
  return score;
}
