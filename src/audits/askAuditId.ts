import * as vscode from 'vscode';
import { askInput } from '../editor/askInput.ts';
import { createIdValidator } from '../editor/idValidator.ts';
import type { ToProblem } from '../editor/problem.ts';

/** Prompts for the ID of an audit. The prompt stays open until `read` succeeds. */
export function askAuditId<T>(
  toProblem: ToProblem,
  question: { readonly title: string; readonly prompt?: string },
  read: (auditId: string) => Promise<T>,
): Promise<T> {
  return askInput({
    prompt: vscode.l10n.t('Enter the ID that the service assigned to the audit'),
    ...question,
    validate: createIdValidator(vscode.l10n.t('Enter an audit ID.')),
    accept: (typed) => read(typed.trim()),
    explainError: (error) => toProblem(error)?.message ?? '',
  });
}
