import * as l10n from '@vscode/l10n';
import type { McpSessionState } from '../mcpSession.ts';
import { isJsonObject } from '../schema/json.ts';
import { type FieldType, findTypeProblems, type TypeProblem } from '../wire/fieldTypes.ts';
import type { LintIssue } from './lintIssue.ts';

/** The faults of an offer in fields that have no rule of their own. */
export function lintFieldTypes(offer: unknown, type: FieldType): readonly LintIssue[] {
  return isJsonObject(offer) ? toLintIssues(findTypeProblems(offer, type)) : [];
}

/** The faults of the handshake, and of the lists as wholes. */
export function lintSession(
  link: McpSessionState['connection'],
  lists: McpSessionState['lists'],
): readonly LintIssue[] {
  const problems = Object.values(lists).flatMap((list) => list.problems ?? []);
  return toLintIssues([...(link?.problems ?? []), ...problems]);
}

function toLintIssues(problems: readonly TypeProblem[]): readonly LintIssue[] {
  const ofFields = l10n.t('Clients that use an MCP SDK might reject the whole response.');
  return problems.map(({ path, message, why }) => ({
    severity: 'error',
    message,
    why: why ?? ofFields,
    ...(path !== '' && { path }),
    rule: why === undefined ? 'field-type' : 'notification',
  }));
}
