import type { SnapshotStore } from './snapshotStore.node.ts';

/** Creates an empty store, because this editor can't connect to servers. */
export function createSnapshotStore(): SnapshotStore {
  return {
    list: async () => [],
    save: () => Promise.reject(new Error('unavailable')),
    remove: async () => undefined,
  };
}
