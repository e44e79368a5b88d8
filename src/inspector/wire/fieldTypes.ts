import * as l10n from '@vscode/l10n';
import { isJsonObject } from '../schema/json.ts';

/** A missing field, a value of a wrong type, or a rejected notification. */
export interface TypeProblem {
  /** A JSON Pointer; empty for the whole value. */
  readonly path: string;
  readonly message: string;
  /** The effect on other clients. Absent for problems of fields. */
  readonly reason?: string;
}

/** The type of a value and of its fields or items. Fields are optional unless they are in `required`. */
export interface FieldType {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  readonly required?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldType>>;
  readonly items?: FieldType;
}

/** Maximum number of reported problems of a value. */
const maxProblems = 20;

/** Returns the fields with a wrong type. Fields and items of a value with a wrong type aren't checked. */
export function findTypeProblems(value: unknown, type: FieldType, path = ''): readonly TypeProblem[] {
  const problems: TypeProblem[] = [];
  collectTypeProblems(value, type, path, problems);
  return problems;
}

function collectTypeProblems(value: unknown, type: FieldType, path: string, problems: TypeProblem[]): void {
  if (problems.length >= maxProblems) return;
  if (!isOfType(value, type.type)) {
    problems.push({ path, message: describeTypeProblem(getProblemFieldName(path), type.type, value) });
    return;
  }
  if (isJsonObject(value)) {
    for (const name of type.required ?? []) {
      if (value[name] === undefined) {
        problems.push({ path: `${path}/${name}`, message: l10n.t('"{0}" is missing.', name) });
      }
    }
    for (const [name, fieldType] of Object.entries(type.fields ?? {})) {
      if (value[name] !== undefined) collectTypeProblems(value[name], fieldType, `${path}/${name}`, problems);
    }
  }
  if (Array.isArray(value) && type.items) {
    for (const [index, item] of value.entries()) {
      if (problems.length >= maxProblems) return;
      collectTypeProblems(item, type.items, `${path}/${index}`, problems);
    }
  }
}

function isOfType(value: unknown, type: FieldType['type']): boolean {
  if (type === 'any') return true;
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isJsonObject(value) : typeof value === type;
}

/** Returns the last field name of a pointer, with the index if it's an array item. */
function getProblemFieldName(path: string): string {
  const parts = path.split('/').slice(1);
  const lastName = parts.findLastIndex((part) => !/^\d+$/.test(part));
  return parts
    .slice(Math.max(lastName, 0))
    .reduce((name, part) => (name === '' ? part : `${name}[${part}]`), '');
}

function describeTypeProblem(name: string, type: FieldType['type'], value: unknown): string {
  const actual = formatActualValue(value);
  if (name === '') return l10n.t('The value must be an object, but is {0}.', actual);
  switch (type) {
    case 'string':
      return l10n.t('"{0}" must be a string, but is {1}.', name, actual);
    case 'number':
      return l10n.t('"{0}" must be a number, but is {1}.', name, actual);
    case 'boolean':
      return l10n.t('"{0}" must be true or false, but is {1}.', name, actual);
    case 'array':
      return l10n.t('"{0}" must be an array, but is {1}.', name, actual);
    default:
      return l10n.t('"{0}" must be an object, but is {1}.', name, actual);
  }
}

/** Maximum number of UTF-16 units of a value in a message. */
const maxValueLength = 60;

function formatActualValue(value: unknown): string {
  if (value === undefined) return l10n.t('missing');
  if (Array.isArray(value)) return l10n.t('an array');
  if (isJsonObject(value)) return l10n.t('an object');
  const json = JSON.stringify(value) ?? '';
  return json.length > maxValueLength ? `${json.slice(0, maxValueLength)}…` : json;
}
