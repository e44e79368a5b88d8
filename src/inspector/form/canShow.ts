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

/** Whether the form can show a value as its field says. It shows others as JSON, so that nothing of them is lost. */
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
      const picked = field.options.filter((option) => items.has(canonicalJson(option.value)));
      return picked.length === value.length;
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

/** The variant that fits a value best: the one that a person chose, as long as it can show the value. */
export function findBestVariant({ variants }: UnionField, value: JsonValue, chosen?: number): number {
  const choice = chosen === undefined ? undefined : variants[chosen];
  if (chosen !== undefined && choice && canShow(choice, value)) return chosen;
  const effort = { left: 20_000 };
  let best = { index: 0, misfit: Number.POSITIVE_INFINITY };
  for (const [index, variant] of variants.entries()) {
    const misfit = mismatchScore(variant, value, effort);
    if (misfit < best.misfit) best = { index, misfit };
  }
  return best.index;
}

/** How badly a value fits; 0 if nothing is wrong with it as far as a form can see. */
function mismatchScore(field: FormField, value: JsonValue, effort: { left: number }): number {
  if (--effort.left < 0) return 0;
  if (!canShow(field, value)) return field.kind === 'constant' || field.kind === 'enum' ? 500 : 1000;
  switch (field.kind) {
    case 'json':
      return 0.5;
    case 'text': {
      const { length } = value as string;
      return length < (field.minLength ?? 0) || length > (field.maxLength ?? length) ? 1 : 0;
    }
    case 'number':
      return numberMismatchScore(value as number, field.isInteger, field.minimum, field.maximum);
    case 'object':
      return objectMismatchScore(field, value as JsonObject, effort);
    case 'array': {
      const items = value as readonly JsonValue[];
      const tooMany =
        Math.max(0, items.length - (field.maxItems ?? items.length)) +
        Math.max(0, field.minItems - items.length);
      return items.slice(0, 20).reduce<number>((sum, item, index) => {
        const place = getItemField(field, index);
        return sum + (place ? Math.min(mismatchScore(place, item, effort), 100) : 0);
      }, tooMany * 10);
    }
    case 'union':
      return Math.min(...field.variants.map((variant) => mismatchScore(variant, value, effort)));
    default:
      return 0;
  }
}

function numberMismatchScore(value: number, isInteger: boolean, minimum = value, maximum = value): number {
  if (isInteger && !Number.isInteger(value)) return 900;
  return value < minimum || value > maximum ? 1 : 0;
}

function objectMismatchScore(field: ObjectField, value: JsonObject, effort: { left: number }): number {
  let misfit = 0;
  effort.left -= field.properties.length;
  const known = new Map(field.properties.map((property) => [property.name, property]));
  for (const { name, isRequired } of field.properties) {
    if (isRequired && !Object.hasOwn(value, name)) misfit += 20;
  }
  for (const name of Object.keys(value).slice(0, 100)) {
    const child = known.get(name)?.field ?? field.additionalProperties;
    const there = getOwnProperty(value, name);
    if (child === undefined || there === undefined) misfit += 10;
    // A constant tells objects from each other.
    else misfit += Math.min(mismatchScore(child, there, effort), 100);
    // Of two that allow it the one that knows it.
    if (child === field.additionalProperties) misfit += 1;
  }
  return misfit;
}
