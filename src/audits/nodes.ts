import * as vscode from 'vscode';
import { formatAge, formatElapsedTime, formatShortAge } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import type { Node } from '../explorer/node.ts';
import {
  type AuditRecord,
  findPreviousRecord,
  getTargetKey,
  hasReport,
  isResumable,
  isRunningStatus,
} from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { describeRecord, listAllCounts, summarizeRecord } from './recordTexts.ts';
import { rateCounts, type VerdictTone } from './report/checkKinds.ts';
import { getCategoryLabel } from './report/labels.ts';

type NodeIcon = NonNullable<Node['icon']>;

/** The row of a target with several audits, which contains the rows of these audits. */
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
 * Creates a row for each target. The target with the newest audit is first. The row of a target with a single audit
 * stands for that audit. `records` must be sorted, the newest first. `now` is the current time in milliseconds since the
 * epoch.
 */
export function createTargetNodes(
  records: readonly AuditRecord[],
  now: number,
): readonly (AuditTargetNode | AuditNode)[] {
  return [...Map.groupBy(records, getTargetKey)].flatMap<AuditTargetNode | AuditNode>(
    ([key, targetRecords]) => {
      const [newest, ...others] = targetRecords;
      if (!newest) return [];
      return others.length === 0
        ? [createOnlyAuditNode(newest, now)]
        : [createTargetNode(key, newest, targetRecords)];
    },
  );
}

/** Creates the row of a target's only audit. */
function createOnlyAuditNode(record: AuditRecord, now: number): AuditNode {
  const node = createAuditNode(record, [record], now);
  const label = describeTarget(record);
  return {
    ...node,
    label,
    description: [summarizeRecord(record), node.description].filter(Boolean).join(' · '),
    tooltip: `${label}\n${node.tooltip}`,
  };
}

function createTargetNode(
  key: string,
  newest: AuditRecord,
  records: readonly AuditRecord[],
): AuditTargetNode {
  const label = describeTarget(newest);
  const count = vscode.l10n.t('{0} audits', records.length);
  const verdict = describeRecord(newest);
  return {
    kind: 'auditTarget',
    id: `auditTarget/${key}`,
    auditTarget: key,
    auditId: newest.id,
    label,
    records,
    targetUrl: newest.targetUrl,
    description: summarizeRecord(newest),
    tooltip: [label, newest.targetUrl, count, vscode.l10n.t('Latest: {0}', verdict)].join('\n'),
    icon: chooseAuditIcon(newest),
    isExpanded: true,
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
  failed: { id: 'error', color: 'errorForeground' },
  warned: { id: 'warning', color: 'problemsWarningIcon.foreground' },
  passed: { id: 'pass', color: 'testing.iconPassed' },
  open: { id: 'question' },
};

/** Returns the icon of an audit. Its color corresponds to the label of the row. */
function chooseAuditIcon({ end, status, counts }: AuditRecord): NodeIcon {
  if (end === undefined) return { id: isRunningStatus(status) ? 'sync~spin' : 'question' };
  if (end === 'late') return { id: 'watch' };
  if (end !== 'over') return { id: 'info' };
  if (status === 'failed') return { id: 'circle-slash', color: 'errorForeground' };
  if (!counts) return { id: 'question' };
  return toneIcons[rateCounts(counts)];
}
