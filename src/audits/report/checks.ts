import * as l10n from '@vscode/l10n';
import type { AuditResult } from '../../api/audit.ts';
import { classifyCheck } from './checkKinds.ts';
import type { Check, Fact } from './shape.ts';
import { durationWords, platformName } from './texts.ts';

export function checkOf(result: AuditResult, index: number): Check {
  const { checkId, checkName, message, description, skipReason, durationMs, hint } = result;
  const unknown = unknownWord(result);
  const text = (name: string, value: string | undefined) => (has(value) ? { [name]: value } : {});
  return {
    index,
    kind: classifyCheck(result),
    name: nameOf(result),
    category: result.category ?? '',
    isAboutViews: result.scope === 'view',
    platforms: result.platforms.map(platformName),
    details: result.details.map((one) => detailOf(one)),
    others: [
      ...('unread' in result ? [{ label: l10n.t('Raw data'), value: valueText(result.unread) }] : []),
      ...scopeFacts(result),
      ...factsOf(result.others),
      ...factsOf(hint?.others),
    ],
    ...text('id', has(checkName) ? checkId : undefined),
    ...text('message', message),
    ...text('description', description),
    ...text('skipReason', skipReason),
    ...text('hint', hint?.text),
    ...text('unknown', unknown),
    ...(durationMs !== undefined && { duration: durationWords(durationMs) }),
  };
}

export function nameOf({ checkName, checkId }: AuditResult): string {
  if (has(checkName)) return checkName;
  return has(checkId) ? checkId : l10n.t('Unnamed check');
}

/** Fields that aren't known here, by their names. */
export function factsOf(others: Readonly<Record<string, unknown>> | undefined): readonly Fact[] {
  return Object.entries(others ?? {}).map(([label, value]) => ({ label, value: valueText(value) }));
}

function detailOf(detail: AuditResult['details'][number]): Fact {
  if ('unread' in detail) return { label: l10n.t('Detail'), value: valueText(detail.unread) };
  const { label = l10n.t('Detail'), value, others = {} } = detail;
  const { value: odd, ...rest } = others;
  const parts = [
    ...(value === undefined ? [] : [String(value)]),
    ...(odd === undefined ? [] : [valueText(odd)]),
    ...factsOf(rest).map((one) => `${one.label}: ${one.value}`),
  ];
  return { label, value: parts.join('\n') };
}

function scopeFacts({ scope }: AuditResult): readonly Fact[] {
  if (!has(scope) || scope === 'server') return [];
  return [{ label: l10n.t('Scope'), value: scope === 'view' ? l10n.t('Views') : scope }];
}

function unknownWord({ status, severity }: AuditResult): string | undefined {
  const odd = [
    ...(status === undefined ? [l10n.t('no status')] : []),
    ...(status !== undefined && !['pass', 'fail', 'skip', 'pending'].includes(status) ? [status] : []),
    ...(severity !== undefined && !['error', 'warning', 'info'].includes(severity) ? [severity] : []),
  ];
  return odd.length > 0 ? odd.join(', ') : undefined;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}

function has(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
