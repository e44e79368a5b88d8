import { variableKey } from '../../api/variables.ts';
import { placeholder } from '../document/placeholder.ts';
import { parseWithWarnings } from '../env/envWarnings.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { isMarkedSecret } from '../env/secretMark.ts';
import type { RequestedChanges, RequestedVariable } from '../plan.ts';
import type { KnownVariable, VariableList } from '../variable.ts';

/** Why a key isn't imported: its form, no value, a placeholder without a value to stand for, no way to create it, half a value. */
export type SkipReason = 'badKey' | 'empty' | 'noValue' | 'notCreated' | 'openBlock';

/** What is imported as it stands, and may not be meant so; `stray` is a line without a key. */
export type WarningReason = 'repeated' | 'onlyCase' | 'cut' | 'openQuote' | 'stray';

/** Something to say of a line, which counts from 0. */
export interface ImportProblem<Reason = SkipReason | WarningReason> {
  readonly reason: Reason;
  readonly key: string;
  readonly line: number;
}

interface ImportEntry {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  /** `# secret` stands behind it. */
  readonly isMarked: boolean;
}

/** What a `.env` text says, whatever it is imported into. */
export interface ImportContent {
  readonly entries: readonly ImportEntry[];
  /** All keys, those that are skipped, too. */
  readonly keys: ReadonlySet<string>;
  /** The words that comment lines begin with: an export names so what it can't carry. */
  readonly commentedKeys: ReadonlySet<string>;
  readonly skipped: readonly ImportProblem<SkipReason>[];
  readonly warnings: readonly ImportProblem<WarningReason>[];
}

/** Of a key that is assigned more than once, the last assignment counts, as for every reader of such texts. */
export function classifyImport(text: string): ImportContent {
  const { assignments, strayLines } = parseWithWarnings(text);
  const last = new Map(assignments.map((one) => [one.key, one]));
  const warnings: ImportProblem<WarningReason>[] = strayLines.map((line) => ({
    reason: 'stray',
    key: '',
    line,
  }));
  const skipped: ImportProblem<SkipReason>[] = [];
  const entries: ImportEntry[] = [];
  const folded = new Map<string, string>();
  for (const one of assignments) {
    const { key, value, line, isTruncated, warning } = one;
    const warn = (reason: WarningReason): number => warnings.push({ reason, key, line });
    if (last.get(key)?.line !== line) {
      warn('repeated');
      continue;
    }
    if (isTruncated) warn('cut');
    if (warning === 'openQuote') warn('openQuote');
    if (!variableKey.safeParse(key).success) skipped.push({ reason: 'badKey', key, line });
    else if (value === '') skipped.push({ reason: 'empty', key, line });
    else if (warning === 'openBlock') skipped.push({ reason: 'openBlock', key, line });
    else {
      if (folded.has(key.toLowerCase())) warn('onlyCase');
      folded.set(key.toLowerCase(), key);
      entries.push({ key, value, line, isMarked: isMarkedSecret(one) });
    }
  }
  warnings.sort((a, b) => a.line - b.line);
  return { entries, keys: new Set(last.keys()), commentedKeys: findCommentedKeys(text), skipped, warnings };
}

/** A text and an environment, side by side. */
export interface ImportMatch {
  /** What may be set. */
  readonly entries: readonly ImportEntry[];
  /** Those of them that the environment doesn't have. */
  readonly newEntries: readonly ImportEntry[];
  /** What the environment has and the text hasn't: it goes when all is to be as in the text. */
  readonly extraKeys: readonly string[];
  /** What stays all the same: only named in a comment, since a text can't carry it. */
  readonly keptKeys: readonly string[];
  readonly skipped: readonly ImportProblem<SkipReason>[];
  readonly warnings: readonly ImportProblem<WarningReason>[];
}

/** A service that lists no variables creates none either: only those that are known here can be changed. */
export function matchWithEnvironment(
  content: ImportContent,
  { variables, isListed }: VariableList,
): ImportMatch {
  const known = new Set(variables.map(({ key }) => key));
  const byFolded = new Map(variables.map(({ key }) => [key.toLowerCase(), key]));
  const skipped = [...content.skipped];
  const warnings = [...content.warnings];
  const onlyCase = new Set(warnings.flatMap(({ reason, key }) => (reason === 'onlyCase' ? key : [])));
  const entries = content.entries.filter(({ key, line, value }) => {
    const isKnown = known.has(key);
    if (value === placeholder) {
      if (!isKnown) skipped.push({ reason: 'noValue', key, line });
      return false;
    }
    if (!isKnown && !isListed) skipped.push({ reason: 'notCreated', key, line });
    else if (!isKnown && byFolded.has(key.toLowerCase()) && !onlyCase.has(key))
      warnings.push({ reason: 'onlyCase', key, line });
    return isKnown || isListed;
  });
  const others = isListed ? variables.filter(({ key }) => !content.keys.has(key)) : [];
  const isKept = (one: KnownVariable): boolean => content.commentedKeys.has(one.key) && !canBeWritten(one);
  return {
    entries,
    newEntries: entries.filter(({ key }) => !known.has(key)),
    extraKeys: others.filter((one) => !isKept(one)).map(({ key }) => key),
    keptKeys: others.filter(isKept).map(({ key }) => key),
    skipped: skipped.sort((a, b) => a.line - b.line),
    warnings: warnings.sort((a, b) => a.line - b.line),
  };
}

/** `secrets`: those of the new keys. What is a secret stays one, also when it is gone meanwhile. */
export function findImportChanges(
  { entries, extraKeys }: ImportMatch,
  now: readonly KnownVariable[],
  { isReplaced, secrets }: { readonly isReplaced: boolean; readonly secrets: ReadonlySet<string> },
): RequestedChanges {
  const known = new Map(now.map((variable) => [variable.key, variable]));
  const set = entries.map(({ key, value, isMarked }): RequestedVariable => {
    const variable = known.get(key);
    const isSecret = variable ? variable.isSecret || isMarked : secrets.has(key);
    return { key, value, ...(isSecret && { isSecret }) };
  });
  return { set, remove: isReplaced ? extraKeys : [] };
}

/** Whether a `.env` text can hold it. */
function canBeWritten({ key, value, isSecret }: KnownVariable): boolean {
  return !isSecret && value !== undefined && formatAssignment(key, value) !== undefined;
}

/** Lines within a value count as well: what is named for nothing stays for nothing. */
function findCommentedKeys(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^[^\S\r\n\u2028\u2029]*#[^\S\r\n\u2028\u2029]*(\w+)/gm)].flatMap(
      ([, word]) => word ?? [],
    ),
  );
}
