import { spend, TooComplexError } from '../schema/budget.ts';
import { isJsonObject, type JsonValue } from '../schema/json.ts';
import { encodePointer } from '../schema/pointer.ts';
import { createSchemaCache, type ExactValue, type SchemaCache } from './assertions.ts';
import type { Violation } from './closestVariant.ts';
import type { ValueIssue } from './fieldDraft.ts';
import type { FormTexts } from './formTexts.ts';
import { type NormalizedSchema, normalizeWithinLimits } from './normalizeSchema.ts';
import { createViolationMessage } from './violationMessage.ts';
import { findViolations } from './violations.ts';

/** Steps for one value: well below a second, and enough for some hundred thousand values with plain schemas. */
const maxValidationSteps = 2_000_000;
/** Number of issues of a value that are listed at most. */
const maxIssues = 1000;

/** The result of a validation. */
export interface ValidationResult {
  readonly issues: readonly ValueIssue[];
  /** Not checked: the schema and the value take more steps than they may. Then there are no issues. */
  readonly isUnchecked: boolean;
}

const uncheckedResult: ValidationResult = { issues: [], isUnchecked: true };

interface SchemaValidator {
  /** `undefined`: it can't be read in full. */
  readonly schema: NormalizedSchema | undefined;
  readonly cache: SchemaCache;
  last?: ExactValue & { readonly strings: FormTexts; readonly check: ValidationResult };
}

const validators = new WeakMap<object, SchemaValidator>();

/**
 * Checks a value by a JSON Schema that others wrote. The last check of each schema is kept: pages ask each time they draw. `digits`:
 * of a value that is a number which JavaScript doesn't hold.
 */
export function validateBySchema(
  schema: unknown,
  value: JsonValue,
  strings: FormTexts,
  digits?: string,
): ValidationResult {
  const checker = getValidator(schema);
  const { last } = checker;
  if (last && last.value === value && last.digits === digits && last.strings === strings) return last.check;
  const check = runValidation(checker, { value, digits }, strings);
  checker.last = { value, digits, strings, check };
  return check;
}

/** The issues of a value; none where it isn't checked. */
export function findValueIssues(
  schema: unknown,
  value: JsonValue,
  strings: FormTexts,
): readonly ValueIssue[] {
  return validateBySchema(schema, value, strings).issues;
}

/** The issues of a value. Throws a `TooComplexError` where it isn't checked. */
export function requireValueIssues(
  schema: unknown,
  value: JsonValue,
  strings: FormTexts,
  digits?: string,
): readonly ValueIssue[] {
  const { issues, isUnchecked } = validateBySchema(schema, value, strings, digits);
  if (isUnchecked) throw new TooComplexError('The schema or the value is too complex.');
  return issues;
}

function getValidator(schema: unknown): SchemaValidator {
  const known = isJsonObject(schema) ? validators.get(schema) : undefined;
  if (known) return known;
  const checker = { schema: normalizeWholeSchema(schema), cache: createSchemaCache() };
  if (isJsonObject(schema)) validators.set(schema, checker);
  return checker;
}

function normalizeWholeSchema(schema: unknown): NormalizedSchema | undefined {
  const read = normalizeWithinLimits(schema);
  return read.isTruncated ? undefined : read.schema;
}

function runValidation(
  { schema, cache }: SchemaValidator,
  value: ExactValue,
  strings: FormTexts,
): ValidationResult {
  if (!schema) return uncheckedResult;
  try {
    const issues = new Map<string, ValueIssue>();
    const budget = { left: maxValidationSteps };
    const found = findViolations(schema, value, cache, budget);
    for (const { path, keyword, limit } of found.length > maxIssues ? moveRequiredToEnd(found) : found) {
      spend(budget, 1 + path.length);
      const message = createViolationMessage(keyword, limit, strings);
      issues.set(`${encodePointer(path)} ${message}`, { path, message });
      if (issues.size < maxIssues) continue;
      issues.set('', { path: [], message: strings.issues.more });
      break;
    }
    return { issues: [...issues.values()], isUnchecked: false };
  } catch (error) {
    // A stack that overflows is too complex as well.
    if (error instanceof TooComplexError || error instanceof RangeError) return uncheckedResult;
    throw error;
  }
}

/** Violations with the missing properties at the end, so that they don't crowd out what is wrong with a value that is there. */
function moveRequiredToEnd(found: readonly Violation[]): readonly Violation[] {
  const { missing = [], others = [] } = Object.groupBy(found, ({ keyword }) =>
    keyword === 'required' ? 'missing' : 'others',
  );
  return [...others, ...missing];
}
