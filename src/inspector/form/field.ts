import type { JsonValue } from './json.ts';

/**
 * What a form shows for a schema. Plain data; what is below a field is made when it is read, since schemas may
 * hold themselves.
 */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | EnumField
  | SeveralField
  | ObjectField
  | ArrayField
  | UnionField
  | ConstantField
  | NothingField
  | JsonField;

export interface About {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
}

export interface TextField extends About {
  readonly kind: 'text';
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly isMultiline: boolean;
}

export interface NumberField extends About {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

interface BooleanField extends About {
  readonly kind: 'boolean';
}

export interface Option {
  readonly value: JsonValue;
  readonly title: string;
  readonly description?: string;
}

export interface EnumField extends About {
  readonly kind: 'enum';
  readonly options: readonly Option[];
}

/** An array that has each of some values once at most. */
export interface SeveralField extends About {
  readonly kind: 'several';
  readonly options: readonly Option[];
  readonly minItems: number;
  readonly maxItems?: number;
}

export interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: Field;
}

export interface ObjectField extends About {
  readonly kind: 'object';
  readonly properties: readonly Property[];
  /** Of properties by other names; none may be there without it. */
  readonly extra?: Field;
  /** Whether a person is asked for properties by other names. */
  readonly isOpen: boolean;
}

export interface ArrayField extends About {
  readonly kind: 'array';
  /** Of the first items, by their place. */
  readonly first: readonly Field[];
  /** Of all items after these; none may be there without it. */
  readonly rest?: Field;
  readonly minItems: number;
  readonly maxItems?: number;
}

export interface UnionField extends About {
  readonly kind: 'union';
  /** None of them is a union. */
  readonly variants: readonly Field[];
}

interface ConstantField extends About {
  readonly kind: 'constant';
  readonly value: JsonValue;
}

interface NothingField extends About {
  readonly kind: 'nothing';
}

/** Anything, as JSON. */
export interface JsonField extends About {
  readonly kind: 'json';
}

/** The field of an item by its place. */
export function itemField(field: ArrayField, index: number): Field | undefined {
  return field.first[index] ?? field.rest;
}

/** The field of a property by its name. */
export function propertyField(field: ObjectField, name: string): Field | undefined {
  return field.properties.find((property) => property.name === name)?.field ?? field.extra;
}

/** The field of a value that may also be `null`, as what it is otherwise; `undefined` if it isn't one. */
export function unlessNull(field: UnionField): Field | undefined {
  const [other, ...others] = field.variants.filter(({ kind }) => kind !== 'nothing');
  if (!other || others.length > 0 || field.variants.length === 1) return undefined;
  const { kind: _, variants: _variants, ...about } = field;
  return Object.assign(copied(other), about);
}

/** A copy that makes nothing yet of what is made when it is read. */
export function copied<Base extends object>(base: Base): Base {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(base)) as Base;
}
