import { type EnvEdits, editEnv } from '../env/editEnv.ts';
import { parseWithWarnings } from '../env/envWarnings.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { isMarkedSecret, secretKeyword, valuePlaceholder } from '../env/notation.ts';
import { type Assignment, parseEnv } from '../env/parseEnv.ts';
import type { RequestedVariable } from '../plan.ts';
import type { KnownVariable } from '../variable.ts';
import type { DocumentIssue, DocumentIssueKind } from './documentIssues.ts';

/** Formats variables as a document. `headerLines`: the comment at the top. */
export function formatDocument(headerLines: readonly string[], variables: readonly KnownVariable[]): string {
  const lines = [
    ...headerLines.map((line) => `# ${line}`),
    '',
    ...variables.map((one) => formatVariable(one)),
  ];
  return `${lines.join('\n')}\n`;
}

interface DocumentContent {
  readonly requestedVariables: readonly RequestedVariable[];
  readonly issues: readonly DocumentIssue[];
  /** The zero-based line of each key. */
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * Parses a document, and finds its problems. `base`: the variables that the document was created from. `looksSecret`:
 * whether a new key or its value looks like a secret.
 */
export function parseDocument(
  text: string,
  base: readonly KnownVariable[],
  looksSecret: (key: string, value: string) => boolean,
): DocumentContent {
  const { assignments, strayLines } = parseWithWarnings(text);
  const knownKeys = new Set(base.map(({ key }) => key));
  const keysByLowerCase = new Map<string, string>();
  const issues: DocumentIssue[] = strayLines.map((line) => ({ kind: 'stray', line, endLine: line }));
  for (const assignment of assignments) {
    const { key, value, line, endLine } = assignment;
    const addIssue = (kind: DocumentIssueKind): number => issues.push({ kind, line, endLine, key });
    const lowerCaseKey = key.toLowerCase();
    if (keysByLowerCase.get(lowerCaseKey) === key) addIssue('repeated');
    else if (keysByLowerCase.has(lowerCaseKey)) addIssue('onlyCase');
    keysByLowerCase.set(lowerCaseKey, key);
    for (const kind of findIssues(assignment, knownKeys.has(key))) addIssue(kind);
    const isNewSecret = !knownKeys.has(key) && !isMarkedSecret(assignment) && looksSecret(key, value);
    if (isNewSecret) addIssue('looksSecret');
  }
  return {
    requestedVariables: assignments.map(toRequestedVariable),
    issues,
    lines: new Map(assignments.map(({ key, line }) => [key, line])),
  };
}

type CheckedAssignment = ReturnType<typeof parseWithWarnings>['assignments'][number];

function findIssues(
  { key, value, isTruncated, warning }: CheckedAssignment,
  isKnown: boolean,
): readonly DocumentIssueKind[] {
  const kinds: DocumentIssueKind[] = [];
  // Existing keys are accepted even if they break the rules.
  if (!isKnown && key.length < 2) kinds.push('keyTooShort');
  else if (!isKnown && !/^[a-zA-Z][a-zA-Z0-9_]+$/.test(key)) kinds.push('keyForm');
  if (value === '') kinds.push('empty');
  else if (value === valuePlaceholder && !isKnown) kinds.push('noValue');
  if (isTruncated && value !== '') kinds.push('cut');
  if (warning) kinds.push(warning);
  return kinds;
}

function toRequestedVariable(assignment: CheckedAssignment): RequestedVariable {
  const { key, value } = assignment;
  return {
    key,
    ...(value !== valuePlaceholder && { value }),
    ...(isMarkedSecret(assignment) && { isSecret: true }),
  };
}

/**
 * Updates the text to the current variables of the service. Keeps comments, the order, and the assignments of the keys
 * in `keysToKeep`.
 */
export function refreshDocument(
  text: string,
  current: readonly KnownVariable[],
  keysToKeep: ReadonlySet<string> = new Set(),
): string {
  const assignmentsByKey = new Map(parseEnv(text).assignments.map((one) => [one.key, one]));
  const existingKeys = new Set(current.map(({ key }) => key));
  const edits = new Map<string, string | null>();
  for (const variable of current) {
    const { key } = variable;
    if (keysToKeep.has(key)) continue;
    const one = assignmentsByKey.get(key);
    const isSame = one && (one.value === valuePlaceholder || one.value === variable.value);
    const isMarkCorrect = one !== undefined && isMarkedSecret(one) === variable.isSecret;
    if (!isSame || !isMarkCorrect) edits.set(key, formatVariable(variable, one));
  }
  for (const key of assignmentsByKey.keys())
    if (!existingKeys.has(key) && !keysToKeep.has(key)) edits.set(key, null);
  return editEnv(text, edits satisfies EnvEdits);
}

/**
 * Formats the assignment of a variable. Keeps the comment of the replaced assignment, but not the rest of a truncated
 * value.
 */
function formatVariable({ key, value, isSecret }: KnownVariable, replaced?: Assignment): string {
  const assignment = isSecret || value === undefined ? undefined : formatAssignment(key, value);
  const line = assignment ?? `${key}=${valuePlaceholder}`;
  const wasMarked = replaced !== undefined && isMarkedSecret(replaced);
  // `editEnv` keeps the existing comment.
  if (!replaced?.isTruncated && wasMarked === isSecret) return line;
  const parts = [
    isSecret ? secretKeyword : '',
    replaced?.isTruncated ? '' : (replaced?.comment ?? '').slice(wasMarked ? secretKeyword.length : 0),
  ];
  const comment = parts
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .join(' ');
  return comment === '' ? `${line} #` : `${line} # ${comment}`;
}
