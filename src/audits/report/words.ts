import type { Translate } from '../../editor/translate.ts';
import type { Kind } from './kinds.ts';

/** The heading above checks of a kind. */
export function kindWord(kind: Kind, t: Translate): string {
  switch (kind) {
    case 'failure':
      return t('Failures');
    case 'warning':
      return t('Warnings');
    case 'info':
      return t('Infos');
    case 'other':
      return t('Other');
    case 'pending':
      return t('Pending');
    case 'skip':
      return t('Skipped');
    case 'pass':
      return t('Passed');
  }
}

/** How bad one failed check is, beside its name; of a plain failure there is nothing more to say. */
export function severityWord(kind: Kind, t: Translate): string | undefined {
  if (kind === 'warning') return t('warning');
  return kind === 'info' ? t('info') : undefined;
}

/** So many checks of a kind, within a sentence. */
export function countWords(kind: Kind, count: number, t: Translate): string {
  switch (kind) {
    case 'failure':
      return count === 1 ? t('1 failure') : t('{0} failures', count);
    case 'warning':
      return count === 1 ? t('1 warning') : t('{0} warnings', count);
    case 'info':
      return count === 1 ? t('1 info') : t('{0} infos', count);
    case 'other':
      return count === 1 ? t('1 other') : t('{0} others', count);
    case 'pending':
      return t('{0} pending', count);
    case 'skip':
      return t('{0} skipped', count);
    case 'pass':
      return t('{0} passed', count);
  }
}

/** A category of the specification in plain words; what is newer stays as it is. */
export function categoryWord(category: string, t: Translate): string {
  switch (category) {
    case 'connectivity':
      return t('Connection');
    case 'tool-metadata':
      return t('Tool descriptions');
    case 'resource-metadata':
      return t('Resource descriptions');
    case 'performance':
      return t('Performance');
    case 'e2e':
      return t('End-to-end use');
    default:
      return category.trim() === '' ? t('No category') : category;
  }
}

/** An AI client by its own name; one that is not known here stays as it came. */
export function platformName(key: string): string {
  switch (key) {
    case 'chatgpt':
      return 'ChatGPT';
    case 'claudeai':
      return 'Claude';
    default:
      return key;
  }
}

export function durationWords(ms: number, t: Translate): string {
  if (ms < 1000) return t('{0} ms', Math.round(ms));
  const seconds = ms / 1000;
  if (seconds < 59.95) return t('{0} s', Number(seconds.toFixed(1)));
  const whole = Math.round(seconds);
  return t('{0} min {1} s', Math.floor(whole / 60), whole % 60);
}

export function auditStatusWord(status: string | undefined, t: Translate): string {
  switch (status) {
    case 'pending':
      return t('Pending');
    case 'partial':
      return t('Running');
    case 'completed':
      return t('Completed');
    case 'failed':
      return t('Failed');
    default:
      return status ?? t('unknown');
  }
}
