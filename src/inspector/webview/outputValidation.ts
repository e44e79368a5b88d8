import { getField } from '../../fields.ts';
import type { FormTexts } from '../form/formTexts.ts';
import { type ValidationResult, validateBySchema } from '../form/validateBySchema.ts';
import type { CallView, MessageLine } from '../pageSchemas.ts';
import { getExactDigitsAt, parseExact, parseExactInArray } from '../schema/exactJson.ts';
import type { JsonValue } from '../schema/json.ts';

const structuredContents = new WeakMap<CallView, readonly [unknown]>();

/** Returns an array with the structured content, for which exact digits of numbers are stored. Parsed once for each response. */
function getStructuredContent(call: CallView): readonly [unknown] {
  const contentArray = structuredContents.get(call) ?? parseExactInArray(call.structuredJson ?? 'null');
  structuredContents.set(call, contentArray);
  return contentArray;
}

/**
 * Validates the structured content of a tool's response by the output schema of the tool. Returns `missing` if the response has
 * none, and `undefined` if there is nothing to validate, because the tool has no output schema or reported an error.
 */
export function validateOutput(
  call: CallView,
  outputSchema: unknown,
  texts: FormTexts,
): ValidationResult | 'missing' | undefined {
  const { status, isError, structuredJson } = call;
  if (outputSchema === undefined) return undefined;
  if (structuredJson === undefined) return status === 'answered' && !isError ? 'missing' : undefined;
  const content = getStructuredContent(call);
  return validateBySchema(outputSchema, content[0] as JsonValue, texts, getExactDigitsAt(content, 0));
}

const isInvalidOutput = (output: ValidationResult | 'missing' | undefined): boolean =>
  output === 'missing' || (output !== undefined && output.issues.length > 0);

/** Whether a response doesn't match the output schema of its tool, or has fields that the MCP specification doesn't allow. */
export function isInvalidResponse(call: CallView, outputSchema: unknown, texts: FormTexts): boolean {
  if (call.status !== 'answered' || call.isError) return false;
  const { problems = [], blocks } = call;
  // A problem of the whole response is about numbers that can't be shown.
  return (
    problems.some(({ path }) => path !== '') ||
    blocks.some((block) => block.problems !== undefined) ||
    isInvalidOutput(validateOutput(call, outputSchema, texts))
  );
}

/** Whether the JSON-RPC response to a call of a tool doesn't match the output schema of the tool. */
export function isInvalidToolMessage(
  { method, hasFailed }: Pick<MessageLine, 'method' | 'hasFailed'>,
  json: string,
  outputSchema: unknown,
  texts: FormTexts,
): boolean {
  if (method !== 'tools/call' || hasFailed || outputSchema === undefined) return false;
  const result = getField(parseExactOrUndefined(json), 'result');
  const content = getField(result, 'structuredContent') ?? undefined;
  if (result === undefined || content === undefined) return result !== undefined;
  const digits = getExactDigitsAt(Object(result), 'structuredContent');
  return isInvalidOutput(validateBySchema(outputSchema, content as JsonValue, texts, digits));
}

function parseExactOrUndefined(json: string): unknown {
  try {
    return parseExact(json);
  } catch {
    return undefined;
  }
}
