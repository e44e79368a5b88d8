import { type EnvEdits, editEnv } from '../env/editEnv.ts';
import { parseWithWarnings } from '../env/envWarnings.ts';
import { formatAssignment } from '../env/formatAssignment.ts';
import { type Assignment, parseEnv } from '../env/parseEnv.ts';
import { isMarkedSecret, secretMark } from '../env/secretMark.ts';
import type { RequestedVariable } from '../plan.ts';
import type { KnownVariable } from '../variable.ts';
import type { DocumentIssue, DocumentIssueKind } from './issue.ts';
import { placeholder } from './placeholder.ts';

/** The variables as a document: `head` is a comment for its reader, one line each. */
export function formatDocument(head: readonly string[], variables: readonly KnownVariable[]): string {
  const lines = [...head.map((line) => `# ${line}`), '', ...variables.map((one) => formatVariable(one))];
  return `${lines.join('\n')}\n`;
}

interface DocumentContent {
  readonly requested: readonly RequestedVariable[];
  readonly issues: readonly DocumentIssue[];
  /** By key, where it stands; from 0. */
  readonly lines: ReadonlyMap<string, number>;
}

/** What a document says, and what is wrong with it. `looksSecret`: whether a new key reads like one of a secret. */
export function parseDocument(
  text: string,
  base: readonly KnownVariable[],
  looksSecret: (key: string, value: string) => boolean,
): DocumentContent {
  const { assignments, strayLines } = parseWithWarnings(text);
  const known = new Set(base.map(({ key }) => key));
  const seen = new Map<string, string>();
  const issues: DocumentIssue[] = strayLines.map((line) => ({ kind: 'stray', line, endLine: line }));
  const requested: RequestedVariable[] = [];
  for (const one of assignments) {
    const { key, value, line, endLine, isTruncated, warning } = one;
    const issue = (kind: DocumentIssueKind): void => {
      issues.push({ kind, line, endLine, key });
    };
    const isSecret = isMarkedSecret(one);
    const folded = key.toLowerCase();
    if (seen.get(folded) === key) issue('repeated');
    else if (seen.has(folded)) issue('onlyCase');
    seen.set(folded, key);
    // A key that the service has is right, whatever the rules say.
    if (!known.has(key) && key.length < 2) issue('keyTooShort');
    else if (!known.has(key) && !/^[a-zA-Z][a-zA-Z0-9_]+$/.test(key)) issue('keyForm');
    if (value === '') issue('empty');
    else if (value === placeholder && !known.has(key)) issue('noValue');
    if (isTruncated && value !== '') issue('cut');
    if (warning) issue(warning);
    if (!known.has(key) && !isSecret && looksSecret(key, value)) issue('looksSecret');
    requested.push({
      key,
      ...(value !== placeholder && { value }),
      ...(isSecret && { isSecret }),
    });
  }
  return { requested, issues, lines: new Map(assignments.map(({ key, line }) => [key, line])) };
}

/**
 * The text with what the service has now. Comments and order stay; so do the keys in `keep`, which say what wasn't
 * applied.
 */
export function refreshDocument(
  text: string,
  now: readonly KnownVariable[],
  keep: ReadonlySet<string> = new Set(),
): string {
  const written = new Map(parseEnv(text).assignments.map((one) => [one.key, one]));
  const there = new Set(now.map(({ key }) => key));
  const edits = new Map<string, string | null>();
  for (const variable of now) {
    const { key } = variable;
    if (keep.has(key)) continue;
    const one = written.get(key);
    const isSame = one && (one.value === placeholder || one.value === variable.value);
    const isMarkRight = one !== undefined && isMarkedSecret(one) === variable.isSecret;
    if (!isSame || !isMarkRight) edits.set(key, formatVariable(variable, one));
  }
  for (const key of written.keys()) if (!there.has(key) && !keep.has(key)) edits.set(key, null);
  return editEnv(text, edits satisfies EnvEdits);
}

/** `instead`: the line that it takes the place of, whose comment stays. The rest of a value that `#` has cut is none. */
function formatVariable({ key, value, isSecret }: KnownVariable, instead?: Assignment): string {
  const shown = isSecret || value === undefined ? undefined : formatAssignment(key, value);
  const line = shown ?? `${key}=${placeholder}`;
  const wasMarked = instead !== undefined && isMarkedSecret(instead);
  // Its comment stays by itself.
  if (!instead?.isTruncated && wasMarked === isSecret) return line;
  const words = [
    isSecret ? secretMark : '',
    instead?.isTruncated ? '' : (instead?.comment ?? '').slice(wasMarked ? secretMark.length : 0),
  ];
  const comment = words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .join(' ');
  return comment === '' ? `${line} #` : `${line} # ${comment}`;
}
