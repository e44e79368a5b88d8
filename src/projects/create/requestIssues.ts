import { ApiError, type ApiIssue, formatApiIssues, getRequestIssues } from '../../api/errors.ts';
import {
  findFieldByIssuePath,
  listVariablesToSend,
  type ProjectDraft,
  type ProjectFieldKey,
} from './draft.ts';

/** The key of a summary line: a field, or the variables. */
export type ProjectLineKey = ProjectFieldKey | 'environmentVariables';

/** Returns an error whose issues have labels instead of paths. Other errors are returned unchanged. */
export function labelIssueFields(
  error: unknown,
  draft: ProjectDraft,
  getLabel: (key: ProjectFieldKey) => string,
): unknown {
  const requestIssues = getRequestIssues(error);
  if (!(error instanceof ApiError) || requestIssues.length === 0) return error;
  const labelPath = (path: string): string => {
    const field = findFieldByIssuePath(path);
    if (field === undefined) return path;
    return field === 'environmentVariables' ? (findVariableKey(path, draft) ?? path) : getLabel(field);
  };
  const issues = requestIssues.map(({ path, message }) => ({ path: labelPath(path), message }));
  return new ApiError(error.message, { ...error, issues });
}

/** Returns the messages of issues by summary line. The subject of a message is the label of the field or a variable's key. */
export function groupIssuesByLine(
  issues: readonly ApiIssue[],
  draft: ProjectDraft,
  getLabel: (key: ProjectFieldKey) => string,
): Map<ProjectLineKey, string> {
  const texts = new Map<ProjectLineKey, string>();
  for (const { path, message } of issues) {
    const field = findFieldByIssuePath(path);
    if (field === undefined) continue;
    const previousText = texts.get(field);
    const subject = findVariableKey(path, draft) ?? (field === 'environmentVariables' ? '' : getLabel(field));
    const text = subject === '' ? message : formatApiIssues([{ path: subject, message }]);
    texts.set(field, previousText === undefined ? text : `${previousText}; ${text}`);
  }
  return texts;
}

/** Returns the key of the variable to which the path of an issue belongs. The path contains only its index. */
function findVariableKey(path: string, draft: ProjectDraft): string | undefined {
  const index = /^environmentVariables\[(\d+)\]/.exec(path)?.[1];
  return index === undefined ? undefined : listVariablesToSend(draft)[Number(index)]?.key;
}
