import assert from 'node:assert/strict';
import { noFilter } from '../../src/logs/filter.ts';
import { createSearch } from '../../src/logs/search/search.ts';
import { createStore } from '../../src/logs/store/store.ts';
import { createView } from '../../src/logs/view/view.ts';

/** An empty store, and a view of it that has no problem. */
export function viewed(onChange: () => void = () => undefined) {
  const store = createStore(
    () => 0,
    (change) => view.changed(change),
  );
  const view = createView(noFilter, {
    store,
    createSearch: (query) => createSearch(store.columns, query),
    onChange,
    onProblem: (error) => assert.fail(String(error)),
  });
  return { store, view };
}
