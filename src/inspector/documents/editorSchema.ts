import { type NormalizedSchema, normalizeSchema } from '../form/normalizeSchema.ts';
import { isLinearTimePattern } from './linearTimePattern.ts';

/** Maximum number of evaluations of schemas for one value of a schema that isn't recursive. */
const maxVisits = 20_000;

/**
 * Creates the schema of arguments for the editor's JSON validation. That validation has no limits, and one process runs it for all JSON
 * files, so patterns that might be slow are removed, and a schema whose alternatives multiply is replaced by an empty one. The page
 * validates by the complete schema.
 */
export function createEditorSchema(schema: unknown): string {
  const normalized = removeSlowPatterns(normalizeSchema(schema));
  const draft = 'https://json-schema.org/draft/2020-12/schema';
  return JSON.stringify(
    { $schema: draft, ...(canMultiplyVisits(normalized) ? {} : normalized) },
    unwrapSingleType,
    2,
  );
}

/** Writes a single type as a string, because the editor's messages for that are better than those for a list. */
function unwrapSingleType(keyword: string, value: unknown): unknown {
  return keyword === 'type' && Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function removeSlowPatterns(root: NormalizedSchema): NormalizedSchema {
  for (const schema of listSchemas(root)) {
    if (schema.pattern !== undefined && !isLinearTimePattern(schema.pattern)) delete schema.pattern;
    const patterns = Object.entries(schema.patternProperties ?? {});
    if (patterns.length === 0) continue;
    schema.patternProperties = Object.fromEntries(patterns.filter(([source]) => isLinearTimePattern(source)));
  }
  return root;
}

/**
 * Whether the editor might evaluate too many schemas: more than `maxVisits`, or a number that grows exponentially with the depth of a
 * value, because each level of a recursive schema with alternatives doubles it.
 */
function canMultiplyVisits(root: NormalizedSchema): boolean {
  const visits = new Map<NormalizedSchema, number>();
  const schemasInProgress = new Set<NormalizedSchema>();
  let isRecursive = false;
  const count = (schema: NormalizedSchema): number => {
    const knownCount = visits.get(schema);
    if (knownCount !== undefined) return knownCount;
    if (schemasInProgress.has(schema)) {
      isRecursive = true;
      return 1;
    }
    schemasInProgress.add(schema);
    let sum = 1;
    for (const child of listChildSchemas(schema)) sum += count(child);
    const target = schema.$ref === undefined ? undefined : getDefinition(root, schema.$ref);
    if (target) sum += count(target);
    schemasInProgress.delete(schema);
    visits.set(schema, sum);
    return sum;
  };
  try {
    if (count(root) > maxVisits) return true;
  } catch {
    // A chain of references overflowed the stack.
    return true;
  }
  return isRecursive && listSchemas(root).some(hasCombinations);
}

function getDefinition({ $defs = {} }: NormalizedSchema, ref: string): NormalizedSchema | undefined {
  return $defs[ref.slice('#/$defs/'.length)];
}

function hasCombinations({
  allOf,
  anyOf,
  oneOf,
  not,
  if: condition,
  patternProperties,
}: NormalizedSchema): boolean {
  return [allOf, anyOf, oneOf, not, condition, patternProperties].some((one) => one !== undefined);
}

function listSchemas(root: NormalizedSchema): readonly NormalizedSchema[] {
  const all = [root];
  for (const schema of all) for (const child of listChildSchemas(schema, true)) all.push(child);
  return all;
}

function listChildSchemas(schema: NormalizedSchema, withDefs = false): readonly NormalizedSchema[] {
  const {
    properties,
    patternProperties,
    $defs,
    prefixItems = [],
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema;
  const { additionalProperties, unevaluatedProperties, propertyNames, items, unevaluatedItems } = schema;
  const { contains, not, if: condition, then, else: otherwise } = schema;
  const single = [
    ...[additionalProperties, unevaluatedProperties, propertyNames, items, unevaluatedItems],
    ...[contains, not, condition, then, otherwise],
  ];
  return [
    ...Object.values(properties ?? {}),
    ...Object.values(patternProperties ?? {}),
    ...(withDefs ? Object.values($defs ?? {}) : []),
    ...prefixItems,
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...single.filter((one) => one !== undefined),
  ];
}
