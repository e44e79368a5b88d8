import * as vscode from 'vscode';
import { askInput } from '../editor/askInput.ts';
import { pickMenu } from '../editor/pickBox.ts';
import { UserError } from '../editor/userError.ts';
import { getUserTimeZone } from '../editor/userTimeZone.ts';
import { describeTimeError, formatLastRange } from './rangeTexts.ts';
import type { LogQuery, ServiceFilter } from './read/logSource.ts';
import { parseRange, presetRanges, type TimeRange, type ZonedClock } from './timeRange.ts';

/** The choice of the user. `latest` means the latest entries, without a range. */
type RangeChoice = TimeRange | 'latest';

export function toLogQuery(choice: RangeChoice, filter: ServiceFilter): LogQuery {
  return choice === 'latest' ? { filter } : { range: choice, filter };
}

/**
 * Prompts for a time range: a preset, or a custom range that is validated while the user enters it. Rejects with a
 * `CancellationError` if the user cancels. `withLatest` adds an item for the latest entries.
 */
export async function askRange(title: string, withLatest: boolean): Promise<RangeChoice> {
  type Item = vscode.QuickPickItem & { readonly choice: RangeChoice | 'custom' };
  const items: Item[] = presetRanges.map((ago) => ({
    label: formatLastRange(ago),
    choice: { since: { ago } },
  }));
  if (withLatest) {
    items.unshift({
      label: vscode.l10n.t('Latest entries'),
      choice: 'latest',
    });
  }
  items.push({ label: vscode.l10n.t('Other...'), choice: 'custom' });
  const picked = await pickMenu(items, {
    title,
    placeHolder: vscode.l10n.t('Select a time range'),
  });
  if (!picked) throw new vscode.CancellationError();
  return picked.choice === 'custom' ? askCustomRange(title) : picked.choice;
}

function askCustomRange(title: string): Promise<TimeRange> {
  return askInput<TimeRange>({
    title,
    prompt: vscode.l10n.t(
      'Enter a duration before now (such as 90m), a date and time (in {0} unless it ends in Z), or a start and an end separated by "to"',
      getUserTimeZone(),
    ),
    placeholder: vscode.l10n.t('90m, 2d to 1d, 14:30 to 15:00, 2026-11-21 10:00'),
    validate: (text) => {
      const parsed = parseRange(text, getZonedClock());
      return parsed.ok ? undefined : describeTimeError(parsed.rule);
    },
    accept: async (text) => {
      const parsed = parseRange(text, getZonedClock());
      if (!parsed.ok) throw new UserError(describeTimeError(parsed.rule));
      return parsed.value;
    },
    explainError: (error) => (error instanceof Error ? error.message : String(error)),
  });
}

/**
 * Returns the current time and the time zone in which the window displays times, so that users can enter times as they
 * are displayed.
 */
export function getZonedClock(): ZonedClock {
  return { now: Date.now(), zone: getUserTimeZone() };
}
