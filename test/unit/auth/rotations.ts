import { isDeepStrictEqual } from 'node:util';
import { createClock } from './rotations/clock.ts';
import { createLeases, noLease } from './rotations/lease.ts';
import { call, signIn, signInSoon, signOut } from './rotations/people.ts';
import { createServer } from './rotations/server.ts';
import {
  hour,
  isAwake,
  isSettled,
  issue,
  judgeWrite,
  minute,
  type Setting,
  type World,
} from './rotations/state.ts';
import { createStorage, idsIn, listedIn, liveIn } from './rotations/storage.ts';
import { createTraffic, kindOf, type Refresh } from './rotations/traffic.ts';
import { createWindow, type EditorWindow, withTimeouts } from './rotations/window.ts';

export interface Outcome {
  readonly rotations: number;
  readonly requests: number;
  readonly faults: number;
  /** Used refresh tokens that the server received again, outside the grace period. */
  readonly reuses: number;
  /** Ends of the session that no window could have prevented. */
  readonly needed: number;
  /** Ends of the session that a window could have prevented. */
  readonly notNeeded: number;
  /** Violations of other rules, and each preventable end. */
  readonly issues: readonly string[];
  /** The maximum number of token requests of one window in one minute. */
  readonly busiest: number;
  readonly virtualMs: number;
}

/** Runs the world until the first issue. Then ends all faults, and checks that every window works. */
export async function live(setting: Setting): Promise<Outcome> {
  const world = createWorld(setting);
  const { clock, server, count, issues } = world;
  const start = clock.now;
  await withTimeouts(async () => {
    signIn(world);
    for (const window of world.windows) window.start();
    disturb(world);
    const end = start + setting.hours * hour;
    const goesOn = () => issues.length === 0 && server.rotations < setting.rotations && clock.now < end;
    while (goesOn()) await clock.runUntil(clock.now + minute);
    if (issues.length > 0) return;
    await calmDown(world);
    await look(world);
  });
  const notNeeded = server.reuses.filter(({ isExcused }) => !isExcused).length;
  if (notNeeded > 0 && setting.onReuse === 'revoke')
    issues.push(`${notNeeded} spent tokens were reused although newer tokens were known`);
  return {
    rotations: server.rotations,
    requests: count.requests,
    faults: count.faults,
    reuses: server.reuses.length,
    needed: server.reuses.length - notNeeded,
    notNeeded,
    issues,
    busiest: count.busiest,
    virtualMs: clock.now - start,
  };
}

function createWorld(setting: Setting): World {
  const clock = createClock(setting.seed);
  const windows: EditorWindow[] = [];
  const world: World = {
    setting,
    clock,
    server: createServer(clock, setting),
    storage: createStorage(clock, (session) => judgeWrite(world, session)),
    windows,
    sessions: new Map(),
    issues: [],
    count: { requests: 0, faults: 0, busiest: 0 },
    phase: 'faults',
    isSigningIn: false,
  };
  const onWeakMoment = (by: EditorWindow): void => {
    if (clock.chance(setting.faults / 50)) stop(world, by);
  };
  const refresh: Refresh = createTraffic(world, onWeakMoment);
  const leases = Array.from({ length: setting.hosts }, () =>
    setting.hasLease ? createLeases(clock) : noLease,
  );
  const failedAt = new Map<EditorWindow, number>();
  for (let index = 1; index <= setting.windows; index++) {
    const storageFails = (by: EditorWindow): boolean => {
      const isAgain = clock.now - (failedAt.get(by) ?? 0) < minute;
      if (world.phase !== 'faults' || isAgain || !clock.chance(setting.faults / 10)) return false;
      failedAt.set(by, clock.now);
      world.count.faults++;
      return true;
    };
    const leaseFor = leases[index % leases.length] ?? noLease;
    const onStart = (by: EditorWindow): void => keepCalling(world, by);
    windows.push(
      createWindow(`window ${index}`, {
        clock,
        storage: world.storage,
        leaseFor,
        refresh,
        kindOf,
        storageFails,
        onWeakMoment,
        onStart,
      }),
    );
  }
  return world;
}

