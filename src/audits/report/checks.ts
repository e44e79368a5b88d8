import * as l10n from '@vscode/l10n';
import type { AuditResult } from '../../api/audit.ts';
import { classifyCheck } from './checkKinds.ts';
import { formatAuditDuration, getPlatformName } from './labels.ts';
import type { Fact, ReportCheck } from './reportSchema.ts';

export function toReportCheck(result: AuditResult, index: number): ReportCheck {
  const { checkId, checkName, message, description, skipReason, durationMs, hint } = result;
  const unknown = describeUnknownValues(result);
  const text = (name: string, value: string | undefined) => (hasContent(value) ? { [name]: value } : {});
  return {
    index,
    kind: classifyCheck(result),
    name: getCheckName(result),
    category: result.category ?? '',
    isAboutViews: result.scope === 'view',
    platforms: result.platforms.map(getPlatformName),
    details: result.details.map((detail) => toDetailFact(detail)),
    additionalFacts: [
      ...('invalidValue' in result
        ? [{ label: l10n.t('Raw data'), value: formatFactValue(result.invalidValue) }]
        : []),
      ...listScopeFacts(result),
      ...toFacts(result.unknownFields),
      ...toFacts(hint?.unknownFields),
    ],
    ...text('id', hasContent(checkName) ? checkId : undefined),
    ...text('message', message),
    ...text('description', description),
    ...text('skipReason', skipReason),
    ...text('hint', hint?.text),
    ...text('unknownValues', unknown),
    ...(durationMs !== undefined && { duration: formatAuditDuration(durationMs) }),
  };
}

export function getCheckName({ checkName, checkId }: AuditResult): string {
  if (hasContent(checkName)) return checkName;
  return hasContent(checkId) ? checkId : l10n.t('Unnamed check');
}

/** Returns a fact for each unknown field, with the field's name as its label. */
export function toFacts(fields: Readonly<Record<string, unknown>> | undefined): readonly Fact[] {
  return Object.entries(fields ?? {}).map(([label, value]) => ({ label, value: formatFactValue(value) }));
}

function toDetailFact(detail: AuditResult['details'][number]): Fact {
  if ('invalidValue' in detail)
    return { label: l10n.t('Detail'), value: formatFactValue(detail.invalidValue) };
  const { label = l10n.t('Detail'), value, unknownFields = {} } = detail;
  const { value: invalidValue, ...otherFields } = unknownFields;
  const parts = [
    ...(value === undefined ? [] : [String(value)]),
    ...(invalidValue === undefined ? [] : [formatFactValue(invalidValue)]),
    ...toFacts(otherFields).map((fact) => `${fact.label}: ${fact.value}`),
  ];
  return { label, value: parts.join('\n') };
}

function listScopeFacts({ scope }: AuditResult): readonly Fact[] {
  if (!hasContent(scope) || scope === 'server') return [];
  return [{ label: l10n.t('Scope'), value: scope === 'view' ? l10n.t('Views') : scope }];
}

function describeUnknownValues({ status, severity }: AuditResult): string | undefined {
  const unknownValues = [
    ...(status === undefined ? [l10n.t('no status')] : []),
    ...(status !== undefined && !['pass', 'fail', 'skip', 'pending'].includes(status) ? [status] : []),
    ...(severity !== undefined && !['error', 'warning', 'info'].includes(severity) ? [severity] : []),
  ];
  return unknownValues.length > 0 ? unknownValues.join(', ') : undefined;
}

function formatFactValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}

/** Whether a text is present and not blank. */
export function hasContent(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
