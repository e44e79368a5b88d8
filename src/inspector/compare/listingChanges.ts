import { canonicalJson } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import * as texts from './changeTexts.ts';
import { compareSchemas } from './compareSchemas.ts';
import type { ChangeKind, DefinitionChange, SchemaDirection } from './definitionChange.ts';

/** The tools, resources, resource templates, and prompts that a server lists. */
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

interface ListChanges {
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

/** The field that identifies a definition in each list. */
const keyFields = {
  tools: 'name',
  resources: 'uri',
  templates: 'uriTemplate',
  prompts: 'name',
} as const satisfies Record<keyof DefinitionLists, string>;

type CompareDefinitions = (before: JsonObject, after: JsonObject) => Iterable<DefinitionChange>;

/** Finds the changes between two listings of a server, or between the listings of two servers. */
export function findListingChanges(before: DefinitionLists, after: DefinitionLists): ListingChanges {
  const lists = {
    tools: compareLists(before.tools, after.tools, keyFields.tools, compareTools),
    resources: compareLists(before.resources, after.resources, keyFields.resources, compareResources),
    templates: compareLists(before.templates, after.templates, keyFields.templates, compareResources),
    prompts: compareLists(before.prompts, after.prompts, keyFields.prompts, comparePrompts),
  };
  const hasBreakingChanges = Object.values(lists).some(
    ({ removed, changed }) => removed.length > 0 || changed.some((one) => one.isBreaking),
  );
  return { ...lists, hasBreakingChanges };
}

/** Returns the definition with a key, as `findListingChanges` compares it. */
export const findDefinition = (
  lists: DefinitionLists,
  list: keyof DefinitionLists,
  key: string,
): JsonObject | undefined => indexByKey(lists[list], keyFields[list]).get(key);

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

/** Indexes items by a field. Of several items with the same key, the last one is used. Items without a key are omitted. */
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
  const [outputBefore, outputAfter] = [before['outputSchema'], after['outputSchema']];
  if (outputBefore !== undefined && outputAfter !== undefined)
    yield* compareToolSchemas(outputBefore, outputAfter, '/outputSchema', 'output');
  else if (outputBefore !== outputAfter) {
    const isAdded = outputBefore === undefined;
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
  const [typeBefore, typeAfter] = [before, after].map(({ mimeType }) =>
    typeof mimeType === 'string' ? mimeType : undefined,
  );
  if (typeBefore !== typeAfter) {
    // If there was no type, callers don't expect a particular one.
    const message = texts.describeMimeTypeChange(typeBefore, typeAfter);
    yield { path: '/mimeType', kind: 'mime-type', message, isBreaking: typeBefore !== undefined };
  }
}

/** Compares the arguments of prompts like the properties of an input schema. All of them are strings. */
function* comparePrompts(before: JsonObject, after: JsonObject): Generator<DefinitionChange> {
  yield* compareTexts(before, after);
  const [argumentsBefore, argumentsAfter] = [before, after].map((prompt) =>
    indexByKey(arrayOrEmpty(prompt['arguments']), 'name'),
  );
  if (!argumentsBefore || !argumentsAfter) return;
  const createChange = (
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
  for (const name of argumentsBefore.keys()) {
    if (!argumentsAfter.has(name))
      yield createChange(name, 'property-removed', texts.describeArgumentChange(name, false), true);
  }
  for (const [name, argument] of argumentsAfter) {
    const argumentBefore = argumentsBefore.get(name);
    if (!argumentBefore)
      yield createChange(name, 'property-added', texts.describeArgumentChange(name, true), false);
    const [wasRequired, isRequired] = [argumentBefore?.['required'] === true, argument['required'] === true];
    if (wasRequired !== isRequired) {
      const kind = isRequired ? 'required-added' : 'required-removed';
      yield createChange(name, kind, texts.describeRequiredArgumentChange(name, isRequired), isRequired);
    }
    if (argumentBefore) yield* compareTexts(argumentBefore, argument, appendToPointer('/arguments', name));
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
