import * as l10n from '@vscode/l10n';
import type { McpSessionState } from '../mcpSession.ts';
import { isJsonObject } from '../schema/json.ts';
import { type FieldType, findTypeProblems, type TypeProblem } from '../wire/fieldTypes.ts';
import type { LintIssue } from './lintIssue.ts';

/** Finds the fields of an item that have wrong types, for which there are no rules. */
export function lintFieldTypes(item: unknown, type: FieldType): readonly LintIssue[] {
  return isJsonObject(item) ? toLintIssues(findTypeProblems(item, type)) : [];
}

/** Returns the issues of the handshake and of the responses with lists, without those of their items. */
export function lintSession(
  connection: McpSessionState['connection'],
  lists: McpSessionState['lists'],
): readonly LintIssue[] {
  const listProblems = Object.values(lists).flatMap((list) => list.problems ?? []);
  return toLintIssues([...(connection?.problems ?? []), ...listProblems]);
}

function toLintIssues(problems: readonly TypeProblem[]): readonly LintIssue[] {
  const fieldTypeReason = l10n.t('Clients that use an MCP SDK might reject the whole response.');
  return problems.map(({ path, message, reason }) => ({
    severity: 'error',
    message,
    reason: reason ?? fieldTypeReason,
    ...(path !== '' && { path }),
    rule: reason === undefined ? 'field-type' : 'notification',
  }));
}
