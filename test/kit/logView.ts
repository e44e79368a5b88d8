import assert from 'node:assert/strict';
import { noFilter } from '../../src/logs/filter.ts';
import { createLogSearch } from '../../src/logs/search/logSearch.ts';
import { createLogStore } from '../../src/logs/store/logStore.ts';
import { createStoreView } from '../../src/logs/view/storeView.ts';

/**
 * Creates an empty store and a view of it. The test fails if the view reports a problem. `isPartial`: see
 * `ViewDeps`.
 */
export function createLogView(onChange: () => void = () => undefined, isPartial = () => false) {
  const store = createLogStore(
    () => 0,
    (change) => view.onStoreChange(change),
  );
  const view = createStoreView(noFilter, {
    store,
    createSearch: (query) => createLogSearch(store.columns, query),
    onChange,
    isPartial,
    onProblem: (error) => assert.fail(String(error)),
  });
  return { store, view };
}
