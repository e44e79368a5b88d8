import * as vscode from 'vscode';
import { formatAge, formatElapsedTime, formatShortAge } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import type { Node } from '../explorer/node.ts';
import { type AuditRecord, findPreviousRecord, getTargetKey, hasReport, isResumable } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeRecord, listAllCounts } from './recordTexts.ts';
import { rateCounts, type VerdictTone } from './report/checkKinds.ts';
import { getCategoryLabel } from './report/labels.ts';

type NodeIcon = NonNullable<Node['icon']>;

/** The row of an audited target, which contains the rows of its audits. */
export interface AuditTargetNode extends Node {
  readonly kind: 'auditTarget';
  /** The key of the target, a result of `getTargetKey`. */
  readonly auditTarget: string;
  /** The ID of the newest audit. */
  readonly auditId: string;
  readonly targetUrl: string;
  readonly records: readonly AuditRecord[];
}

/** The row of an audit. */
export interface AuditNode extends Node {
  readonly kind: 'audit';
  readonly auditId: string;
  readonly targetUrl: string;
}

/**
 * Creates a row for each target. The target with the newest audit is first. `records` must be sorted, the newest first.
 */
export function createTargetNodes(records: readonly AuditRecord[]): readonly AuditTargetNode[] {
  return [...Map.groupBy(records, getTargetKey)].flatMap(([key, targetRecords]) => {
    const [newest] = targetRecords;
    return newest ? [createTargetNode(key, newest, targetRecords)] : [];
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
    // With several audits, a click only expands or collapses the row.
    ...(records.length === 1 && {
      command: { label: vscode.l10n.t('Open Report'), command: 'hostedMcp.showAuditReport' },
    }),
    accessibilityLabel: vscode.l10n.t('{0}, {1}, latest: {2}', label, count, verdict),
  };
}

/**
 * Creates the row of an audit. `all` are all audits of the target, the newest first. `now` is the current time in
 * milliseconds since the epoch.
 */
export function createAuditNode(record: AuditRecord, all: readonly AuditRecord[], now: number): AuditNode {
  const { language } = vscode.env;
  const verdict = describeRecord(record);
  const exclusions = describeExclusions(record);
  const ms = now - record.startedAt;
  const isRunning = record.end === undefined;
  const age = isRunning ? formatElapsedTime(ms, language, 'short') : formatShortAge(ms, language);
  const spokenAge = isRunning ? formatElapsedTime(ms, language, 'long') : formatAge(ms, language);
  const [description = '', spokenDescription = ''] = [age, spokenAge].map((time) =>
    [time, exclusions].filter((part) => part !== undefined).join(' · '),
  );
  return {
    kind: 'audit',
    id: `audit/${record.id}`,
    auditId: record.id,
    targetUrl: record.targetUrl,
    label: verdict,
    description,
    tooltip: [
      verdict,
      record.targetUrl,
      ...(record.counts ? [listAllCounts(record.counts)] : []),
      ...(exclusions ? [exclusions] : []),
      vscode.l10n.t('Started: {0}', formatDateWithAge(record.startedAt, now)),
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
    command: { label: vscode.l10n.t('Open Report'), command: 'hostedMcp.showAuditReport' },
    accessibilityLabel:
      spokenDescription === ''
        ? vscode.l10n.t('{0}, audit of {1}', verdict, describeTarget(record))
        : vscode.l10n.t('{0}, {1}, audit of {2}', verdict, spokenDescription, describeTarget(record)),
  };
}

function describeExclusions({ excludeCategories }: AuditRecord): string | undefined {
  const names = toPlainText(excludeCategories.map((category) => getCategoryLabel(category)).join(', '));
  return names === '' ? undefined : vscode.l10n.t('excluding {0}', names);
}

const toneIcons: Readonly<Record<VerdictTone, NodeIcon>> = {
  failed: { id: 'error', color: 'problemsErrorIcon.foreground' },
  warned: { id: 'warning', color: 'problemsWarningIcon.foreground' },
  passed: { id: 'pass', color: 'testing.iconPassed' },
  open: { id: 'question' },
};

/** Returns the icon of an audit. Its color corresponds to the label of the row. */
function chooseAuditIcon({ end, status, counts }: AuditRecord): NodeIcon {
  if (end === undefined) return { id: 'sync~spin' };
  if (end === 'late') return { id: 'watch' };
  if (end !== 'over') return { id: 'info' };
  if (status === 'failed') return { id: 'circle-slash', color: 'problemsErrorIcon.foreground' };
  if (!counts) return { id: 'question' };
  return toneIcons[rateCounts(counts)];
}
