import { canonicalJson } from '../schema/canonicalJson.ts';
import { arrayOrEmpty, isJsonObject, type JsonObject } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import * as words from './changeTexts.ts';
import { compareSchemas } from './compareSchemas.ts';
import type { ChangeKind, DefinitionChange, SchemaDirection } from './definitionChange.ts';

/** What a server offers, as its lists have it. */
export interface DefinitionLists {
  readonly tools?: readonly unknown[];
  readonly resources?: readonly unknown[];
  readonly templates?: readonly unknown[];
  readonly prompts?: readonly unknown[];
}

export interface ChangedDefinition {
  /** The name of a tool or prompt, the URI of a resource, or the template. */
  readonly key: string;
  readonly changes: readonly DefinitionChange[];
  readonly breaks: boolean;
}

export interface ListChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedDefinition[];
}

export interface ListingChanges {
  readonly tools: ListChanges;
  readonly resources: ListChanges;
  readonly templates: ListChanges;
  readonly prompts: ListChanges;
  /** Whether something is gone, or a change breaks callers. */
  readonly breaks: boolean;
}

type CompareDefinitions = (before: JsonObject, after: JsonObject) => Iterable<DefinitionChange>;

/** How what a server offers has changed from one time to another. */
export function findListingChanges(before: DefinitionLists, after: DefinitionLists): ListingChanges {
  const lists = {
    tools: compareLists(before.tools, after.tools, 'name', compareTools),
    resources: compareLists(before.resources, after.resources, 'uri', compareResources),
    templates: compareLists(before.templates, after.templates, 'uriTemplate', compareResources),
    prompts: compareLists(before.prompts, after.prompts, 'name', comparePrompts),
  };
  const breaks = Object.values(lists).some(
    ({ removed, changed }) => removed.length > 0 || changed.some((one) => one.breaks),
  );
  return { ...lists, breaks };
}

function compareLists(
  before: readonly unknown[] | undefined,
  after: readonly unknown[] | undefined,
  field: string,
  changesOf: CompareDefinitions,
): ListChanges {
  const [were, are] = [indexByKey(before, field), indexByKey(after, field)];
  const changed = [...are].flatMap(([key, offer]) => {
    const old = were.get(key);
    if (!old) return [];
    const changes = [...changesOf(old, offer)];
    return changes.length === 0
      ? []
      : [{ key, changes, breaks: changes.some(({ isBreaking }) => isBreaking) }];
  });
  return {
    added: [...are.keys()].filter((key) => !were.has(key)),
    removed: [...were.keys()].filter((key) => !are.has(key)),
    changed,
  };
}

/** Of several with the same key, the last counts. One without a key can't be asked for. */
function indexByKey(offers: readonly unknown[] | undefined, field: string): ReadonlyMap<string, JsonObject> {
  return new Map(
    arrayOrEmpty(offers).flatMap((offer) => {
      const key = isJsonObject(offer) ? offer[field] : undefined;
      return isJsonObject(offer) && typeof key === 'string' ? [[key, offer] as const] : [];
    }),
  );
}

function* compareTools(before: JsonObject, after: JsonObject): Generator<DefinitionChange> {
  yield* compareTexts(before, after);
  if (canonicalJson(before['annotations']) !== canonicalJson(after['annotations'])) {
    yield { path: '/annotations', kind: 'hints', message: words.describeHintsChange(), isBreaking: false };
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
      message: words.describeOutputSchemaChange(isAdded),
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
    // Who was told nothing expects nothing.
    const message = words.describeMimeTypeChange(was, is);
    yield { path: '/mimeType', kind: 'mime-type', message, isBreaking: was !== undefined };
  }
}

/** Arguments are like properties of an input, all of them texts. */
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
      yield change(name, 'property-removed', words.describeArgumentChange(name, false), true);
  }
  for (const [name, argument] of are) {
    const old = were.get(name);
    if (!old) yield change(name, 'property-added', words.describeArgumentChange(name, true), false);
    const [was, is] = [old?.['required'] === true, argument['required'] === true];
    if (was !== is) {
      const kind = is ? 'required-added' : 'required-removed';
      yield change(name, kind, words.describeRequiredArgumentChange(name, is), is);
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
  // A tool, a prompt or an argument of another name is another; a resource has its URI.
  for (const field of ['name', 'title', 'description'] as const) {
    if (canonicalJson(before[field]) === canonicalJson(after[field])) continue;
    yield {
      path: `${path}/${field}`,
      kind: 'text',
      message: words.describeTextChange(field),
      isBreaking: false,
    };
  }
}
