import type { Setting } from './state.ts';

type Kind = Omit<
  Setting,
  'seed' | 'windows' | 'faults' | 'hasStops' | 'lifeMs' | 'graceAnswer' | 'rotations'
>;

const usual: Kind = {
  hasLease: true,
  hosts: 1,
  lostReplies: 'none',
  graceMs: 0,
  onReuse: 'revoke',
  signsOut: false,
  hours: 100,
};
/** Longer than all attempts of one renewal take. */
const graceMs = 45_000;

/** Worlds in which no account is signed out, except the last one. */
export const kinds = {
  'lease, no lost responses': usual,
  'lease, lost responses, grace period': { ...usual, lostReplies: 'limited', graceMs },
  'no lease, lost responses, grace period': { ...usual, hasLease: false, lostReplies: 'limited', graceMs },
  'two hosts, slow responses, server that rejects reused tokens': { ...usual, hosts: 2, onReuse: 'refuse' },
  'lease, sign-outs by the user': { ...usual, signsOut: true },
  'lease, lost responses, no grace period': { ...usual, lostReplies: 'any' },
} as const satisfies Record<string, Kind>;

export const kindNames = Object.keys(kinds) as readonly (keyof typeof kinds)[];
