import { isErrorResult, joinResultText, readStructuredContent } from '../../callResult.ts';
import type { McpCall } from '../../mcpConnection.ts';
import { parseExact, stringifyExact } from '../../schema/exactJson.ts';
import type { Expectation } from '../testFile.ts';

/** What may be expected of an answer that is like one. `answers`: nothing but that the call works, or fails, as it did. */
export interface ExpectationOption {
  readonly kind: 'schema' | 'fields' | 'value' | 'text' | 'line' | 'answers';
  readonly expect: Expectation;
}

/** UTF-16 units of an answer at most that a file is to hold. */
const maxExpectationLength = 100_000;
/** Of a line. */
const maxLineLength = 200;

/** The most telling first. `output`: JSON Schema of the structured content, if the tool says one. */
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
  const line = (text.trim().split(/\r?\n/)[0] ?? '').slice(0, maxLineLength);
  return [
    ...(line !== '' && line !== text ? [{ kind: 'line', expect: { contains: line } } as const] : []),
    { kind: 'text', expect: { equals: text } },
  ];
}
