import assert from 'node:assert/strict';
import { noFilter } from '../../src/logs/filter.ts';
import { createLogSearch, type SearchOptions } from '../../src/logs/search/logSearch.ts';
import { yieldToEventLoop } from '../../src/logs/search/yieldToEventLoop.node.ts';
import { LogStore, type StoreChange } from '../../src/logs/store/logStore.ts';
import { StoreView } from '../../src/logs/view/storeView.ts';
import { startFakeRegexWorker } from './fakeRegexWorker.ts';

const searchOptions: SearchOptions = {
  now: () => performance.now(),
  pause: yieldToEventLoop,
  startWorker: startFakeRegexWorker,
  patternTimeoutMs: 60_000,
};

/**
 * Creates an empty store and a view of it. The test fails if the view reports a problem. `onStoreChange` replaces the
 * update of the view after a change of the store. `hasOnlySearchResults`: see `StoreViewOptions`.
 */
export function createLogView(
  onChange: () => void = () => undefined,
  hasOnlySearchResults = () => false,
  onStoreChange?: (change: StoreChange) => void,
) {
  const store = new LogStore(
    () => 0,
    (change) => (onStoreChange ? onStoreChange(change) : view.onStoreChange(change)),
  );
  const view = new StoreView(noFilter, {
    store,
    createSearch: (query) => createLogSearch(store.columns, query, searchOptions),
    onChange,
    hasOnlySearchResults,
    onProblem: (error) => assert.fail(String(error)),
  });
  return { store, view };
}
