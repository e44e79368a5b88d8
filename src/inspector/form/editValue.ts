import { getChild, isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../schema/json.ts';
import type { ValuePath } from '../schema/pointer.ts';

/*
 * Functions that return a changed copy of a value. The copy shares all unchanged parts with the original.
 */

/** Sets the value at a path. Missing objects and arrays on the path are created. */
export function setAt(value: JsonValue | undefined, path: ValuePath, next: JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  const child = setAt(getChild(value, part), rest, next);
  if (typeof part === 'number') {
    const items = isJsonArray(value) ? value : [];
    if (child === items[part]) return items;
    return part < items.length ? items.with(part, child) : [...items, child];
  }
  const object = isJsonObject(value) ? value : {};
  if (Object.hasOwn(object, part) && object[part] === child) return object;
  // A computed property name also works for `__proto__`.
  return { ...object, [part]: child };
}

/** Removes the property or the item at a path. */
export function removeAt(value: JsonValue, path: ValuePath): JsonValue {
  const part = path.at(-1);
  if (part === undefined) return value;
  return updateAt(value, path.slice(0, -1), (parent) => {
    if (isJsonArray(parent)) return parent.filter((_, index) => index !== part);
    return isJsonObject(parent) && Object.hasOwn(parent, part) ? omitProperty(parent, String(part)) : parent;
  });
}

export function addItem(value: JsonValue, path: ValuePath, item: JsonValue): JsonValue {
  return updateAt(value, path, (items) => (isJsonArray(items) ? [...items, item] : items));
}

export function moveItem(value: JsonValue, path: ValuePath, from: number, to: number): JsonValue {
  return updateAt(value, path, (items) => {
    const item = isJsonArray(items) ? items[from] : undefined;
    if (!isJsonArray(items) || item === undefined || from === to || to < 0 || to >= items.length)
      return items;
    return items.toSpliced(from, 1).toSpliced(to, 0, item);
  });
}

/** Changes the value at a path. Returns the original if there is no such value. */
function updateAt(value: JsonValue, path: ValuePath, change: (current: JsonValue) => JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return change(value);
  const child = getChild(value, part);
  if (child === undefined) return value;
  const next = updateAt(child, rest, change);
  return next === child ? value : setAt(value, [part], next);
}

function omitProperty(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));
}
