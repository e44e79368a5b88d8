import * as vscode from 'vscode';
import { isNotFoundError } from '../api/errors.ts';
import type { AuditProblems } from '../domain/auditProblems.ts';
import { joinSentences } from '../editor/sentences.ts';
import { InputError } from '../editor/userError.ts';
import { omitUndefined } from '../fields.ts';
import { findEnvironment } from './findEnvironment.ts';
import { formatRecords } from './formatResult.ts';
import { parseInput, readAuditInput } from './inputSchemas.ts';
import type { AgentTool } from './tool.ts';

export const readAuditTool: AgentTool = {
  async run(input, call) {
    const { environment, auditId, offset } = parseInput(readAuditInput, input);
    const { signal, context, logReader } = call;
    const found =
      auditId === undefined && environment !== undefined
        ? await findEnvironment(environment, 'environment', call)
        : undefined;
    const reference = {
      auditId,
      environmentId: found?.environmentId,
      mcpServerUrl: found?.record?.mcpServerUrl,
    };
    const audit = await context.services
      .readAuditProblems(reference, logReader.mask, signal)
      .catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
        throw new InputError(vscode.l10n.t('auditId: the service has no such audit.'), { isPermanent: true });
      });
    const { targetUrl, status, createdAt, problems } = audit;
    const head = { audit: audit.auditId, targetUrl, ...omitUndefined({ status, createdAt }) };
    return formatRecords({
      intro: describeAudit(audit),
      records: problems.map((problem, index) => (index === offset ? { ...head, ...problem } : problem)),
      offset,
      mask: logReader.mask,
    });
  },
};

function describeAudit({ status, summary, problems }: AuditProblems): string {
  const isRunning = status === 'pending' || status === 'partial';
  return joinSentences(
    summary,
    problems.length === 0
      ? ''
      : vscode.l10n.t('The failed checks of any severity follow, the most severe first.'),
    isRunning ? vscode.l10n.t('Call the tool again later for the other checks.') : '',
  );
}
