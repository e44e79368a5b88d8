import * as vscode from 'vscode';
import { formatAge, formatElapsedTime } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import type { Node } from '../explorer/node.ts';
import { type AuditRecord, findPreviousRecord, getTargetKey, hasReport, isResumable } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeRecord, listAllCounts } from './recordTexts.ts';
import { rateCounts, type VerdictTone } from './report/checkKinds.ts';
import { getCategoryLabel } from './report/labels.ts';

type NodeIcon = NonNullable<Node['icon']>;

/** A row for an audited target. Its audits are below. */
export interface AuditTargetNode extends Node {
  readonly kind: 'auditTarget';
  readonly auditTarget: string;
  /** The ID of the newest audit. */
  readonly auditId: string;
  readonly targetUrl: string;
  readonly records: readonly AuditRecord[];
}

/** A row for an audit, with the fields that commands read. */
export interface AuditNode extends Node {
  readonly kind: 'audit';
  readonly auditId: string;
  readonly targetUrl: string;
}

/** Groups audits by target. The target with the newest audit is first. `records`: the newest first. */
export function createTargetNodes(records: readonly AuditRecord[]): readonly AuditTargetNode[] {
  return [...Map.groupBy(records, getTargetKey)].flatMap(([key, ofTarget]) => {
    const [newest] = ofTarget;
    return newest ? [createTargetNode(key, newest, ofTarget)] : [];
  });
}

function createTargetNode(
  key: string,
  newest: AuditRecord,
  records: readonly AuditRecord[],
): AuditTargetNode {
  const label = describeTarget(newest);
  const count = records.length === 1 ? vscode.l10n.t('1 audit') : vscode.l10n.t('{0} audits', records.length);
  const verdict = describeRecord(newest);
  return {
    kind: 'auditTarget',
    id: `auditTarget/${key}`,
    auditTarget: key,
    auditId: newest.id,
    label,
    records,
    targetUrl: newest.targetUrl,
    description: verdict,
    tooltip: [label, newest.targetUrl, count, vscode.l10n.t('Latest: {0}', verdict)].join('\n'),
    icon: { id: newest.environmentId === undefined ? 'globe' : 'server-environment' },
    isExpanded: true,
    accessibilityLabel: vscode.l10n.t('{0}, {1}, latest: {2}', label, count, verdict),
  };
}

/** Creates the row of an audit. `all`: all audits of the target, the newest first. `now`: milliseconds since 1970. */
export function createAuditNode(record: AuditRecord, all: readonly AuditRecord[], now: number): AuditNode {
  const { language } = vscode.env;
  const verdict = describeRecord(record);
  const without = describeExclusions(record);
  const ms = now - record.startedAt;
  const age = (style: 'narrow' | 'long') =>
    record.end === undefined
      ? formatElapsedTime(ms, language, style === 'long' ? 'long' : 'short')
      : formatAge(ms, language, style);
  const describes = (style: 'narrow' | 'long') =>
    [age(style), without].filter((part) => part !== undefined).join(' · ');
  const [description, spoken] = [describes('narrow'), describes('long')];
  return {
    kind: 'audit',
    id: `audit/${record.id}`,
    auditId: record.id,
    targetUrl: record.targetUrl,
    label: verdict,
    description: description,
    tooltip: [
      verdict,
      record.targetUrl,
      ...(record.counts ? [listAllCounts(record.counts)] : []),
      ...(without ? [without] : []),
      vscode.l10n.t('Started: {0}', new Date(record.startedAt).toLocaleString(language)),
      ...(record.hasQuery ? [vscode.l10n.t("The URL's query string was sent but isn't saved.")] : []),
      vscode.l10n.t('Audit ID: {0}', record.id),
    ].join('\n'),
    icon: chooseAuditIcon(record),
    context: [
      ...(record.end === undefined ? ['running'] : []),
      ...(isResumable(record) ? ['resumable'] : []),
      ...(hasReport(record) ? ['report'] : []),
      ...(hasReport(record) && findPreviousRecord(all, record) ? ['comparable'] : []),
    ].join(' '),
    command: { label: vscode.l10n.t('Show Report'), command: 'hostedMcp.showAuditReport' },
    accessibilityLabel:
      spoken === ''
        ? vscode.l10n.t('{0}, audit of {1}', verdict, describeTarget(record))
        : vscode.l10n.t('{0}, {1}, audit of {2}', verdict, spoken, describeTarget(record)),
  };
}

function describeExclusions({ excludeCategories }: AuditRecord): string | undefined {
  const names = toPlainText(excludeCategories.map((one) => getCategoryLabel(one)).join(', '));
  return names === '' ? undefined : vscode.l10n.t('excluding {0}', names);
}

const toneIcons: Readonly<Record<VerdictTone, NodeIcon>> = {
  failed: { id: 'error', color: 'problemsErrorIcon.foreground' },
  warned: { id: 'warning', color: 'problemsWarningIcon.foreground' },
  passed: { id: 'pass', color: 'testing.iconPassed' },
  open: { id: 'question' },
};

/** Returns an icon whose color has the same meaning as the label. */
function chooseAuditIcon({ end, status, counts }: AuditRecord): NodeIcon {
  if (end === undefined) return { id: 'sync~spin' };
  if (end === 'late') return { id: 'watch' };
  if (end !== 'over') return { id: 'info' };
  if (status === 'failed') return { id: 'circle-slash', color: 'problemsErrorIcon.foreground' };
  if (!counts) return { id: 'question' };
  return toneIcons[rateCounts(counts)];
}
