import type { AuthSession } from '../../../../src/auth/session.ts';
import { isAwake, judgeToken, minute, type World } from './state.ts';
import { indexKey, listedIn } from './storage.ts';
import { tokensOf } from './traffic.ts';
import type { EditorWindow } from './window.ts';

/** Signs in, in a window that is running: each sign-in replaces the previous session. */
export function signIn(world: World): void {
  const { clock, storage, sessions } = world;
  const window = world.windows.find((one) => isAwake(one, world));
  if (!window) {
    clock.at(clock.now + minute, () => signIn(world));
    return;
  }
  world.isSigningIn = false;
  const old = listedIn(storage.truth);
  const tokens = world.server.signIn();
  const session: AuthSession = {
    id: `s${sessions.size + 1}`,
    kind: 'user',
    origin: 'https://service.example',
    account: { id: 'u', label: 'u' },
    generation: 1,
    createdAt: clock.now,
    ...tokensOf(tokens, window, world),
  };
  sessions.set(session.id, { family: tokens.family, goneAt: Number.POSITIVE_INFINITY });
  storage.write(window.view, session.id, session);
  storage.write(window.view, indexKey, [session.id]);
  if (old) storage.write(window.view, old.id, undefined);
}

export function signInSoon(world: World): void {
  if (world.isSigningIn) return;
  world.isSigningIn = true;
  const { clock } = world;
  clock.at(clock.now + clock.between(10_000, 2 * minute), () => signIn(world));
}

export function signOut({ storage, sessions, clock }: World, window: EditorWindow): void {
  const session = listedIn(storage.truth);
  const fate = session && sessions.get(session.id);
  if (!fate) return;
  fate.goneAt = clock.now;
  storage.write(window.view, indexKey, []);
  storage.write(window.view, session.id, undefined);
}

/** Calls the service like `src/api/transport.ts`. Returns whether that succeeded. */
export async function call(world: World, by: EditorWindow): Promise<boolean> {
  const first = await ask(world, by);
  if (first === undefined) return false;
  if (await isTaken(world, by, first)) return true;
  const another = await ask(world, by, first);
  return another !== undefined && another !== first && (await isTaken(world, by, another));
}

async function ask(world: World, by: EditorWindow, rejected?: string): Promise<string | undefined> {
  const { session } = by;
  if (!session) return undefined;
  let token: string | undefined;
  try {
    token = await by.renewal.getToken(session, rejected);
  } catch {
    return undefined; // A later attempt might succeed.
  }
  judgeToken(world, by, session, token);
  if (token === undefined && world.sessions.get(session.id)?.family.isRevoked) signInSoon(world);
  return token;
}

function isTaken({ clock, server }: World, by: EditorWindow, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    let isGood = false;
    clock.at(clock.now + clock.between(10, 200), () => {
      isGood = server.accepts(token);
    });
    by.after(clock.between(200, 400), () => resolve(isGood));
  });
}
