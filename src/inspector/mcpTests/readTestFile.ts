import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { formatPath } from '../../api/errors.ts';
import {
  anyBoolean,
  anyList,
  anyString,
  nonBlankString,
  nonEmptyString,
  requiredRuleError,
  ruleError,
} from '../../api/requestSchemas.ts';
import {
  getLineAndColumn,
  type LocateJson,
  type OffsetRange,
  parseJsonDocument,
} from '../../editor/jsonDocument.ts';
import { parseExact } from '../schema/exactJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { decodePointer } from '../schema/pointer.ts';
import { checkFileRules } from './fileRules.ts';
import type { TestFile } from './testFile.ts';

/** Suffix of the names of test files. `package.json` assigns a JSON Schema to files with this suffix. */
export const testFileSuffix = '.mcp-test.json';

type PropertyPath = readonly PropertyKey[];

/** A problem in a test file and its range in the text. */
export interface TestFileIssue extends OffsetRange {
  readonly path: PropertyPath;
  readonly text: string;
}

export type TestFileResult =
  | { readonly ok: true; readonly file: TestFile; readonly locate: LocateJson }
  | { readonly ok: false; readonly issues: readonly TestFileIssue[] };

const mustBeObject = ruleError(() => l10n.t('must be a JSON object'));
const objectSchema = z.custom<Readonly<Record<string, unknown>>>(isJsonObject, mustBeObject);

const expectationSchema = z.strictObject(
  {
    isError: z.optional(anyBoolean),
    equals: z.optional(z.unknown()),
    contains: z.optional(
      z.unknown().check(
        z.refine(
          (value) =>
            (typeof value === 'object' && value !== null) || (typeof value === 'string' && value !== ''),
          ruleError(() => l10n.t('must be a nonempty string, an object, or a list')),
        ),
      ),
    ),
    matches: z.optional(
      z.unknown().check(
        z.refine(
          (value) => isJsonObject(value) || typeof value === 'boolean',
          ruleError(() => l10n.t('must be a JSON Schema')),
        ),
      ),
    ),
    within: z.optional(
      z
        .number(requiredRuleError(() => l10n.t('must be a number of milliseconds greater than 0')))
        .check(z.positive(ruleError(() => l10n.t('must be a number of milliseconds greater than 0')))),
    ),
  },
  mustBeObject,
);

const testFileSchema = z.strictObject({
  // Every JSON file in the editor can have this field.
  $schema: z.optional(anyString),
  headers: z.optional(objectSchema),
  tests: anyList(
    z.strictObject(
      {
        name: nonBlankString,
        tool: z.optional(nonEmptyString),
        prompt: z.optional(nonEmptyString),
        resource: z.optional(nonEmptyString),
        arguments: z.optional(objectSchema),
        expect: z.optional(expectationSchema),
      },
      mustBeObject,
    ),
  ),
});

/** Parses a test file, or returns its problems in the order of the text. */
export function readTestFile(text: string): TestFileResult {
  const json = parseJsonDocument(text, parseExact);
  if (!json.ok) {
    return { ok: false, issues: [{ path: [], start: json.start, end: json.end, text: json.reason }] };
  }
  const { value, locate } = json;
  const read = testFileSchema.safeParse(value);
  const issues = [
    ...(read.success ? [] : read.error.issues.flatMap((issue) => toFileIssues(issue, locate))),
    ...checkFileRules(value).map(({ path, isName, rule }) => {
      const location = locate(path);
      return {
        path,
        ...toSpan((isName && location.propertyName) || location),
        text: describeViolation(path, rule),
      };
    }),
  ];
  if (issues.length > 0) return { ok: false, issues: issues.sort((a, b) => a.start - b.start) };
  // Returns the value itself instead of the parsed copy, which lacks arguments with the name `__proto__`.
  return { ok: true, file: value as TestFile, locate };
}

/** A valid test file with its path for reports. */
export interface LoadedTestFile {
  readonly path: string;
  readonly text: string;
  readonly file: TestFile;
  readonly locate: LocateJson;
}

/** Returns the one-based line and column of the value at a JSON Pointer; for a test, of its name. */
export function findTextPosition({ text, locate }: Pick<LoadedTestFile, 'text' | 'locate'>, pointer: string) {
  const path = decodePointer(pointer);
  return getLineAndColumn(text, locate(path.length === 2 ? [...path, 'name'] : path).start);
}

function toFileIssues(issue: z.core.$ZodIssue, locate: LocateJson): readonly TestFileIssue[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const fieldPath = [...path, key];
      const location = locate(fieldPath);
      const text = l10n.t("{0} isn't a supported field", formatPath(fieldPath));
      return { path: fieldPath, ...toSpan(location.propertyName ?? location), text };
    });
  }
  return [{ path, ...toSpan(locate(path)), text: describeViolation(path, issue.message) }];
}

const toSpan = ({ start, end }: OffsetRange): OffsetRange => ({ start, end });

function describeViolation(path: PropertyPath, rule: string): string {
  return path.length === 0
    ? l10n.t('the file must be a JSON object')
    : l10n.t('{0}: {1}', formatPath([...path]), rule);
}
