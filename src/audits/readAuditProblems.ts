import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { AuditProblems } from '../domain/auditProblems.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { AuditHistory } from './auditHistory.ts';
import { describeUnreadableAudits, readAudit } from './readAudit.ts';
import { checkKinds, isProblem } from './report/checkKinds.ts';
import { toReportCheck } from './report/checks.ts';
import { toPromptData } from './report/fixPrompt.ts';
import { redactUrl } from './report/redactUrl.ts';
import type { ReportCheck } from './report/reportSchema.ts';
import { summarizeAudit } from './report/verdict.ts';
import { summarizeLastAudit } from './summarizeLastAudit.ts';

type Arguments = Parameters<Services['readAuditProblems']>;

/**
 * Returns the failed checks of an audit (`beacon.getAudit`). Rejects with a `UserError` if no audit of the environment
 * was started in this editor, or if the service doesn't return reports.
 */
export async function readAuditProblems(
  connection: Connection,
  history: AuditHistory,
  ...[reference, mask, signal]: Arguments
): Promise<AuditProblems> {
  const auditId = reference.auditId ?? findLastAuditId(history, reference);
  const audit = await readAudit(connection, auditId, { signal });
  if (!audit) throw new UserError(describeUnreadableAudits(), { isPermanent: true });
  const { status, createdAt, report } = audit;
  const results = report?.results ?? [];
  const problems = results.map((result, index) => toReportCheck(result, index)).filter(isProblem);
  return {
    auditId,
    targetUrl: redactUrl(audit.targetUrl ?? history.get(auditId)?.targetUrl ?? ''),
    summary: summarizeAudit(audit),
    problems: problems
      .toSorted((a, b) => checkKinds.indexOf(a.kind) - checkKinds.indexOf(b.kind))
      .map((check) => createCheckData(check, mask)),
    ...omitUndefined({ status, createdAt }),
  };
}

/** Returns the data of a failed check for a model. `mask` masks secrets in the texts before they are shortened. */
export function createCheckData(check: ReportCheck, mask: (text: string) => string): object {
  return toPromptData({
    ...check,
    ...Object.fromEntries(
      Object.entries(check).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value]),
    ),
    platforms: check.platforms.map(mask),
    // With its label, because the label can be the name of a secret.
    details: check.details.map(({ label, value }) => ({
      label: mask(value === '' ? label : `${label}: ${value}`),
      value: '',
    })),
  });
}

function findLastAuditId(history: AuditHistory, { environmentId = '', mcpServerUrl }: Arguments[0]): string {
  const last = summarizeLastAudit(history.list(), environmentId, mcpServerUrl);
  if (last) return last.auditId;
  throw new UserError(vscode.l10n.t('No audit of this environment has been started in this editor.'), {
    remedies: [{ label: vscode.l10n.t('Run Audit...'), icon: 'checklist', command: 'hostedMcp.runAudit' }],
    isPermanent: true,
  });
}
