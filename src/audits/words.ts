import type { Translate } from '../editor/translate.ts';
import { plainText } from '../explorer/plainText.ts';
import type { Counts } from './report/kinds.ts';
import { toneOf } from './report/tone.ts';
import { countWords } from './report/words.ts';
import { longestFollowedMs, type Run, totalOf } from './run.ts';

/** What came of an audit, or how far it is, in a few words. */
export function verdictText(run: Run, t: Translate): string {
  switch (run.end) {
    case 'untold':
      return t('started, result not told');
    case 'gone':
      return t('no longer there');
    case 'refused':
      return t('this account may not read it');
    case 'late':
      return t('not finished');
    case 'over':
      if (run.status === 'failed') return t('could not be completed');
      return run.counts ? countsText(run.counts, t) : t('finished without a report');
    default:
      return progressText(run, t);
  }
}

/** `2 failures, 1 warning`. What is only information is not counted as something to act on. */
export function countsText(counts: Counts, t: Translate): string {
  switch (toneOf(counts)) {
    case 'passed':
      return t('no failures');
    case 'open':
      return openText(counts, t);
    default:
      return (['failure', 'warning'] as const)
        .filter((kind) => counts[kind] > 0)
        .map((kind) => countWords(kind, counts[kind], t))
        .join(', ');
  }
}

/** Nothing fails, which is not to say that all is well. */
function openText(counts: Counts, t: Translate): string {
  const { other, pending, skip, pass } = counts;
  if (totalOf(counts) === 0) return t('no checks');
  if (other + pending > 0) return t('no failures, {0} without a known result', other + pending);
  return pass === 0 ? t('no check has passed') : t('no failures, {0} of {1} skipped', skip, totalOf(counts));
}

/** How far an audit is that is not over. A status that is not known here is shown as it is. */
export function progressText({ status, counts }: Run, t: Translate): string {
  const word = isKnown(status) ? undefined : plainText(status) || t('status unknown');
  const total = counts ? totalOf(counts) : 0;
  if (!counts || total === 0) return word ?? t('checking…');
  const done = t('{0} of {1} checks done', total - counts.pending - counts.other, total);
  const found = counts.failure + counts.warning > 0 ? [countsText(counts, t)] : [];
  const said = [...(word === undefined ? [] : [word]), done, ...found].join(', ');
  return word === undefined ? t('checking… {0}', said) : said;
}

/** To a person, each of these means the same: it runs. */
function isKnown(status: string | undefined): status is undefined | 'pending' | 'partial' {
  return status === undefined || status === 'pending' || status === 'partial';
}

/** All counts, for a tip. */
export function allCountsText(counts: Counts, t: Translate): string {
  const { failure, warning, info, pass, skip, pending, other } = counts;
  return [
    t('Failures: {0}', failure),
    t('Warnings: {0}', warning),
    t('Infos: {0}', info),
    t('Passed: {0}', pass),
    t('Skipped: {0}', skip),
    ...(pending > 0 ? [t('Not done: {0}', pending)] : []),
    ...(other > 0 ? [t('Status unknown: {0}', other)] : []),
  ].join(' · ');
}

/** What somebody is told who waits for the end of an audit. */
export function endText(run: Run, place: string, t: Translate): string {
  switch (run.end) {
    case 'untold':
      return t(
        'The audit of {0} has started. This service does not tell the results of audits here: find them in its web dashboard, by the ID {1}.',
        place,
        run.id,
      );
    case 'gone':
      return t('The audit of {0} is not there any more: what came of it cannot be told.', place);
    case 'refused':
      return t('The audit of {0} has started, but this account may not read it.', place);
    case 'late':
      return t(
        'The audit of {0} has not finished within {1} minutes. Nobody waits for it any more.',
        place,
        longestFollowedMs / 60_000,
      );
    default:
      if (run.status === 'failed') return t('The audit of {0} could not be completed.', place);
      if (!run.counts) return t('The audit of {0} is finished. The service has sent no report.', place);
      return t('The audit of {0} is finished: {1}.', place, countsText(run.counts, t));
  }
}
