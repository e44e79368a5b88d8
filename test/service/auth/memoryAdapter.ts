import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Stored {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/** Where one authorization server keeps its state: in memory, and apart from any other in the same process. */
export function createMemoryAdapter(): AdapterFactory {
  const models = new Map<string, Map<string, Stored>>();
  return (name) => {
    const stored = models.get(name) ?? new Map<string, Stored>();
    models.set(name, stored);
    return adapterOf(stored);
  };
}

function adapterOf(stored: Map<string, Stored>): Adapter {
  const find = (id: string): AdapterPayload | undefined => {
    const found = stored.get(id);
    if (!found || found.expiresAt > Date.now()) return found?.payload;
    stored.delete(id);
    return undefined;
  };
  const findWhere = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const id of stored.keys()) {
      const payload = find(id);
      if (payload && matches(payload)) return payload;
    }
    return undefined;
  };
  return {
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000;
      stored.set(id, { payload, expiresAt });
    },
    find: async (id) => find(id),
    findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findWhere((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = find(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => {
      stored.delete(id);
    },
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of stored) if (payload.grantId === grantId) stored.delete(id);
    },
  };
}
