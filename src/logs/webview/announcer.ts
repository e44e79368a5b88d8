import { formatText } from '../../editor/webview/formatText.ts';
import type { LogTexts } from '../pageTexts.ts';

/** Minimum time between two announcements, in milliseconds. */
const interval = 5_000;

/**
 * Announces new entries to screen readers through `region`. Combines them, because entries arrive faster than they can
 * be read out.
 */
export function createAnnouncer(region: HTMLElement, strings: LogTexts) {
  let count = 0;
  let errors = 0;
  let isDue = false;

  function digest(): void {
    isDue = count > 0;
    if (!isDue) return;
    const text = digestText(count, errors, strings);
    count = 0;
    errors = 0;
    region.textContent = text;
    setTimeout(digest, interval);
  }

  return {
    add(fresh: { readonly entries: number; readonly errors: number }): void {
      if (fresh.entries === 0) return;
      count += fresh.entries;
      errors += fresh.errors;
      if (!isDue) setTimeout(digest, 0);
      isDue = true;
    },
  };
}

function digestText(count: number, errors: number, strings: LogTexts): string {
  if (count === 1) return errors === 0 ? strings.announceOne : strings.announceOneError;
  return errors === 0
    ? formatText(strings.announceNew, count)
    : formatText(strings.announceNewErrors, count, errors);
}
