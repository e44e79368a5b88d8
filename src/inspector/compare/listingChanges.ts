import { canonicalJson } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import * as texts from './changeTexts.ts';
import { compareSchemas } from './compareSchemas.ts';
import type { ChangeKind, DefinitionChange, SchemaDirection } from './definitionChange.ts';

/** The items that a server lists. */
export interface DefinitionLists {
  readonly tools?: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly templates?: readonly unknown[];
  readonly prompts?: readonly unknown[];
}

interface ChangedDefinition {
  /** The name of a tool or a prompt, the URI of a resource, or the URI template. */
  readonly key: string;
  readonly changes: readonly DefinitionChange[];
  readonly isBreaking: boolean;
}

export interface ListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedDefinition[];
}

interface ListingChanges {
  readonly tools: ListChanges;
  readonly resources: ListChanges;
  readonly templates: ListChanges;
  readonly prompts: ListChanges;
  /** Whether an item was removed, or a change breaks callers. */
  readonly hasBreakingChanges: boolean;
}

type CompareDefinitions = (before: JsonObject, after: JsonObject) => Iterable<DefinitionChange>;

/** Finds the changes between two listings of a server, or between the listings of two servers. */
export function findListingChanges(before: DefinitionLists, after: DefinitionLists): ListingChanges {
  const lists = {
    tools: compareLists(before.tools, after.tools, 'name', compareTools),
    resources: compareLists(before.resources, after.resources, 'uri', compareResources),
    templates: compareLists(before.templates, after.templates, 'uriTemplate', compareResources),
    prompts: compareLists(before.prompts, after.prompts, 'name', comparePrompts),
  };
  const hasBreakingChanges = Object.values(lists).some(
    ({ removed, changed }) => removed.length > 0 || changed.some((one) => one.isBreaking),
  );
  return { ...lists, hasBreakingChanges };
}

function compareLists(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  field: string,
  compareDefinitions: CompareDefinitions,
): ListChanges {
  const [itemsBefore, itemsAfter] = [indexByKey(before, field), indexByKey(after, field)];
  const changed = [...itemsAfter].flatMap(([key, itemAfter]) => {
    const itemBefore = itemsBefore.get(key);
    if (!itemBefore) return [];
    const changes = [...compareDefinitions(itemBefore, itemAfter)];
    return changes.length === 0
      ? []
      : [{ key, changes, isBreaking: changes.some(({ isBreaking }) => isBreaking) }];
  });
  return {
    added: [...itemsAfter.keys()].filter((key) => !itemsBefore.has(key)),
    removed: [...itemsBefore.keys()].filter((key) => !itemsAfter.has(key)),
    changed,
  };
}

/** Indexes items by a field. The last one of several with the same key is used; items without a key are omitted. */
function indexByKey(items: readonly unknown[] | undefined, field: string): ReadonlyMap<string, JsonObject> {
  return new Map(
    arrayOrEmpty(items).flatMap((item) => {
      const key = isJsonObject(item) ? item[field] : undefined;
      return isJsonObject(item) && typeof key === 'string' ? [[key, item] as const] : [];
    }),
  );
}

function* compareTools(before: JsonObject, after: JsonObject): Generator<DefinitionChange> {
  yield* compareTexts(before, after);
  if (canonicalJson(before['annotations']) !== canonicalJson(after['annotations'])) {
    yield { path: '/annotations', kind: 'hints', message: texts.describeHintsChange(), isBreaking: false };
  }
  yield* compareToolSchemas(before['inputSchema'] ?? {}, after['inputSchema'] ?? {}, '/inputSchema', 'input');
  const [was, is] = [before['outputSchema'], after['outputSchema']];
  if (was !== undefined && is !== undefined) yield* compareToolSchemas(was, is, '/outputSchema', 'output');
  else if (was !== is) {
    const isAdded = was === undefined;
    const kind = isAdded ? 'schema-added' : 'schema-removed';
    yield {
      path: '/outputSchema',
      kind,
      message: texts.describeOutputSchemaChange(isAdded),
      isBreaking: !isAdded,
    };
  }
}

function* compareResources(before: JsonObject, after: JsonObject): Generator<DefinitionChange> {
  yield* compareTexts(before, after);
  const [was, is] = [before, after].map(({ mimeType }) =>
    typeof mimeType === 'string' ? mimeType : undefined,
  );
  if (was !== is) {
    // Callers expect no type if there was none before.
    const message = texts.describeMimeTypeChange(was, is);
    yield { path: '/mimeType', kind: 'mime-type', message, isBreaking: was !== undefined };
  }
}

/** Compares the arguments of prompts like the properties of an input schema. All of them are strings. */
function* comparePrompts(before: JsonObject, after: JsonObject): Generator<DefinitionChange> {
  yield* compareTexts(before, after);
  const [were, are] = [before, after].map((prompt) => indexByKey(arrayOrEmpty(prompt['arguments']), 'name'));
  if (!were || !are) return;
  const change = (
    name: string,
    kind: ChangeKind,
    message: string,
    isBreaking: boolean,
  ): DefinitionChange => ({
    path: appendToPointer('/arguments', name),
    kind,
    message,
    isBreaking,
  });
  for (const name of were.keys()) {
    if (!are.has(name))
      yield change(name, 'property-removed', texts.describeArgumentChange(name, false), true);
  }
  for (const [name, argument] of are) {
    const old = were.get(name);
    if (!old) yield change(name, 'property-added', texts.describeArgumentChange(name, true), false);
    const [was, is] = [old?.['required'] === true, argument['required'] === true];
    if (was !== is) {
      const kind = is ? 'required-added' : 'required-removed';
      yield change(name, kind, texts.describeRequiredArgumentChange(name, is), is);
    }
    if (old) yield* compareTexts(old, argument, appendToPointer('/arguments', name));
  }
}

function compareToolSchemas(
  before: unknown,
  after: unknown,
  path: string,
  direction: SchemaDirection,
): readonly DefinitionChange[] {
  return compareSchemas(before, after, direction).map((change) => ({ ...change, path: path + change.path }));
}

function* compareTexts(before: JsonObject, after: JsonObject, path = ''): Generator<DefinitionChange> {
  // Only the names of resources can change: tools, prompts, and arguments are identified by their names.
  for (const field of ['name', 'title', 'description'] as const) {
    if (canonicalJson(before[field]) === canonicalJson(after[field])) continue;
    yield {
      path: `${path}/${field}`,
      kind: 'text',
      message: texts.describeTextChange(field),
      isBreaking: false,
    };
  }
}
