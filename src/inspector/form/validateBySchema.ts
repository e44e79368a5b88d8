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

/**
 * Maximum number of steps for validating a value. They take less than a second, and are enough for an array with several
 * hundred thousand simple items.
 */
const maxValidationSteps = 2_000_000;
/** Maximum number of issues that are listed for a value. */
const maxIssues = 1000;

export interface ValidationResult {
  readonly issues: readonly ValueIssue[];
  /** Whether the value couldn't be validated, because the value or its schema is too complex. `issues` is empty in this case. */
  readonly isUnchecked: boolean;
}

const uncheckedResult: ValidationResult = { issues: [], isUnchecked: true };

/** A normalized schema, and its last result. */
interface SchemaValidator {
  /** `undefined` if the schema is too large to be normalized completely. */
  readonly schema: NormalizedSchema | undefined;
  readonly cache: SchemaCache;
  last?: ExactValue & { readonly texts: FormTexts; readonly result: ValidationResult };
}

const validators = new WeakMap<object, SchemaValidator>();

/**
 * Validates a value by a JSON Schema of a server. The last result for each schema is kept, because pages validate each time they are
 * drawn. `digits`: those of a number that JavaScript can't represent exactly.
 */
export function validateBySchema(
  schema: unknown,
  value: JsonValue,
  texts: FormTexts,
  digits?: string,
): ValidationResult {
  const validator = getValidator(schema);
  const { last } = validator;
  if (last && last.value === value && last.digits === digits && last.texts === texts) return last.result;
  const result = runValidation(validator, { value, digits }, texts);
  validator.last = { value, digits, texts, result };
  return result;
}

/** Returns the issues of a value, or none if it couldn't be validated. */
export function findValueIssues(schema: unknown, value: JsonValue, texts: FormTexts): readonly ValueIssue[] {
  return validateBySchema(schema, value, texts).issues;
}

/** Returns the issues of a value. Throws a `TooComplexError` if the value couldn't be validated. */
export function findValueIssuesOrThrow(
  schema: unknown,
  value: JsonValue,
  texts: FormTexts,
  digits?: string,
): readonly ValueIssue[] {
  const { issues, isUnchecked } = validateBySchema(schema, value, texts, digits);
  if (isUnchecked) throw new TooComplexError('The schema or the value is too complex.');
  return issues;
}

function getValidator(schema: unknown): SchemaValidator {
  const existing = isJsonObject(schema) ? validators.get(schema) : undefined;
  if (existing) return existing;
  const { schema: normalized, isTruncated } = normalizeWithinLimits(schema);
  const validator = { schema: isTruncated ? undefined : normalized, cache: createSchemaCache() };
  if (isJsonObject(schema)) validators.set(schema, validator);
  return validator;
}

function runValidation(
  { schema, cache }: SchemaValidator,
  value: ExactValue,
  texts: FormTexts,
): ValidationResult {
  if (!schema) return uncheckedResult;
  try {
    const issues = new Map<string, ValueIssue>();
    const budget = { remaining: maxValidationSteps };
    const violations = findViolations(schema, value, cache, budget);
    for (const { path, keyword, limit } of violations.length > maxIssues
      ? moveRequiredToEnd(violations)
      : violations) {
      spend(budget, 1 + path.length);
      const message = createViolationMessage(keyword, limit, texts);
      issues.set(`${encodePointer(path)} ${message}`, { path, message });
      if (issues.size < maxIssues) continue;
      issues.set('', { path: [], message: texts.issues.more });
      break;
    }
    return { issues: [...issues.values()], isUnchecked: false };
  } catch (error) {
    // A stack overflow is a `RangeError`.
    if (error instanceof TooComplexError || error instanceof RangeError) return uncheckedResult;
    throw error;
  }
}

/** Moves missing properties to the end of a list that will be truncated, because issues of existing values are more useful. */
function moveRequiredToEnd(violations: readonly Violation[]): readonly Violation[] {
  const { missing = [], others = [] } = Object.groupBy(violations, ({ keyword }) =>
    keyword === 'required' ? 'missing' : 'others',
  );
  return [...others, ...missing];
}
