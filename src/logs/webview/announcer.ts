import { formatText } from '../../editor/webview/formatText.ts';
import type { LogTexts } from '../pageTexts.ts';

/** Minimum time between two announcements, in milliseconds. */
const minIntervalMs = 5_000;

/**
 * Announces new entries to screen readers through `region`. Combines entries into one announcement, because they arrive
 * faster than a screen reader can read.
 */
export function createAnnouncer(region: HTMLElement, texts: LogTexts) {
  let count = 0;
  let errors = 0;
  let isDue = false;

  function announce(): void {
    isDue = count > 0;
    if (!isDue) return;
    const text = formatAnnouncement(count, errors, texts);
    count = 0;
    errors = 0;
    region.textContent = text;
    setTimeout(announce, minIntervalMs);
  }

  return {
    add(newCounts: { readonly entries: number; readonly errors: number }): void {
      if (newCounts.entries === 0) return;
      count += newCounts.entries;
      errors += newCounts.errors;
      if (!isDue) setTimeout(announce, 0);
      isDue = true;
    },
  };
}

function formatAnnouncement(count: number, errors: number, texts: LogTexts): string {
  if (count === 1) return errors === 0 ? texts.announceOne : texts.announceOneError;
  return errors === 0
    ? formatText(texts.announceNew, count)
    : formatText(texts.announceNewErrors, count, errors);
}
