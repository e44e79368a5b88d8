import { variableKeySchema } from '../../api/variables.ts';
import { parseWithWarnings } from '../env/envWarnings.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { isMarkedSecret, valuePlaceholder } from '../env/notation.ts';
import type { RequestedChanges, RequestedVariable } from '../plan.ts';
import type { KnownVariable, VariableList } from '../variable.ts';

/**
 * The reason why a key isn't imported. `badKey`: the service doesn't accept the key. `noValue`: a placeholder without
 * an existing value. `notCreated`: the service can't create variables. `openBlock`: an incomplete multiline value.
 */
export type SkipReason = 'badKey' | 'empty' | 'noValue' | 'notCreated' | 'openBlock';

/**
 * A problem that doesn't prevent the import of a key. `repeated`: a later assignment of the key is used. `onlyCase`:
 * another key differs only in letter case. `cut`: a `#` truncates the value. `openQuote`: a quotation mark isn't
 * closed. `stray`: a line has no key.
 */
export type WarningReason = 'repeated' | 'onlyCase' | 'cut' | 'openQuote' | 'stray';

/** A problem with its zero-based line number. */
export interface ImportProblem<Reason = SkipReason | WarningReason> {
  readonly reason: Reason;
  readonly key: string;
  readonly line: number;
}

interface ImportEntry {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  /** Whether the comment `# secret` follows the value. */
  readonly isMarkedSecret: boolean;
}

/** The content of a `.env` file, independent of the environment. */
interface ImportContent {
  readonly entries: readonly ImportEntry[];
  /** All keys, including those that are skipped. */
  readonly keys: ReadonlySet<string>;
  /** The first word of each comment line. An export writes a comment for each variable whose value it can't write. */
  readonly commentedKeys: ReadonlySet<string>;
  readonly skipped: readonly ImportProblem<SkipReason>[];
  readonly warnings: readonly ImportProblem<WarningReason>[];
}

/** Classifies the assignments of a text. If a key is assigned more than once, the last assignment is used. */
export function classifyImport(text: string): ImportContent {
  const { assignments, strayLines } = parseWithWarnings(text);
  const last = new Map(assignments.map((assignment) => [assignment.key, assignment]));
  const warnings: ImportProblem<WarningReason>[] = strayLines.map((line) => ({
    reason: 'stray',
    key: '',
    line,
  }));
  const skipped: ImportProblem<SkipReason>[] = [];
  const entries: ImportEntry[] = [];
  const lowerCaseKeys = new Map<string, string>();
  for (const assignment of assignments) {
    const { key, value, line, isTruncated, warning } = assignment;
    const warn = (reason: WarningReason): number => warnings.push({ reason, key, line });
    if (last.get(key)?.line !== line) {
      warn('repeated');
      continue;
    }
    if (isTruncated) warn('cut');
    if (warning === 'openQuote') warn('openQuote');
    if (!variableKeySchema.safeParse(key).success) skipped.push({ reason: 'badKey', key, line });
    else if (value === '') skipped.push({ reason: 'empty', key, line });
    else if (warning === 'openBlock') skipped.push({ reason: 'openBlock', key, line });
    else {
      if (lowerCaseKeys.has(key.toLowerCase())) warn('onlyCase');
      lowerCaseKeys.set(key.toLowerCase(), key);
      entries.push({ key, value, line, isMarkedSecret: isMarkedSecret(assignment) });
    }
  }
  warnings.sort((a, b) => a.line - b.line);
  return { entries, keys: new Set(last.keys()), commentedKeys: findCommentedKeys(text), skipped, warnings };
}

/** The content of a file compared with an environment. */
export interface ImportMatch {
  /** The entries to import. */
  readonly entries: readonly ImportEntry[];
  /** The entries that the environment doesn't have. */
  readonly newEntries: readonly ImportEntry[];
  /** Keys of the environment that the file doesn't have. The user can choose to delete them. */
  readonly extraKeys: readonly string[];
  /** Keys that are never deleted, because the file lists them in a comment and can't hold their values. */
  readonly undeletableKeys: readonly string[];
  readonly skipped: readonly ImportProblem<SkipReason>[];
  readonly warnings: readonly ImportProblem<WarningReason>[];
}

/**
 * Compares the content with an environment. A service that doesn't list variables can't create any, and only the
 * variables in the user's list can be changed.
 */
export function matchWithEnvironment(
  content: ImportContent,
  { variables, isListedByService }: VariableList,
): ImportMatch {
  const knownKeys = new Set(variables.map(({ key }) => key));
  const keysByLowerCase = new Map(variables.map(({ key }) => [key.toLowerCase(), key]));
  const skipped = [...content.skipped];
  const warnings = [...content.warnings];
  const onlyCase = new Set(warnings.flatMap(({ reason, key }) => (reason === 'onlyCase' ? key : [])));
  const entries = content.entries.filter(({ key, line, value }) => {
    const isKnown = knownKeys.has(key);
    if (value === valuePlaceholder) {
      if (!isKnown) skipped.push({ reason: 'noValue', key, line });
      return false;
    }
    if (!isKnown && !isListedByService) skipped.push({ reason: 'notCreated', key, line });
    else if (!isKnown && keysByLowerCase.has(key.toLowerCase()) && !onlyCase.has(key))
      warnings.push({ reason: 'onlyCase', key, line });
    return isKnown || isListedByService;
  });
  const others = isListedByService ? variables.filter(({ key }) => !content.keys.has(key)) : [];
  const isUndeletable = (variable: KnownVariable): boolean =>
    content.commentedKeys.has(variable.key) && !canBeWritten(variable);
  return {
    entries,
    newEntries: entries.filter(({ key }) => !knownKeys.has(key)),
    extraKeys: others.filter((variable) => !isUndeletable(variable)).map(({ key }) => key),
    undeletableKeys: others.filter(isUndeletable).map(({ key }) => key),
    skipped: skipped.sort((a, b) => a.line - b.line),
    warnings: warnings.sort((a, b) => a.line - b.line),
  };
}

/**
 * Returns the changes to make. `deletesExtraKeys`: whether to delete the variables that the file doesn't have.
 * `secrets`: the new keys that the user marked as secrets. A secret stays a secret, even if another user deletes it in
 * the meantime.
 */
export function findImportChanges(
  { entries, extraKeys }: ImportMatch,
  current: readonly KnownVariable[],
  {
    isReplaced: deletesExtraKeys,
    secrets,
  }: { readonly isReplaced: boolean; readonly secrets: ReadonlySet<string> },
): RequestedChanges {
  const variablesByKey = new Map(current.map((variable) => [variable.key, variable]));
  const set = entries.map(({ key, value, isMarkedSecret }): RequestedVariable => {
    const variable = variablesByKey.get(key);
    const isSecret = variable ? variable.isSecret || isMarkedSecret : secrets.has(key);
    return { key, value, ...(isSecret && { isSecret }) };
  });
  return { set, remove: deletesExtraKeys ? extraKeys : [] };
}

/** Whether a `.env` file can hold the value. */
function canBeWritten({ key, value, isSecret }: KnownVariable): boolean {
  return !isSecret && value !== undefined && formatAssignment(key, value) !== undefined;
}

/**
 * Returns the first word of each comment line. Lines within a value that look like comments are included, which has an
 * effect only if a variable has this name.
 */
function findCommentedKeys(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^[^\S\r\n\u2028\u2029]*#[^\S\r\n\u2028\u2029]*(\w+)/gm)].flatMap(
      ([, word]) => word ?? [],
    ),
  );
}
