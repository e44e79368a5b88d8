import type { JsonValue } from '../schema/json.ts';

/**
 * The description of an input that a form shows for a schema. It is plain data, but the fields of properties and items are created when
 * they are first read, because a schema can contain itself.
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

/** The annotations of JSON Schema that a form shows. */
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

/** An array with unique items, which are selected from options. */
export interface MultiSelectField extends FieldAnnotations {
  readonly kind: 'multiSelect';
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
  /** The field of each property that isn't listed. Absent if such properties aren't allowed. */
  readonly additionalProperties?: FormField;
  /** Whether the form offers to add properties. */
  readonly canAddProperties: boolean;
}

export interface ArrayField extends FieldAnnotations {
  readonly kind: 'array';
  /** The fields of the first items, by index. */
  readonly prefixItems: readonly FormField[];
  /** The field of each item after the first ones. Absent if there can't be any. */
  readonly items?: FormField;
  readonly minItems: number;
  readonly maxItems?: number;
}

export interface UnionField extends FieldAnnotations {
  readonly kind: 'union';
  /** The alternatives, of which none is a union. */
  readonly variants: readonly FormField[];
}

interface ConstantField extends FieldAnnotations {
  readonly kind: 'constant';
  readonly value: JsonValue;
}

interface NullField extends FieldAnnotations {
  readonly kind: 'null';
}

/** Any value, which is edited as JSON. */
interface JsonField extends FieldAnnotations {
  readonly kind: 'json';
}

export function getItemField(field: ArrayField, index: number): FormField | undefined {
  return field.prefixItems[index] ?? field.items;
}

export function getPropertyField(field: ObjectField, name: string): FormField | undefined {
  return field.properties.find((property) => property.name === name)?.field ?? field.additionalProperties;
}

/**
 * Returns the other variant of a union with `null`, with the annotations of the union. Returns `undefined` if the union doesn't consist of
 * `null` and one other variant.
 */
export function unwrapNullable(field: UnionField): FormField | undefined {
  const [other, ...others] = field.variants.filter(({ kind }) => kind !== 'null');
  if (!other || others.length > 0 || field.variants.length === 1) return undefined;
  const { kind: _, variants: _variants, ...annotations } = field;
  return Object.assign(cloneWithGetters(other), annotations);
}

/** Returns a shallow copy that keeps lazy properties lazy. */
export function cloneWithGetters<Base extends object>(base: Base): Base {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(base)) as Base;
}
