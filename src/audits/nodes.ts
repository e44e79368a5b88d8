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
  const targets = [...Map.groupBy(records, getTargetKey)];
  const newestRecords = targets.flatMap(([, [newest]]) => newest ?? []);
  return targets.flatMap<AuditTargetNode | AuditNode>(([key, targetRecords]) => {
    const [newest, ...others] = targetRecords;
    if (!newest) return [];
    const name = shortenTargetName(newest, newestRecords);
    return others.length === 0
      ? [createOnlyAuditNode(newest, name, now)]
      : [createTargetNode(key, newest, { records: targetRecords, name, now })];
  });
}

/**
 * Shortens the URL of a target to its path if another target has the same host and none has the same path, because rows
 * have little space. The tooltip has the whole URL. `targets` has a record of each target.
 */
function shortenTargetName(record: AuditRecord, targets: readonly AuditRecord[]): string {
  const name = describeTarget(record);
  const url = readTargetUrl(record);
  if (!url || url.pathname === '/') return name;
  const others = targets
    .filter((target) => getTargetKey(target) !== getTargetKey(record))
    .map(readTargetUrl)
    .filter((other) => other !== undefined);
  const isShort =
    others.some(({ host }) => host === url.host) && others.every(({ pathname }) => pathname !== url.pathname);
  return isShort ? url.pathname : name;
}

/** Returns the URL of a target that isn't an environment. */
function readTargetUrl({ environmentId, targetUrl }: AuditRecord): URL | undefined {
  return environmentId === undefined && URL.canParse(targetUrl) ? new URL(targetUrl) : undefined;
}

/** Creates the row of a target's only audit. */
function createOnlyAuditNode(record: AuditRecord, name: string, now: number): AuditNode {
  const node = createAuditNode(record, [record], now);
  return {
    ...node,
    label: name,
    // The tooltip has the excluded categories.
    description: [summarizeRecord(record), formatRecordAge(record, now).short].filter(Boolean).join(' · '),
    tooltip: `${describeTarget(record)}\n${node.tooltip}`,
  };
}

function createTargetNode(
  key: string,
  newest: AuditRecord,
  { records, name, now }: { records: readonly AuditRecord[]; name: string; now: number },
): AuditTargetNode {
  const label = describeTarget(newest);
  const count = vscode.l10n.t('{0} audits', records.length);
  const verdict = describeRecord(newest);
  return {
    kind: 'auditTarget',
    id: `auditTarget/${key}`,
    auditTarget: key,
    auditId: newest.id,
    label: name,
    records,
    targetUrl: newest.targetUrl,
    description: [summarizeRecord(newest), formatRecordAge(newest, now).short, count]
      .filter(Boolean)
      .join(' · '),
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
  const verdict = describeRecord(record);
  const exclusions = describeExclusions(record);
  const age = formatRecordAge(record, now);
  const looksSame = (other: AuditRecord): boolean =>
    describeRecord(other) === verdict && formatRecordAge(other, now).short === age.short;
  // Rows that look the same differ in the ID.
  const id = all.some((other) => other.id !== record.id && looksSame(other)) ? record.id : undefined;
  const [description = '', spokenDescription = ''] = [[age.short, id], [age.long]].map((parts) =>
    [...parts, exclusions].filter((part) => part !== undefined).join(' · '),
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

/** Formats the age of an audit, or the time for which it has been running. */
function formatRecordAge({ startedAt, end }: AuditRecord, now: number) {
  const { language } = vscode.env;
  const ms = now - startedAt;
  return end === undefined
    ? { short: formatElapsedTime(ms, language, 'short'), long: formatElapsedTime(ms, language, 'long') }
    : { short: formatShortAge(ms, language), long: formatAge(ms, language) };
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
