import type { JsonValue } from '../schema/json.ts';

/**
 * What a form shows for a schema. Plain data; what is below a field is made when it is read, since schemas may
 * hold themselves.
 */
export type FormField =
  | TextField
  | NumberField
  | BooleanField
  | EnumField
  | MultiSelectField
  | ObjectField
  | ArrayField
  | UnionField
  | ConstantField
  | NullField
  | JsonField;

export interface FieldAnnotations {
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
}

export interface TextField extends FieldAnnotations {
  readonly kind: 'text';
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly isMultiline: boolean;
}

export interface NumberField extends FieldAnnotations {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

interface BooleanField extends FieldAnnotations {
  readonly kind: 'boolean';
}

export interface EnumOption {
  readonly value: JsonValue;
  readonly title: string;
  readonly description?: string;
}

export interface EnumField extends FieldAnnotations {
  readonly kind: 'enum';
  readonly options: readonly EnumOption[];
}

/** An array that has each of some values once at most. */
export interface MultiSelectField extends FieldAnnotations {
  readonly kind: 'several';
  readonly options: readonly EnumOption[];
  readonly minItems: number;
  readonly maxItems?: number;
}

export interface ObjectProperty {
  readonly name: string;
  readonly isRequired: boolean;
  readonly field: FormField;
}

export interface ObjectField extends FieldAnnotations {
  readonly kind: 'object';
  readonly properties: readonly ObjectProperty[];
  /** Of properties by other names; none may be there without it. */
  readonly extra?: FormField;
  /** Whether a person is asked for properties by other names. */
  readonly canAddProperties: boolean;
}

export interface ArrayField extends FieldAnnotations {
  readonly kind: 'array';
  /** Of the first items, by their place. */
  readonly first: readonly FormField[];
  /** Of all items after these; none may be there without it. */
  readonly rest?: FormField;
  readonly minItems: number;
  readonly maxItems?: number;
}

export interface UnionField extends FieldAnnotations {
  readonly kind: 'union';
  /** None of them is a union. */
  readonly variants: readonly FormField[];
}

interface ConstantField extends FieldAnnotations {
  readonly kind: 'constant';
  readonly value: JsonValue;
}

interface NullField extends FieldAnnotations {
  readonly kind: 'nothing';
}

/** Anything, as JSON. */
export interface JsonField extends FieldAnnotations {
  readonly kind: 'json';
}

/** The field of an item by its place. */
export function getItemField(field: ArrayField, index: number): FormField | undefined {
  return field.first[index] ?? field.rest;
}

/** The field of a property by its name. */
export function getPropertyField(field: ObjectField, name: string): FormField | undefined {
  return field.properties.find((property) => property.name === name)?.field ?? field.extra;
}

/** The field of a value that may also be `null`, as what it is otherwise; `undefined` if it isn't one. */
export function unwrapNullable(field: UnionField): FormField | undefined {
  const [other, ...others] = field.variants.filter(({ kind }) => kind !== 'nothing');
  if (!other || others.length > 0 || field.variants.length === 1) return undefined;
  const { kind: _, variants: _variants, ...about } = field;
  return Object.assign(cloneWithGetters(other), about);
}

/** A copy that makes nothing yet of what is made when it is read. */
export function cloneWithGetters<Base extends object>(base: Base): Base {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(base)) as Base;
}
