import { ApiError, type ApiIssue, getBrokenRules } from '../../api/errors.ts';
import { fieldForIssuePath, listVariablesToSend, type ProjectDraft, type ProjectFieldKey } from './draft.ts';

/** A line of the summary. */
export type LineKey = ProjectFieldKey | 'environmentVariables';

/** An error with its fields under the names that a person knows them by. */
export function withNames(
  error: unknown,
  draft: ProjectDraft,
  labelOf: (key: ProjectFieldKey) => string,
): unknown {
  const broken = getBrokenRules(error);
  if (!(error instanceof ApiError) || broken.length === 0) return error;
  const nameOf = (path: string): string => {
    const field = fieldForIssuePath(path);
    if (field === undefined) return path;
    return field === 'environmentVariables' ? (keyOfPath(path, draft) ?? path) : labelOf(field);
  };
  const issues = broken.map(({ path, message }) => ({ path: nameOf(path), message }));
  return new ApiError(error.message, { ...error, issues });
}

/** What was said of each line; of the variables, with their keys. */
export function refusedLines(issues: readonly ApiIssue[], draft: ProjectDraft): Map<LineKey, string> {
  const said = new Map<LineKey, string>();
  for (const { path, message } of issues) {
    const field = fieldForIssuePath(path);
    if (field === undefined) continue;
    const before = said.get(field);
    const key = keyOfPath(path, draft);
    const words = key === undefined ? message : `${key}: ${message}`;
    said.set(field, before === undefined ? words : `${before}; ${words}`);
  }
  return said;
}

/** The key of the variable that the path of an issue is about: a number says nothing to anyone. */
function keyOfPath(path: string, draft: ProjectDraft): string | undefined {
  const at = /^environmentVariables\[(\d+)\]/.exec(path)?.[1];
  return at === undefined ? undefined : listVariablesToSend(draft)[Number(at)]?.key;
}
