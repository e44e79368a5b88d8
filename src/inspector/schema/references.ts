import { getOwnProperty, isJsonObject } from './json.ts';
import { unescapeKey } from './pointer.ts';

/** Maximum number of objects that are searched for anchors. */
const maxSearchedObjects = 20_000;

/** Whether a reference is a JSON Pointer into the same document. */
export function isLocalReference(reference: string): boolean {
  return reference === '#' || reference.startsWith('#/');
}

/** Resolves a local reference. Returns `undefined` if the reference isn't local, or if its target doesn't exist. */
export function resolveLocalReference(
  root: unknown,
  reference: string,
): { readonly value: unknown } | undefined {
  if (!isLocalReference(reference)) return undefined;
  let value = root;
  for (const part of reference.split('/').slice(1)) {
    const key = unescapeKey(decodeFragment(part));
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return { value };
}

/**
 * Returns a function that resolves the references in a document: JSON Pointers, anchors, and IDs. The function returns
 * `undefined` for references to other documents, which are never loaded.
 */
export function createReferenceResolver(root: unknown): (reference: string) => unknown {
  let anchors: ReadonlyMap<string, unknown> | undefined;
  const id = isJsonObject(root) ? root['$id'] : undefined;
  const base = typeof id === 'string' ? (id.split('#', 1)[0] ?? '') : '';
  // Each reference is resolved once, because a pointer can be long.
  const targets = new Map<string, unknown>();
  const resolve = (reference: string): unknown => {
    const isInDocument = base !== '' && reference.startsWith(base);
    const relative = isInDocument ? reference.slice(base.length) || '#' : reference;
    if (isLocalReference(relative)) return resolveLocalReference(root, relative)?.value;
    anchors ??= collectAnchors(root);
    return anchors.get(relative);
  };
  return (reference) => {
    if (!targets.has(reference)) targets.set(reference, resolve(reference));
    return targets.get(reference);
  };
}

/** Decodes a part of a URI fragment. Returns the part unchanged if its encoding is invalid. */
function decodeFragment(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the schemas in a document by their anchors (`#name`) and IDs. */
function collectAnchors(root: unknown): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  const pending: unknown[] = [root];
  const visited = new Set<unknown>();
  for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    if (visited.size > maxSearchedObjects) continue;
    visited.add(value);
    if (isJsonObject(value)) addAnchors(value, anchors);
    for (const child of Object.values(value)) pending.push(child);
  }
  return anchors;
}

function addAnchors(schema: Readonly<Record<string, unknown>>, anchors: Map<string, unknown>): void {
  for (const name of ['$anchor', '$dynamicAnchor']) {
    const anchor = getOwnProperty(schema, name);
    if (typeof anchor === 'string') anchors.set(`#${anchor}`, schema);
  }
  for (const name of ['$id', 'id']) {
    const id = getOwnProperty(schema, name);
    if (typeof id === 'string' && !anchors.has(id)) anchors.set(id, schema);
  }
}
