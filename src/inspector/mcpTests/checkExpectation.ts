import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../fields.ts';
import { isErrorResult, joinResultText, readStructuredContent } from '../callResult.ts';
import { formTexts } from '../form/formTexts.ts';
import { findValueIssuesOrThrow } from '../form/validateBySchema.ts';
import type { McpCall } from '../mcpConnection.ts';
import { TooComplexError } from '../schema/budget.ts';
import {
  areEqualAt,
  copyDigits,
  getExactDigitsAt,
  hasRoundedNumbers,
  parseExactInArray,
  stringifyExact,
} from '../schema/exactJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { encodePointer, getValueAtPath, type ValuePath } from '../schema/pointer.ts';
import { findMismatches, getLocatedValue, type ValueLocation } from './mismatches.ts';
import type { Expectation } from './testFile.ts';
import type { TestFailure } from './testOutcome.ts';

interface TestedResponse {
  readonly kind: McpCall['kind'];
  /** The unchanged result from the server. */
  readonly result: unknown;
  readonly durationMs: number;
}

/** Maximum number of mismatches that are reported for one expectation. */
const maxListedFailures = 20;

/** Returns the failures of a response that doesn't meet an expectation. Paths are relative to the test. */
export function checkExpectation(expect: Expectation = {}, response: TestedResponse): readonly TestFailure[] {
  const { kind, result, durationMs } = response;
  const text = joinResultText(kind, result);
  const errorFailure = kind === 'tool' ? checkError(expect.isError, result, text) : undefined;
  // If the tool unexpectedly reported an error, the other expectations don't apply.
  if (errorFailure && expect.isError !== true) return [errorFailure];
  return [
    ...(errorFailure ? [errorFailure] : []),
    ...('equals' in expect ? checkEquals({ container: expect, key: 'equals' }, result, text) : []),
    ...('contains' in expect ? checkContains({ container: expect, key: 'contains' }, result, text) : []),
    ...('matches' in expect ? checkResponseSchema(expect.matches, result, text) : []),
    ...(expect.within !== undefined && durationMs > expect.within
      ? [{ path: '/expect/within', message: lateResponseText(durationMs, expect.within) }]
      : []),
  ];
}

function lateResponseText(durationMs: number, within: number): string {
  return l10n.t(
    'Expected a response within {0} ms, but received it after {1} ms.',
    within,
    Math.ceil(durationMs),
  );
}

function checkError(expected: boolean | undefined, result: unknown, text: string): TestFailure | undefined {
  const isError = isErrorResult(result);
  if (isError === (expected ?? false)) return undefined;
  return {
    path: expected === undefined ? '' : '/expect/isError',
    message: isError
      ? l10n.t('The tool reported an error.')
      : l10n.t("Expected the tool to report an error, but it didn't."),
    actual: text,
  };
}

function checkEquals(expectedLocation: ValueLocation, result: unknown, text: string): readonly TestFailure[] {
  const path = '/expect/equals';
  const expected = getLocatedValue(expectedLocation);
  if (typeof expected === 'string') {
    if (text === expected) return [];
    return [
      { path, message: l10n.t('The response text differs from the expected text.'), expected, actual: text },
    ];
  }
  const actual = readJsonContent(result, text);
  if (actual === undefined) return [noJsonFailure(path, text, expectedLocation)];
  if (areEqualAt(expectedLocation.container, expectedLocation.key, actual.container, actual.key)) return [];
  const message = l10n.t('The response differs from the expected value.');
  return [{ path, message, expected: formatValue(expectedLocation), actual: formatValue(actual) }];
}

function checkContains(
  expectedLocation: ValueLocation,
  result: unknown,
  text: string,
): readonly TestFailure[] {
  const path = '/expect/contains';
  const expected = getLocatedValue(expectedLocation);
  if (typeof expected === 'string') {
    if (text.includes(expected)) return [];
    return [
      { path, message: l10n.t("The response doesn't contain the expected text."), expected, actual: text },
    ];
  }
  const actual = readJsonContent(result, text);
  if (actual === undefined) return [noJsonFailure(path, text, expectedLocation)];
  return findMismatches(expectedLocation, actual)
    .slice(0, maxListedFailures)
    .map(({ path: valuePath, expected, actual }) => ({
      path: path + encodePointer(valuePath),
      message:
        valuePath.length === 0
          ? l10n.t("The response doesn't contain the expected value.")
          : l10n.t("The response doesn't contain the expected value at {0}.", encodePointer(valuePath)),
      expected: formatValue(expected),
      ...omitUndefined({ actual: actual === undefined ? undefined : formatValue(actual) }),
    }));
}

function checkResponseSchema(schema: unknown, result: unknown, text: string): readonly TestFailure[] {
  const path = '/expect/matches';
  const actual = readJsonContent(result, text);
  if (actual === undefined) return [noJsonFailure(path, text)];
  return findValueIssuesOrThrow(
    schema,
    getLocatedValue(actual),
    formTexts(),
    getExactDigitsAt(actual.container, actual.key),
  )
    .slice(0, maxListedFailures)
    .map(({ path: valuePath, message }) => {
      const actualLocation = locationAt(actual, valuePath);
      return {
        path,
        message:
          valuePath.length === 0
            ? l10n.t("The response doesn't match the schema: {0}", message)
            : l10n.t("The response doesn't match the schema at {0}: {1}", encodePointer(valuePath), message),
        ...omitUndefined({ actual: actualLocation === undefined ? undefined : formatValue(actualLocation) }),
      };
    });
}

/**
 * Returns the location of the structured content or, without it, of the text parsed as JSON. Throws `TooComplexError` if
 * digits of numbers were lost.
 */
function readJsonContent(result: unknown, text: string): ValueLocation | undefined {
  const location =
    readStructuredContent(result) === undefined ? parseTextContent(text) : structuredContentLocation(result);
  if (location && (hasRoundedNumbers(location.container) || hasRoundedNumbers(getLocatedValue(location)))) {
    throw new TooComplexError('The answer has too many long numbers.');
  }
  return location;
}

const structuredContentLocation = (result: unknown): ValueLocation => ({
  container: Object(result),
  key: 'structuredContent',
});

function parseTextContent(text: string): ValueLocation | undefined {
  try {
    return { container: parseExactInArray(text), key: 0 };
  } catch {
    return undefined;
  }
}

function locationAt(location: ValueLocation, path: ValuePath): ValueLocation | undefined {
  const parent = path.length === 0 ? undefined : getValueAtPath(getLocatedValue(location), path.slice(0, -1));
  const [key] = path.slice(-1);
  if (key === undefined) return location;
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
    ? { container: parent, key }
    : undefined;
}

function noJsonFailure(path: string, text: string, expected?: ValueLocation): TestFailure {
  return {
    path,
    message: l10n.t("The response has no structured content, and its text isn't JSON."),
    ...omitUndefined({ expected: expected === undefined ? undefined : formatValue(expected) }),
    actual: text,
  };
}

/** Formats a value as JSON with sorted keys, so that a diff shows only real differences. */
function formatValue(location: ValueLocation): string {
  const value = getLocatedValue(location);
  const digits = getExactDigitsAt(location.container, location.key);
  return digits ?? stringifyExact(sortKeys(value), 2) ?? '';
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // A null prototype, so that `__proto__` is an ordinary key.
  const sorted: object = Array.isArray(value) ? value.map(sortKeys) : Object.create(null);
  if (isJsonObject(value)) {
    for (const name of Object.keys(value).sort()) Reflect.set(sorted, name, sortKeys(value[name]));
  }
  copyDigits(value, sorted);
  return sorted;
}
