import { createRenewal, type Renewal, type RenewalDependencies } from '../../../../src/auth/renewal.ts';
import { type AuthSession, isSuperseding } from '../../../../src/auth/session.ts';
import type { Clock } from './clock.ts';
import type { LeaseFor } from './lease.ts';
import type { Tokens } from './server.ts';
import { idsIn, listedIn, recordIn, type SharedStorage, type View } from './storage.ts';

/** An editor window with the extension. */
export interface EditorWindow {
  readonly name: string;
  renewal: Renewal;
  view: View;
  /** The latest state that it knows. */
  session: AuthSession | undefined;
  isUp: boolean;
  asleepUntil: number;
  /** The difference between its clock and that of the world. */
  clockOffMs: number;
  isFocused: boolean;
  /** The number of token requests in progress. */
  requests: number;
  /** Tokens from the server that no storage contains yet. */
  readonly unstored: Set<Tokens>;
  /** Schedules a function for this window, if it still exists then and as soon as it's awake. */
  after(ms: number, run: () => void): void;
  sleepUntil(time: number): void;
  wake(): void;
  /** Cancels everything that the window has scheduled. */
  crash(): void;
  start(): void;
}

interface WindowWorld {
  readonly clock: Clock;
  readonly storage: SharedStorage;
  readonly leaseFor: LeaseFor;
  refresh(by: EditorWindow, session: AuthSession, signal: AbortSignal): Promise<AuthSession>;
  kindOf: RenewalDependencies['classifyError'];
  /** Whether a use of the storage fails. */
  storageFails(by: EditorWindow): boolean;
  /** Called at moments when stopping a window does the most harm. */
  onWeakMoment(by: EditorWindow): void;
  onStart(by: EditorWindow): void;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of the fakes of one window, which share its state.
export function createWindow(name: string, world: WindowWorld): EditorWindow {
  const { clock, storage } = world;
  let life = 0;
  /** Functions that were due while the window slept. */
  const waiting: (() => void)[] = [];

  const after = (ms: number, run: () => void, mine = life): void => {
    const fire = (): void => {
      if (life !== mine) return;
      if (window.asleepUntil > clock.now) return void waiting.push(fire);
      active = window;
      run();
    };
    clock.at(clock.now + ms, fire);
  };
  const failNow = (): void => {
    if (world.storageFails(window)) throw new Error('The storage cannot be read.');
  };
  const lose = (): void => {
    for (const tokens of window.unstored) tokens.wasLost = true;
    window.unstored.clear();
  };

  const open = (): View => {
    const mine = life;
    return storage.open(() => {
      if (life === mine)
        after(clock.between(0, 1000), () => {
          window.session = listedIn(window.view);
        });
    });
  };

  const ports = (): RenewalDependencies => {
    const mine = life;
    // Work in progress also ends with a crash.
    const later = (ms: number, run: () => void): void => after(ms, run, mine);
    const sleep = (ms: number) => new Promise<void>((resolve) => later(ms, resolve));
    return {
      async read(id) {
        await sleep(clock.between(0, 50));
        failNow();
        const session = idsIn(window.view).includes(id) ? recordIn(window.view, id) : undefined;
        world.onWeakMoment(window);
        await sleep(clock.between(0, 50));
        return session;
      },
      async write(session) {
        const isListed = () => idsIn(window.view).includes(session.id);
        await sleep(clock.between(0, 100));
        failNow();
        const stored = recordIn(window.view, session.id);
        // Like the session store, immediately before it writes.
        if (!isListed() || (stored && isSuperseding(stored, session))) return;
        storage.write(window.view, session.id, session);
        await sleep(clock.between(0, 100));
        if (!isListed()) storage.write(window.view, session.id, undefined);
      },
      lease: world.leaseFor(later),
      refresh: (session, signal) => world.refresh(window, session, signal),
      classifyError: world.kindOf,
      now: () => clock.now + window.clockOffMs,
      // A sleeping window stands still on a machine that runs.
      monotonicNow: () => clock.now,
      sleep(ms) {
        world.onWeakMoment(window);
        return sleep(ms);
      },
      random: clock.random,
      isFocused: () => window.isFocused,
      onFailure: () => undefined,
    };
  };

  const window: EditorWindow = {
    name,
    renewal: createRenewal(ports()),
    view: open(),
    session: undefined,
    isUp: true,
    asleepUntil: 0,
    clockOffMs: 0,
    isFocused: false,
    requests: 0,
    unstored: new Set(),
    after,
    sleepUntil(time) {
      window.asleepUntil = time;
      lose();
      clock.at(time, window.wake);
    },
    wake() {
      window.asleepUntil = Math.min(window.asleepUntil, clock.now);
      for (const fire of waiting.splice(0)) clock.at(clock.now, fire);
    },
    crash() {
      life++;
      lose();
      storage.close(window.view);
      Object.assign(window, { isUp: false, asleepUntil: 0, requests: 0, session: undefined });
    },
    start() {
      storage.close(window.view);
      const view = open();
      Object.assign(window, { isUp: true, renewal: createRenewal(ports()), view, session: listedIn(view) });
      world.onStart(window);
    },
  };
  return window;
}

let active: EditorWindow | undefined;

/** Makes `AbortSignal.timeout` use the clock of the world during `run`. */
export async function withTimeouts(run: () => Promise<void>): Promise<void> {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    active?.after(ms, () => controller.abort());
    return controller.signal;
  };
  try {
    await run();
  } finally {
    AbortSignal.timeout = timeout;
  }
}
