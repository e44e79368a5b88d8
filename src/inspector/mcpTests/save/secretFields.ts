import { looksSecret } from '../../../domain/looksSecret.ts';
import { isJsonObject } from '../../schema/json.ts';

type FieldPath = readonly (string | number)[];

/** Returns the paths of strings that look like a secret by the name of their field or by their value. */
export function findSecretFields(value: unknown, path: FieldPath = []): readonly FieldPath[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => findSecretFields(item, [...path, index]));
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, fieldValue]) =>
      findSecretFields(fieldValue, [...path, name]),
    );
  }
  if (typeof value !== 'string' || value === '') return [];
  const name = path.findLast((key) => typeof key === 'string') ?? '';
  return looksSecret(String(name), value) ? [path] : [];
}
