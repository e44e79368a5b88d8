import { omitUndefined } from '../fields.ts';
import type { ToPage } from './protocol.ts';
import type { LogStore } from './store/logStore.ts';
import { computeHistogram } from './view/histogram.ts';
import type { StoreView } from './view/storeView.ts';

/** Keeps the page's histogram up to date. Costs nothing while the page shows none. */
export interface HistogramUpdates {
  /** The page shows a histogram, or none any more. `zone`: as for `histogram`. */
  setShown(isShown: boolean, zone: number): void;
  /** Rows or the filter have changed. */
  schedule(): void;
}

interface HistogramFeedDeps {
  readonly store: LogStore;
  readonly view: Pick<StoreView, 'untimed'>;
  post(message: ToPage): void;
}

/** Between two histograms, in ms: each needs a look at all rows. */
const updateIntervalMs = 500;

/** Makes a feed for a page that shows no histogram yet. */
export function createHistogramUpdates({ store, view, post }: HistogramFeedDeps): HistogramUpdates {
  let isShown = false;
  let zone = 0;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    timer = undefined;
    if (!isDue || !isShown) return;
    isDue = false;
    timer = setTimeout(send, updateIntervalMs);
    const found = computeHistogram(view.untimed, store, zone);
    post({ kind: 'histogram', ...omitUndefined({ histogram: found }) });
  }

  function changed(): void {
    if (!isShown) return;
    isDue = true;
    // Not at once: changes come together.
    timer ??= setTimeout(send, 0);
  }

  return {
    setShown(nowShown, nowZone) {
      isShown = nowShown;
      zone = nowZone;
      if (isShown) return changed();
      clearTimeout(timer);
      timer = undefined;
    },
    schedule: changed,
  };
}
