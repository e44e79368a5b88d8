import { isErrorResult, joinResultText, readStructuredContent } from '../../callResult.ts';
import type { McpCall } from '../../mcpConnection.ts';
import { parseExact, stringifyExact } from '../../schema/exactJson.ts';
import type { Expectation } from '../testFile.ts';

/** A call with its response. */
export interface CompletedCall {
  readonly call: McpCall;
  /** The unchanged result from the server. */
  readonly result: unknown;
  /** JSON Schema of the structured content; `undefined` if the tool doesn't declare one. */
  readonly outputSchema: unknown;
}

/** An expectation that a response meets. With `answers`, it's only that the call succeeds or reports an error. */
export interface ExpectationOption {
  readonly kind: 'schema' | 'fields' | 'value' | 'text' | 'line' | 'answers';
  readonly expect: Expectation;
}

/** Maximum number of UTF-16 units of an expectation in a file. */
const maxExpectationLength = 100_000;
/** Maximum number of UTF-16 units of an expected line. */
const maxExpectedLineLength = 200;

/**
 * Returns expectations that a response meets, the most specific one first. `output` is the output schema of the tool, if
 * any.
 */
export function suggestExpectations(
  kind: McpCall['kind'],
  result: unknown,
  output: unknown,
): readonly ExpectationOption[] {
  const fails: Expectation = kind === 'tool' && isErrorResult(result) ? { isError: true } : {};
  const structured = readStructuredContent(result);
  const text = joinResultText(kind, result);
  const value = structured === undefined ? tryParseExact(text) : structured;
  const offers: readonly ExpectationOption[] = [
    ...(output !== undefined && structured !== undefined
      ? [{ kind: 'schema', expect: { matches: output } } as const]
      : []),
    ...(typeof value === 'object' && value !== null ? valueExpectations(value) : textExpectations(text)),
    { kind: 'answers', expect: {} },
  ];
  return offers
    .filter(({ expect }) => (stringifyExact(expect) ?? '').length <= maxExpectationLength)
    .map((offer) => ({ ...offer, expect: { ...fails, ...offer.expect } }));
}

function tryParseExact(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

const valueExpectations = (value: object): readonly ExpectationOption[] => [
  { kind: 'fields', expect: { contains: value } },
  { kind: 'value', expect: { equals: value } },
];

function textExpectations(text: string): readonly ExpectationOption[] {
  if (text === '') return [];
  const line = (text.trim().split(/\r?\n/)[0] ?? '').slice(0, maxExpectedLineLength);
  return [
    ...(line !== '' && line !== text ? [{ kind: 'line', expect: { contains: line } } as const] : []),
    { kind: 'text', expect: { equals: text } },
  ];
}
