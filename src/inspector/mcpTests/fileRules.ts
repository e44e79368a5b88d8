import * as l10n from '@vscode/l10n';
import { formatPath } from '../../api/errors.ts';
import { arrayOrEmpty, isJsonObject } from '../schema/json.ts';
import { explainUnusableSchema } from './explainUnusableSchema.ts';
import { headerNamePattern, headerReferencePattern } from './resolveHeaders.ts';

/** A violated rule, as words that follow the path of the field. With `isName`, the field's name violates the rule, not its value. */
interface RuleViolation {
  readonly path: readonly (string | number)[];
  readonly rule: string;
  readonly isName?: boolean;
}

const callKinds = ['tool', 'prompt', 'resource'] as const;

/** Checks rules that involve several fields. Ignores values of a wrong type, which the schema of the file reports. */
export function checkFileRules(file: unknown): readonly RuleViolation[] {
  if (!isJsonObject(file)) return [];
  const tests = arrayOrEmpty(file['tests']);
  return [
    ...checkHeaders(file['headers']),
    ...findDuplicateNames(tests),
    ...tests.flatMap((test, index) =>
      isJsonObject(test)
        ? checkTestRules(test).map((violation) => ({
            ...violation,
            path: ['tests', index, ...violation.path],
          }))
        : [],
    ),
  ];
}

function checkHeaders(headers: unknown): readonly RuleViolation[] {
  return Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, value]): RuleViolation[] => {
    const path = ['headers', name];
    if (!headerNamePattern.test(name)) {
      return [{ path, isName: true, rule: l10n.t('must be a valid HTTP header name, such as X-Api-Key') }];
    }
    if (typeof value === 'string' && headerReferencePattern.test(value)) return [];
    // The message doesn't contain the value, because it might be a secret.
    const rule = l10n.t('must be a reference such as {0} or {1}, not the secret itself', ...headerExamples);
    return [{ path, rule }];
  });
}

const headerExamples = ['$' + '{env:TOKEN}', 'Bearer $' + '{env:TOKEN}'];

/** Returns a violation for each test with the name of an earlier test. */
function findDuplicateNames(tests: readonly unknown[]): readonly RuleViolation[] {
  const firstIndexes = new Map<string, number>();
  return tests.flatMap((test, index) => {
    const name = isJsonObject(test) ? test['name'] : undefined;
    if (typeof name !== 'string' || name.trim() === '') return [];
    const firstIndex = firstIndexes.get(name);
    if (firstIndex === undefined) {
      firstIndexes.set(name, index);
      return [];
    }
    const rule = l10n.t('must be different from {0}', formatPath(['tests', firstIndex, 'name']));
    return [{ path: ['tests', index, 'name'], rule }];
  });
}

function checkTestRules(test: Readonly<Record<string, unknown>>): readonly RuleViolation[] {
  const presentKinds = callKinds.filter((kind) => Object.hasOwn(test, kind));
  if (presentKinds.length !== 1) {
    const rule = l10n.t('must have exactly one of these fields: {0}', callKinds.join(', '));
    return [{ path: [], rule }];
  }
  const [kind] = presentKinds;
  const { arguments: args, expect } = test;
  const violations: RuleViolation[] = [];
  if (kind === 'resource' && args !== undefined) {
    violations.push({
      path: ['arguments'],
      isName: true,
      rule: l10n.t("isn't allowed because resources don't accept arguments"),
    });
  }
  if (kind === 'prompt' && isJsonObject(args)) {
    for (const [name, value] of Object.entries(args)) {
      if (typeof value === 'string') continue;
      violations.push({
        path: ['arguments', name],
        rule: l10n.t('must be a string because all prompt arguments are strings'),
      });
    }
  }
  if (!isJsonObject(expect)) return violations;
  if (kind !== 'tool' && Object.hasOwn(expect, 'isError')) {
    violations.push({
      path: ['expect', 'isError'],
      isName: true,
      rule: l10n.t("isn't allowed because only tools can report errors"),
    });
  }
  const rule = explainUnusableSchema(expect['matches']);
  if (rule !== undefined) violations.push({ path: ['expect', 'matches'], rule });
  return violations;
}
