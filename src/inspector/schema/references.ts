import { getOwnProperty } from '../form/json.ts';
import { isJsonObject } from './json.ts';

/** Finds what a `$ref` names in a document: by a pointer, or by an anchor. Other documents are never asked for. */
export function createReferenceResolver(root: unknown): (ref: string) => unknown {
  let anchors: ReadonlyMap<string, unknown> | undefined;
  const base =
    isJsonObject(root) && typeof root['$id'] === 'string' ? (root['$id'].split('#', 1)[0] ?? '') : '';
  const targets = new Map<string, unknown>();
  const find = (ref: string): unknown => {
    const rest = base !== '' && ref.startsWith(base) ? ref.slice(base.length) || '#' : ref;
    if (rest === '#') return root;
    if (rest.startsWith('#/')) return findAtPointer(root, rest.slice(1));
    anchors ??= collectAnchors(root);
    return anchors.get(rest);
  };
  // Found once for each reference: a pointer may be long.
  return (ref) => {
    if (!targets.has(ref)) targets.set(ref, find(ref));
    return targets.get(ref);
  };
}

function findAtPointer(root: unknown, pointer: string): unknown {
  let here = root;
  for (const part of pointer.split('/').slice(1)) {
    if (here === undefined) return undefined;
    const name = decodeFragmentPart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) here = here[Number(name)];
    else here = isJsonObject(here) ? getOwnProperty(here, name) : undefined;
  }
  return here;
}

function decodeFragmentPart(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** So many objects of a document are looked through for anchors. */
const maxSearchedObjects = 20_000;

/** What `#name` and ids stand for. */
function collectAnchors(root: unknown): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  const open: unknown[] = [root];
  const seen = new Set<unknown>();
  for (let here = open.pop(); open.length > 0 || here !== undefined; here = open.pop()) {
    if (typeof here !== 'object' || here === null || seen.has(here) || seen.size > maxSearchedObjects)
      continue;
    seen.add(here);
    if (isJsonObject(here)) {
      for (const name of ['$anchor', '$dynamicAnchor']) {
        const anchor = getOwnProperty(here, name);
        if (typeof anchor === 'string') anchors.set(`#${anchor}`, here);
      }
      for (const name of ['$id', 'id']) {
        const id = getOwnProperty(here, name);
        if (typeof id === 'string' && !anchors.has(id)) anchors.set(id, here);
      }
    }
    for (const child of Object.values(here)) open.push(child);
  }
  return anchors;
}
