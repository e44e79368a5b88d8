import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface StoredModel {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
  /** The time of the first use, for models that can be used once. */
  consumedAt?: number;
}

/** Creates storage in memory for one authorization server, separate from others in the same process. */
export function createMemoryAdapter({ refreshGraceMs }: { refreshGraceMs: number }): AdapterFactory {
  const models = new Map<string, Map<string, StoredModel>>();
  return (name) => {
    const stored = models.get(name) ?? new Map<string, StoredModel>();
    models.set(name, stored);
    return createAdapter(stored, name === 'RefreshToken' ? refreshGraceMs : 0);
  };
}

/**
 * Creates the adapter of one kind of model. A model that can be used once counts as unused until `graceMs`
 * after its first use.
 */
function createAdapter(stored: Map<string, StoredModel>, graceMs: number): Adapter {
  const find = (id: string): AdapterPayload | undefined => {
    const model = stored.get(id);
    if (!model) return undefined;
    const { payload, expiresAt, consumedAt } = model;
    if (expiresAt <= Date.now()) {
      stored.delete(id);
      return undefined;
    }
    if (consumedAt === undefined || Date.now() < consumedAt + graceMs) return payload;
    return { ...payload, consumed: Math.floor(consumedAt / 1000) };
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
      const model = stored.get(id);
      if (model) model.consumedAt ??= Date.now();
    },
    destroy: async (id) => {
      stored.delete(id);
    },
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of stored) if (payload.grantId === grantId) stored.delete(id);
    },
  };
}
