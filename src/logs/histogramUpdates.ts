import { omitUndefined } from '../fields.ts';
import type { ToPage } from './protocol.ts';
import type { LogStore } from './store/logStore.ts';
import { computeHistogram } from './view/histogram.ts';
import type { StoreView } from './view/storeView.ts';

/** Sends the histogram to the page when it changes, but only while the page shows it. */
export interface HistogramUpdates {
  /** `zone` is the offset of the displayed clock from UTC, in milliseconds. */
  setShown(isShown: boolean, zone: number): void;
  /** Schedules an update after a change of the rows or the filter. */
  schedule(): void;
}

interface HistogramUpdatesOptions {
  readonly store: LogStore;
  readonly view: Pick<StoreView, 'slotsIgnoringTime'>;
  post(message: ToPage): void;
}

/** Minimum time between two histograms, in milliseconds. Computing a histogram reads all rows. */
const updateIntervalMs = 500;

export function createHistogramUpdates({ store, view, post }: HistogramUpdatesOptions): HistogramUpdates {
  let isShown = false;
  let zone = 0;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    if (!isDue || !isShown) return;
    isDue = false;
    timer = setTimeout(send, updateIntervalMs);
    const histogram = computeHistogram(view.slotsIgnoringTime, store, zone);
    post({ kind: 'histogram', ...omitUndefined({ histogram }) });
  }

  function schedule(): void {
    if (!isShown) return;
    isDue = true;
    // The delay combines several changes into one update.
    timer ??= setTimeout(send, 0);
  }

  return {
    setShown(isNowShown, newZone) {
      isShown = isNowShown;
      zone = newZone;
      if (isShown) return schedule();
      clearTimeout(timer);
      timer = undefined;
    },
    schedule,
  };
}
