import type * as node from './grant.node.ts';

// In a browser, there are no connections to servers, so no server requires a sign-in.

export const canDiscoverSignIn: typeof node.canDiscoverSignIn = () => Promise.resolve(false);

export const requestGrant: typeof node.requestGrant = () =>
  Promise.reject(new Error('A web worker cannot sign in to a server.'));

export const renewGrant: typeof node.renewGrant = () => Promise.resolve(undefined);

export const revokeGrant: typeof node.revokeGrant = () => Promise.resolve();
