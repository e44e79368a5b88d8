import * as vscode from 'vscode';
import { formatAge, formatElapsedTime, formatShortAge } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import { formatDateWithAge } from '../editor/dateWithAge.ts';
import { formatEnvironmentPath, formatProductionLabel } from '../explorer/environmentLabel.ts';
import type { Node } from '../explorer/node.ts';
import {
  type AuditRecord,
  findPreviousRecord,
  getTargetKey,
  hasReport,
  isResultUnknown,
  isResumable,
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
 * Shortens the name of a target, because rows have little space. An environment has no protection, and a URL is only its
 * path if another target has the same host and none has the same path. The tooltip has the whole name. `targets` has a
 * record of each target.
 */
function shortenTargetName(record: AuditRecord, targets: readonly AuditRecord[]): string {
  const { environmentId, environmentName = environmentId, projectName } = record;
  if (environmentName !== undefined) return formatEnvironmentPath({ environmentName, projectName });
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

/** Describes the result and the age of an audit. A production environment is marked as in the tree of projects. */
function describeRow(record: AuditRecord, now: number): string {
  const { environmentName, isProduction } = record;
  const production = isProduction && environmentName !== undefined && formatProductionLabel(environmentName);
  // "just now" would be cut off at the default width of the view.
  const isNew = record.end !== undefined && now - record.startedAt < 60_000;
  const age = isNew ? vscode.l10n.t('now') : formatRecordAge(record, now).short;
  return [summarizeRecord(record), age, production].filter(Boolean).join(' · ');
}

/** Creates the row of a target's only audit. */
function createOnlyAuditNode(record: AuditRecord, name: string, now: number): AuditNode {
  const node = createAuditNode(record, [record], now);
  return {
    ...node,
    label: name,
    // The tooltip has the excluded categories.
    description: describeRow(record, now),
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
    description: `${describeRow(newest, now)} · ${count}`,
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
  passed: { id: 'pass', color: 'charts.green' },
  open: { id: 'question' },
};

/** Returns the icon of an audit. Its color corresponds to the label of the row. */
function chooseAuditIcon(record: AuditRecord): NodeIcon {
  const { end, status, counts } = record;
  if (end === 'refused') return { id: 'lock' };
  if (isResultUnknown(record)) return { id: 'question' };
  if (end === undefined) return { id: 'sync~spin' };
  if (end === 'late') return { id: 'watch' };
  if (status === 'failed' || !counts) return { id: 'circle-slash', color: 'errorForeground' };
  return toneIcons[rateCounts(counts)];
}
