import * as l10n from '@vscode/l10n';
import type { CheckKind } from './checkKinds.ts';

/** Returns the heading for checks of a kind. */
export function getCheckKindTitle(kind: CheckKind): string {
  switch (kind) {
    case 'failure':
      return l10n.t('Failures');
    case 'warning':
      return l10n.t('Warnings');
    case 'info':
      return l10n.t('Informational');
    case 'other':
      return l10n.t('Unknown');
    case 'pending':
      return l10n.t('Pending');
    case 'skip':
      return l10n.t('Skipped');
    case 'pass':
      return l10n.t('Passed');
  }
}

/** Returns the severity of a failed check. Returns `undefined` for failures, which need no label. */
export function getSeverityLabel(kind: CheckKind): string | undefined {
  if (kind === 'warning') return l10n.t('warning');
  return kind === 'info' ? l10n.t('info') : undefined;
}

/** Formats the number of failures or warnings, for use within a sentence. */
export function describeCount(kind: 'failure' | 'warning', count: number): string {
  if (kind === 'failure') return count === 1 ? l10n.t('1 failure') : l10n.t('{0} failures', count);
  return count === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', count);
}

/** Returns the label of a category. Returns an unknown category unchanged. */
export function getCategoryLabel(category: string): string {
  switch (category) {
    case 'connectivity':
      return l10n.t('Connection');
    case 'tool-metadata':
      return l10n.t('Tool descriptions');
    case 'resource-metadata':
      return l10n.t('Resource descriptions');
    case 'performance':
      return l10n.t('Performance');
    case 'e2e':
      return l10n.t('End-to-end tasks');
    default:
      return category.trim() === '' ? l10n.t('No category') : category;
  }
}

const platformNames = new Map([
  ['chatgpt', 'ChatGPT'],
  ['claudeai', 'Claude'],
]);

/** Returns the name of an AI client. Returns an unknown key unchanged. */
export const getPlatformName = (key: string): string => platformNames.get(key) ?? key;

/** Whether a name is that of an AI client in `platformNames`. */
export const isKnownPlatform = (name: string): boolean => [...platformNames.values()].includes(name);

export function formatAuditDuration(ms: number): string {
  if (ms < 1000) return l10n.t('{0} ms', Math.round(ms));
  const seconds = ms / 1000;
  // 59.95 would be rounded to 60 s.
  if (seconds < 59.95) return l10n.t('{0} s', Number(seconds.toFixed(1)));
  const wholeSeconds = Math.round(seconds);
  return l10n.t('{0} min {1} s', Math.floor(wholeSeconds / 60), wholeSeconds % 60);
}

export function getAuditStatusLabel(status: string | undefined): string {
  switch (status) {
    case 'pending':
      return l10n.t('Pending');
    case 'partial':
      return l10n.t('Running');
    case 'completed':
      return l10n.t('Completed');
    case 'failed':
      return l10n.t('Failed');
    default:
      return status ?? l10n.t('unknown');
  }
}
