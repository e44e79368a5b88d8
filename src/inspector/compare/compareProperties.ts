import { filterStrings, isJsonObject, type JsonObject } from '../schema/json.ts';
import { appendToPointer } from '../schema/pointer.ts';
import {
  describeAdditionalPropertiesChange,
  describePropertyChange,
  describeRequiredPropertyChange,
} from './changeTexts.ts';
import {
  breaksCallers,
  type CompareSchemaPair,
  type ComparisonMode,
  createConstraintChange,
  type DefinitionChange,
  type ResolvedSchemaPair,
  setDifference,
  type ValueSetChange,
} from './definitionChange.ts';

/** Compares the properties of two schemas. */
export function* compareProperties(
  pair: ResolvedSchemaPair,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const { path, mode } = pair;
  const [before, after] = [getProperties(pair.before), getProperties(pair.after)];
  for (const name of Object.keys(before)) {
    const propertyPath = appendToPointer(`${path}/properties`, name);
    if (Object.hasOwn(after, name)) {
      yield* compare({ before: before[name], after: after[name], path: propertyPath, mode });
    } else yield createRemovedPropertyChange(name, propertyPath);
  }
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) yield* compareAddedProperty(pair, name, after[name], compare);
  }
  yield* compareRequired(pair, (name) => Object.hasOwn(before, name) && !Object.hasOwn(after, name));
  yield* compareAdditionalProperties(pair, compare);
}

/** Creates a change that is breaking in both directions: callers can neither send nor receive the property. */
function createRemovedPropertyChange(name: string, path: string): DefinitionChange {
  return { path, kind: 'property-removed', message: describePropertyChange(name, false), isBreaking: true };
}

function* compareAddedProperty(
  { before, path, mode }: ResolvedSchemaPair,
  name: string,
  schema: unknown,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const propertyPath = appendToPointer(`${path}/properties`, name);
  const { additionalProperties } = before;
  const isBreaking = breaksCallers(classifyAddedProperty(before, mode), mode);
  yield {
    path: propertyPath,
    kind: 'property-added',
    message: describePropertyChange(name, true),
    isBreaking,
  };
  // The property was already allowed as an additional one.
  if (additionalProperties === true || isJsonObject(additionalProperties)) {
    yield* compare({ before: additionalProperties, after: schema, path: propertyPath, mode });
  }
}

/** Returns how the set of allowed values changes if a property is added. */
function classifyAddedProperty(before: JsonObject, mode: ComparisonMode): ValueSetChange {
  if (before['patternProperties'] !== undefined) return 'other';
  const { additionalProperties } = before;
  if (additionalProperties === false) return 'more';
  // Callers neither send nor read a property that the schema doesn't mention.
  return additionalProperties === undefined && mode === 'exact' ? 'other' : 'same';
}

function* compareRequired(
  { before, after, path, mode }: ResolvedSchemaPair,
  isRemoved: (name: string) => boolean,
): Generator<DefinitionChange> {
  const requiredBefore = new Set(filterStrings(before['required']));
  const requiredAfter = new Set(filterStrings(after['required']));
  const createChange = (name: string, isRequired: boolean): DefinitionChange => ({
    path: appendToPointer(`${path}/properties`, name),
    kind: isRequired ? 'required-added' : 'required-removed',
    message: describeRequiredPropertyChange(name, isRequired),
    isBreaking: breaksCallers(isRequired ? 'fewer' : 'more', mode),
  });
  for (const name of setDifference(requiredAfter, requiredBefore)) yield createChange(name, true);
  for (const name of setDifference(requiredBefore, requiredAfter)) {
    if (!isRemoved(name)) yield createChange(name, false);
  }
}

function* compareAdditionalProperties(
  pair: ResolvedSchemaPair,
  compare: CompareSchemaPair,
): Generator<DefinitionChange> {
  const before = pair.before['additionalProperties'] ?? true;
  const after = pair.after['additionalProperties'] ?? true;
  if (before !== false && after !== false) {
    yield* compare({ before, after, path: `${pair.path}/additionalProperties`, mode: pair.mode });
  } else if (before !== after) {
    const isClosed = after === false;
    yield createConstraintChange(
      pair,
      isClosed ? 'closed' : 'opened',
      describeAdditionalPropertiesChange(isClosed),
      isClosed ? 'fewer' : 'more',
    );
  }
}

function getProperties(schema: JsonObject): JsonObject {
  return isJsonObject(schema['properties']) ? schema['properties'] : {};
}
