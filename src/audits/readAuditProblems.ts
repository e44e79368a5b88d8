import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import type { Services } from '../context.ts';
import type { AuditProblem, AuditProblems } from '../domain/auditProblems.ts';
import { UserError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import type { AuditHistory } from './auditHistory.ts';
import { describeUnreadableAudits, readAudit } from './readAudit.ts';
import { checkKinds, isProblem } from './report/checkKinds.ts';
import { toReportCheck } from './report/checks.ts';
import { maskSecretTexts, redactUrl } from './report/redactUrl.ts';
import type { ReportCheck } from './report/reportSchema.ts';
import { summarizeLastAudit } from './summarizeLastAudit.ts';

type AuditReference = Parameters<Services['readAuditProblems']>[0];

/**
 * Returns the failed checks of an audit (`beacon.getAudit`). Rejects with a `UserError` if no audit of the environment
 * was started in this editor, or if the service doesn't return reports.
 */
export async function readAuditProblems(
  connection: Connection,
  history: AuditHistory,
  reference: AuditReference,
  signal: AbortSignal,
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
    checkCount: results.length,
    problems: problems
      .toSorted((a, b) => checkKinds.indexOf(a.kind) - checkKinds.indexOf(b.kind))
      .map(toAuditProblem),
    ...omitUndefined({ status, createdAt }),
  };
}

function findLastAuditId(
  history: AuditHistory,
  { environmentId = '', mcpServerUrl }: AuditReference,
): string {
  const last = summarizeLastAudit(history.list(), environmentId, mcpServerUrl);
  if (last) return last.auditId;
  throw new UserError(vscode.l10n.t('No audit of this environment has been started in this editor.'), {
    remedies: [{ label: vscode.l10n.t('Run Audit...'), icon: 'checklist', command: 'hostedMcp.runAudit' }],
    needsRemedy: true,
  });
}

/** Returns the fields of a failed check that help to fix it. */
function toAuditProblem(check: ReportCheck): AuditProblem {
  const { name, kind, category, message, description, hint, platforms, details } = check;
  const texts = omitUndefined({ category: category || undefined, message, expectation: description, hint });
  return {
    check: maskSecretTexts(name),
    severity: kind === 'warning' || kind === 'info' ? kind : 'error',
    ...Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, maskSecretTexts(text)])),
    ...(platforms.length > 0 && { clients: platforms.map(maskSecretTexts) }),
    ...(details.length > 0 && {
      details: details.map(({ label, value }) =>
        maskSecretTexts(value === '' ? label : `${label}: ${value}`),
      ),
    }),
  };
}
