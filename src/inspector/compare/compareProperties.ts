import { isJsonObject, type JsonObject, stringItems } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import {
  describeAdditionalPropertiesChange,
  describePropertyChange,
  describeRequiredPropertyChange,
} from './changeTexts.ts';
import {
  breaksCallers,
  type ComparisonMode,
  type DefinitionChange,
  type SchemaPair,
  setDifference,
  type ValueSetChange,
} from './definitionChange.ts';

type CompareSchemaPair = (pair: SchemaPair) => Iterable<DefinitionChange>;

/** How the properties of two schemas differ. */
export function* compareProperties(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const [had, has] = [before, after].map(getProperties) as [JsonObject, JsonObject];
  const isGone = (name: string) => Object.hasOwn(had, name) && !Object.hasOwn(has, name);
  for (const name of Object.keys(had)) {
    const at = appendToPointer(`${path}/properties`, name);
    if (isGone(name)) yield createRemoval(name, at);
    else yield* compare({ before: had[name], after: has[name], path: at, mode });
  }
  for (const name of Object.keys(has)) {
    if (!Object.hasOwn(had, name)) yield* compareAddedProperty(before, has[name], name, path, mode, compare);
  }
  yield* compareRequired(before, after, path, mode, isGone);
  yield* compareAdditionalProperties(before, after, path, mode, compare);
}

function createRemoval(name: string, path: string): DefinitionChange {
  // Callers that send it aren't understood, and those that read it get nothing.
  return { path, kind: 'property-removed', message: describePropertyChange(name, false), isBreaking: true };
}

function* compareAddedProperty(
  before: JsonObject,
  schema: unknown,
  name: string,
  path: string,
  mode: ComparisonMode,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const at = appendToPointer(`${path}/properties`, name);
  const others = before['additionalProperties'];
  const isBreaking = breaksCallers(getAddedPropertyEffect(before, mode), mode);
  yield { path: at, kind: 'property-added', message: describePropertyChange(name, true), isBreaking };
  // It was allowed before, by any name.
  if (others === true || isJsonObject(others))
    yield* compare({ before: others, after: schema, path: at, mode });
}

function getAddedPropertyEffect(before: JsonObject, mode: ComparisonMode): ValueSetChange {
  if (before['patternProperties'] !== undefined) return 'other';
  const others = before['additionalProperties'];
  if (others === false) return 'more';
  // Who was told nothing of a name sends nothing by it, and doesn't look at it.
  return others === undefined && mode === 'exact' ? 'other' : 'same';
}

function* compareRequired(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  isGone: (name: string) => boolean,
): Generator<DefinitionChange> {
  const were = new Set(stringItems(before['required']));
  const are = new Set(stringItems(after['required']));
  const change = (name: string, isRequired: boolean): DefinitionChange => ({
    path: appendToPointer(`${path}/properties`, name),
    kind: isRequired ? 'required-added' : 'required-removed',
    message: describeRequiredPropertyChange(name, isRequired),
    isBreaking: breaksCallers(isRequired ? 'fewer' : 'more', mode),
  });
  for (const name of setDifference(are, were)) yield change(name, true);
  for (const name of setDifference(were, are)) if (!isGone(name)) yield change(name, false);
}

function* compareAdditionalProperties(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const [were, are] = [before['additionalProperties'] ?? true, after['additionalProperties'] ?? true];
  if (were !== false && are !== false) {
    yield* compare({ before: were, after: are, path: `${path}/additionalProperties`, mode });
  } else if (were !== are) {
    const isClosed = are === false;
    yield {
      path,
      kind: isClosed ? 'closed' : 'opened',
      message: describeAdditionalPropertiesChange(isClosed),
      isBreaking: breaksCallers(isClosed ? 'fewer' : 'more', mode),
    };
  }
}

function getProperties(schema: JsonObject): JsonObject {
  return isJsonObject(schema['properties']) ? schema['properties'] : {};
}
