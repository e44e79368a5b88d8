import * as l10n from '@vscode/l10n';
import { defined, field } from '../../fields.ts';
import { answerText } from '../answer.ts';
import { allIssuesOf } from '../form/issues.ts';
import { getAt, isSame, type Json, parsed, pointerOf } from '../form/json.ts';
import { formStrings } from '../form/strings.ts';
import type { Call } from '../link.ts';
import { isObject } from '../schema/json.ts';
import { missingIn } from './missing.ts';
import type { Failure } from './outcome.ts';
import type { Expectation } from './testFile.ts';

interface Answer {
  readonly kind: Call['kind'];
  /** As the server sent it. */
  readonly result: unknown;
  readonly durationMs: number;
}

/** So many places of an answer are listed. */
const listed = 20;

/** What of an expectation an answer doesn't meet. Paths begin at the test. */
export function unmet(expect: Expectation = {}, answer: Answer): readonly Failure[] {
  const { kind, result, durationMs } = answer;
  const text = answerText(kind, result);
  const failed = kind === 'tool' ? unmetError(expect.isError, result, text) : undefined;
  // What else it says is about that.
  if (failed && expect.isError !== true) return [failed];
  return [
    ...(failed ? [failed] : []),
    ...('equals' in expect ? unmetEquals(expect.equals as Json, result, text) : []),
    ...('contains' in expect ? unmetContains(expect.contains as Json, result, text) : []),
    ...('matches' in expect ? unmetMatches(expect.matches, result, text) : []),
    ...(expect.within !== undefined && durationMs > expect.within
      ? [{ path: '/expect/within', message: lateText(durationMs, expect.within) }]
      : []),
  ];
}

function lateText(durationMs: number, within: number): string {
  return l10n.t('The answer took {0} ms. {1} ms at most are expected.', Math.ceil(durationMs), within);
}

function unmetError(expected: boolean | undefined, result: unknown, text: string): Failure | undefined {
  const isError = field(result, 'isError') === true;
  if (isError === (expected ?? false)) return undefined;
  return {
    path: expected === undefined ? '' : '/expect/isError',
    message: isError
      ? l10n.t('The tool says that it failed.')
      : l10n.t("The tool doesn't say that it failed, which is expected."),
    actual: text,
  };
}

function unmetEquals(expected: Json, result: unknown, text: string): readonly Failure[] {
  const path = '/expect/equals';
  if (typeof expected === 'string') {
    if (text === expected) return [];
    return [{ path, message: l10n.t('The text of the answer is another one.'), expected, actual: text }];
  }
  const actual = jsonOf(result, text);
  if (actual === undefined) return [noValue(path, text, expected)];
  if (isSame(expected, actual)) return [];
  const message = l10n.t('The answer is another one.');
  return [{ path, message, expected: shown(expected), actual: shown(actual) }];
}

function unmetContains(expected: Json, result: unknown, text: string): readonly Failure[] {
  const path = '/expect/contains';
  if (typeof expected === 'string') {
    if (text.includes(expected)) return [];
    return [{ path, message: l10n.t("The answer doesn't have the text."), expected, actual: text }];
  }
  const actual = jsonOf(result, text);
  if (actual === undefined) return [noValue(path, text, expected)];
  return missingIn(expected, actual)
    .slice(0, listed)
    .map(({ place, expected, actual }) => ({
      path: path + pointerOf(place),
      message:
        place.length === 0
          ? l10n.t("The answer doesn't have the value.")
          : l10n.t("The answer doesn't have the value of {0}.", pointerOf(place)),
      ...{
        expected: shown(expected),
        ...defined({ actual: actual === undefined ? undefined : shown(actual) }),
      },
    }));
}

function unmetMatches(schema: unknown, result: unknown, text: string): readonly Failure[] {
  const path = '/expect/matches';
  const actual = jsonOf(result, text);
  if (actual === undefined) return [noValue(path, text)];
  return allIssuesOf(schema, actual, formStrings())
    .slice(0, listed)
    .map(({ path: place, message }) => {
      const there = getAt(actual, place);
      return {
        path,
        message:
          place.length === 0
            ? l10n.t("The answer doesn't fit the schema: {0}", message)
            : l10n.t("The answer doesn't fit the schema at {0}: {1}", pointerOf(place), message),
        ...defined({ actual: there === undefined ? undefined : shown(there) }),
      };
    });
}

/** The structured content, else the text as JSON. */
function jsonOf(result: unknown, text: string): Json | undefined {
  const structured = field(result, 'structuredContent');
  return structured === undefined ? parsed(text) : (structured as Json);
}

function noValue(path: string, text: string, expected?: Json): Failure {
  return {
    path,
    message: l10n.t("The answer has no structured content, and its text isn't JSON."),
    ...{ ...defined({ expected: expected === undefined ? undefined : shown(expected) }), actual: text },
  };
}

/** With names in order, so that only what differs is seen as different. */
function shown(value: Json): string {
  return JSON.stringify(value, (_, part) => (isObject(part) ? inOrder(part) : part), 2);
}

function inOrder(object: Readonly<Record<string, unknown>>): object {
  // No name is special: `__proto__` is one like any other.
  const ordered: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(object).sort()) ordered[name] = object[name];
  return ordered;
}
