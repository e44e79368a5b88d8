import { type NormalizedSchema, normalizeSchema } from '../form/normalizeSchema.ts';
import { isLinearTimePattern } from './linearTimePattern.ts';

/** Visits of schemas for one value with one way through it. */
const maxVisits = 20_000;

/**
 * The schema of arguments for the editor's JSON language. A server may say anything: what it refers to elsewhere isn't read.
 * The language checks without a limit, in a process that all JSON files of the editor share: it gets no pattern that may be
 * slow, and no schema whose alternatives multiply. The page checks all of it.
 */
export function createEditorSchema(schema: unknown): string {
  const sound = removeSlowPatterns(normalizeSchema(schema));
  const draft = 'https://json-schema.org/draft/2020-12/schema';
  return JSON.stringify({ $schema: draft, ...(canMultiplyVisits(sound) ? {} : sound) }, unwrapSingleType, 2);
}

/** The editor's words for one type are better than those for one of several. */
function unwrapSingleType(keyword: string, value: unknown): unknown {
  return keyword === 'type' && Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function removeSlowPatterns(sound: NormalizedSchema): NormalizedSchema {
  for (const schema of listSchemas(sound)) {
    if (schema.pattern !== undefined && !isLinearTimePattern(schema.pattern)) delete schema.pattern;
    const patterns = Object.entries(schema.patternProperties ?? {});
    if (patterns.length === 0) continue;
    schema.patternProperties = Object.fromEntries(patterns.filter(([source]) => isLinearTimePattern(source)));
  }
  return sound;
}

/**
 * Whether a value may be visited more often the deeper it is. A schema that leads to itself mustn't have alternatives: each
 * level of a value would double its visits.
 */
function canMultiplyVisits(root: NormalizedSchema): boolean {
  const visits = new Map<NormalizedSchema, number>();
  const open = new Set<NormalizedSchema>();
  let isRecursive = false;
  const count = (schema: NormalizedSchema): number => {
    const known = visits.get(schema);
    if (known !== undefined) return known;
    if (open.has(schema)) {
      isRecursive = true;
      return 1;
    }
    open.add(schema);
    let sum = 1;
    for (const child of listChildSchemas(schema)) sum += count(child);
    const target = schema.$ref === undefined ? undefined : getDefinition(root, schema.$ref);
    if (target) sum += count(target);
    open.delete(schema);
    visits.set(schema, sum);
    return sum;
  };
  try {
    if (count(root) > maxVisits) return true;
  } catch {
    // More references after each other than a stack holds.
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
