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

/** An expectation that a response meets. `status`: only that the call succeeds or that the tool reports an error. */
export interface ExpectationOption {
  readonly kind: 'schema' | 'fields' | 'value' | 'text' | 'line' | 'status';
  readonly expect: Expectation;
}

/** Maximum number of UTF-16 units of an expectation in a file. */
const maxExpectationLength = 100_000;
/** Maximum number of UTF-16 units of an expected line. */
const maxExpectedLineLength = 200;

/**
 * Returns expectations that a response meets. `outputSchema` is that of the tool, if it has one.
 */
export function suggestExpectations(
  kind: McpCall['kind'],
  result: unknown,
  outputSchema: unknown,
): readonly ExpectationOption[] {
  const errorExpectation: Expectation = kind === 'tool' && isErrorResult(result) ? { isError: true } : {};
  const structured = readStructuredContent(result);
  const text = joinResultText(kind, result);
  const value = structured === undefined ? tryParseExact(text) : structured;
  const options: readonly ExpectationOption[] = [
    ...(outputSchema !== undefined && structured !== undefined
      ? [{ kind: 'schema', expect: { matches: outputSchema } } as const]
      : []),
    ...(typeof value === 'object' && value !== null ? valueExpectations(value) : textExpectations(text)),
    { kind: 'status', expect: {} },
  ];
  return options
    .filter(({ expect }) => (stringifyExact(expect) ?? '').length <= maxExpectationLength)
    .map((option) => ({ ...option, expect: { ...errorExpectation, ...option.expect } }));
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
