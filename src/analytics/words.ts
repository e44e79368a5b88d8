import type { Translate } from '../editor/translate.ts';
import { plainText } from '../explorer/plainText.ts';
import type { Figure } from './figures.ts';
import type { SentZone } from './sentZone.ts';
import type { Flaw, Rule } from './span.ts';

/** How a measure reads. */
export interface Words {
  readonly title: string;
  readonly unit?: string;
  /** Counts have a sum; of other measures only the bounds mean something. */
  readonly isCount: boolean;
}

/** How a measure of the service reads; one that is not known is shown by its own name. */
export function seriesWords(key: string, t: Translate): Words {
  switch (key) {
    case 'sessions_count':
      return { title: t('Sessions'), isCount: true };
    case 'requests_count':
      return { title: t('Requests'), isCount: true };
    case 'requests_latency_mean':
      return { title: t('Mean latency'), unit: 'ms', isCount: false };
    case 'tool_errors':
      return { title: t('Tool errors'), isCount: true };
    case 'mcp_errors':
      return { title: t('Protocol errors'), isCount: true };
    case 'output_token_mean':
      return { title: t('Mean output tokens'), isCount: false };
    case 'task_count':
      return { title: t('Tasks'), isCount: true };
    default:
      return { title: plainText(key) || t('(unnamed)'), isCount: false };
  }
}

/** How a figure reads. */
export function figureWords(key: Figure['key'], t: Translate): Pick<Words, 'title' | 'unit'> {
  switch (key) {
    case 'requests':
      return { title: t('Requests') };
    case 'sessions':
      return { title: t('Sessions') };
    case 'errorRate':
      return { title: t('Error rate'), unit: '%' };
    case 'latency':
      return { title: t('Mean latency'), unit: 'ms' };
  }
}

/** The zone of the person, and in which the service was asked where it does not know that one. */
export function zoneText(zone: string, { name, isSameTime }: SentZone, t: Translate): string {
  if (name === zone) return zone;
  return isSameTime
    ? t('{0}, asked for as {1}, which has the same time', zone, name)
    : t('{0}, asked for as {1}, the nearest that the service knows', zone, name);
}

/** How far apart the points are; what is not known is left as the service says it. */
export function intervalWord(interval: string | undefined, t: Translate): string | undefined {
  switch (interval) {
    case undefined:
      return undefined;
    case 'minute':
      return t('by the minute');
    case 'hour':
      return t('by the hour');
    case 'day':
      return t('by the day');
    case 'week':
      return t('by the week');
    default:
      return plainText(interval).slice(0, 40) || undefined;
  }
}

/** The rule that a chosen time breaks, below its field. */
export function ruleWords(t: Translate): Readonly<Record<Rule, string>> {
  return {
    range: t('Must be hours or days, such as 24h or 7d, and at most 31d.'),
    empty: t('Enter a date, such as 2026-11-21 or 2026-11-21 10:00.'),
    unreadable: t('This is no date. Enter one such as 2026-11-21 or 2026-11-21 10:00.'),
    future: t('Must not be in the future.'),
    order: t('Must be later than From.'),
    tooLong: t('Must be at most 31 days before To.'),
  };
}

/** The same where no field is near: `from: …`. */
export function flawsText(flaws: readonly Flaw[], t: Translate): string {
  const rules = ruleWords(t);
  return flaws.map(({ field, rule }) => `${field}: ${rules[rule]}`).join(' ');
}
