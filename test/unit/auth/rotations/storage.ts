import { type AuthSession, hasSessionEnded } from '../../../../src/auth/session.ts';
import type { Clock } from './clock.ts';

/** One window's view of the storage: each value with the number of the write that it comes from. */
export interface View {
  readonly values: Map<string, { readonly value: unknown; readonly order: number }>;
}

/** A storage that all windows share. Other windows read a write some time later. */
export interface SharedStorage {
  /** The state after the last write. */
  readonly truth: View;
  open(onChange: () => void): View;
  close(view: View): void;
  write(by: View, key: string, value: unknown): void;
}

/** The longest time until other windows read a write, and again until they get its event. */
export const visibleMs = 1000;
export const indexKey = 'sessions';

export function createStorage(clock: Clock, onWrite: (session: AuthSession) => void): SharedStorage {
  const truth: View = { values: new Map() };
  const views = new Map<View, () => void>();
  let order = 0;
  return {
    truth,
    open(onChange) {
      const view = { values: new Map(truth.values) };
      views.set(view, onChange);
      return view;
    },
    close: (view) => views.delete(view),
    write(by, key, value) {
      const entry = { value, order: ++order };
      truth.values.set(key, entry);
      if (key !== indexKey && value !== undefined) onWrite(value as AuthSession);
      for (const [view, onChange] of views) {
        const show = (): void => {
          if ((view.values.get(key)?.order ?? 0) < entry.order) view.values.set(key, entry);
          onChange();
        };
        if (view === by) show();
        else clock.at(clock.now + clock.between(0, visibleMs), show);
      }
    },
  };
}

export function idsIn(view: View): readonly string[] {
  return (view.values.get(indexKey)?.value ?? []) as readonly string[];
}

export function recordIn(view: View, id: string): AuthSession | undefined {
  return view.values.get(id)?.value as AuthSession | undefined;
}

/** Returns the one listed session, with or without tokens. */
export function listedIn(view: View): AuthSession | undefined {
  const [id] = idsIn(view);
  return id === undefined ? undefined : recordIn(view, id);
}

export function liveIn(view: View): AuthSession | undefined {
  const session = listedIn(view);
  return session && !hasSessionEnded(session) ? session : undefined;
}