function keepCalling(world: World, by: EditorWindow): void {
  const { clock, setting } = world;
  const isHurried = setting.faults === 1;
  const again = (): void => {
    if (world.phase === 'over') return;
    void call(world, by);
    plan();
  };
  const plan = (): void => {
    const longest = isHurried ? 2000 : clock.chance(0.3) ? 500 : setting.lifeMs / 4;
    by.after(clock.between(0, longest), again);
  };
  plan();
}

/** Makes one window sleep or crash. */
function stop(world: World, window: EditorWindow): void {
  const { setting, clock } = world;
  if (world.phase !== 'faults' || !setting.hasStops || !isAwake(window, world)) return;
  if (setting.lostReplies !== 'any' && (window.requests > 0 || !isSettled(world))) return;
  world.count.faults++;
  if (clock.chance(0.5)) {
    window.sleepUntil(clock.now + clock.between(1, 8) * hour);
  } else {
    window.crash();
    clock.at(clock.now + clock.between(5000, 2 * minute), window.start);
  }
}

/** Causes random events until the calm phase. */
function disturb(world: World): void {
  const { clock, setting, windows } = world;
  if (world.phase !== 'faults') return;
  const window = clock.pick(windows);
  const kind = clock.random();
  if (kind < 0.5) for (const one of windows) one.isFocused = one === window;
  else if (kind < 0.65) stop(world, window);
  else if (kind < 0.7) for (const one of windows) stop(world, one);
  else if (kind < 0.85 && setting.hasStops) window.clockOffMs = clock.pick([-10, 0, 10]) * minute;
  else if (kind < 0.9 && setting.signsOut && isAwake(window, world)) {
    signOut(world, window);
    signInSoon(world);
  }
  clock.at(clock.now + clock.between(0, 2 * setting.lifeMs), () => disturb(world));
}

/** Ends all faults, and wakes up all windows. */
async function calmDown(world: World): Promise<void> {
  const { clock, windows, setting } = world;
  world.phase = 'calm';
  for (const window of windows) window.wake();
  await clock.runUntil(clock.now + 15 * minute + 2 * setting.lifeMs);
}

/** Checks that every window works, or that none does after a sign-out. */
async function look(world: World): Promise<void> {
  const { clock, server, storage, windows, setting } = world;
  world.phase = 'over';
  await clock.runUntil(clock.now + 2 * minute);
  const session = liveIn(storage.truth);
  const newest = server.byRefresh(session?.refresh?.token ?? '');
  if (!newest || newest.spentAt !== undefined || newest.family.isRevoked)
    return issue(world, 'the newest refresh token is stored nowhere');
  for (const window of windows) {
    if (!isDeepStrictEqual(window.session, session)) issue(world, "doesn't have the newest tokens", window);
  }
  for (const window of windows) {
    window.after(0, async () => {
      if (!(await call(world, window))) issue(world, 'cannot call the service', window);
    });
  }
  await clock.runUntil(clock.now + minute);
  if (setting.signsOut) await lookSignedOut(world);
}

/** The user signs out while windows renew the session. */
async function lookSignedOut(world: World): Promise<void> {
  const { clock, storage, windows, setting } = world;
  await clock.runUntil(clock.now + setting.lifeMs);
  for (const window of windows) window.after(clock.between(0, 5000), () => call(world, window));
  await clock.runUntil(clock.now + clock.between(0, 5000));
  const last = listedIn(storage.truth);
  if (!last) return issue(world, 'no user is signed in');
  signOut(world, clock.pick(windows));
  await clock.runUntil(clock.now + minute);
  if (idsIn(storage.truth).length > 0) issue(world, 'the session came back after the sign-out');
  for (const window of windows) {
    if (window.session) issue(world, 'still has a session after the sign-out', window);
    window.after(0, async () => {
      const token = await window.renewal.getToken(last, last.accessToken);
      if (token !== undefined) issue(world, 'has a token after the sign-out', window);
    });
  }
  await clock.runUntil(clock.now + minute);
}
