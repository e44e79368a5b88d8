import assert from 'node:assert/strict';
import { noFilter } from '../../src/logs/filter.ts';
import { createLogSearch, type SearchOptions } from '../../src/logs/search/logSearch.ts';
import { yieldToEventLoop } from '../../src/logs/search/yieldToEventLoop.node.ts';
import { LogStore } from '../../src/logs/store/logStore.ts';
import { StoreView } from '../../src/logs/view/storeView.ts';
import { startFakeRegexWorker } from './fakeRegexWorker.ts';

const searchOptions: SearchOptions = {
  now: () => performance.now(),
  pause: yieldToEventLoop,
  startWorker: startFakeRegexWorker,
  patternTimeoutMs: 60_000,
};

/**
 * Creates an empty store and a view of it. The test fails if the view reports a problem. `isPartial`: see
 * `StoreViewOptions`.
 */
export function createLogView(onChange: () => void = () => undefined, hasOnlySearchResults = () => false) {
  const store = new LogStore(
    () => 0,
    (change) => view.onStoreChange(change),
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
