import * as vscode from 'vscode';
import { ApiError } from '../api/errors.ts';
import { sleep } from '../api/sleep.ts';
import { SignInError } from './errors.ts';
import { createRenewal, type Lease, type RefreshFailure, type Renewal } from './renewal.ts';
import { hasSessionEnded } from './session.ts';
import type { SessionStore } from './sessionStore.ts';

interface SessionRenewalOptions {
  readonly store: SessionStore;
  readonly lease: Lease;
  readonly warn: (message: string) => void;
}

/** Creates the renewal for the session store. Its errors are `ApiError`s. */
export function createSessionRenewal({ store, lease, warn }: SessionRenewalOptions): Renewal {
  return createRenewal({
    read: (id) => store.read(id),
    write: (session) => {
      if (hasSessionEnded(session)) warn('The authorization server has refused the session twice.');
      return store.replace(session);
    },
    lease,
    refresh: async (session, signal) => {
      const { classifyRefreshError, refreshSession } = await import('./oauth.ts');
      try {
        return await refreshSession(session, signal);
      } catch (error) {
        throw new RefreshError(classifyRefreshError(error), error);
      }
    },
    classifyError: (error) => (error instanceof RefreshError ? error.failure : 'temporary'),
    now: Date.now,
    monotonicNow: () => performance.now(),
    sleep,
    random: Math.random,
    isFocused: () => vscode.window.state.focused,
    onFailure: (error) => {
      const name = error instanceof RefreshError ? error.failure : 'storage';
      warn(`The session could not be refreshed (${name}); it is kept.`);
    },
  });
}

/** Whether an error is from a renewal at the authorization server, as opposed to a request to the service. */
export function isRenewalError(error: unknown): error is ApiError {
  return error instanceof RefreshError;
}

/** An error of a refresh. Contains no text of the response. */
class RefreshError extends ApiError {
  readonly failure: RefreshFailure;

  constructor(failure: RefreshFailure, error: unknown) {
    const status = error instanceof SignInError ? error.status : undefined;
    const kind = failure === 'permanent' ? 'unauthorized' : status === undefined ? 'network' : 'server';
    super('The sign-in could not be renewed.', {
      kind,
      status,
      operation: 'session.refresh',
      method: 'POST',
      path: '/token',
      reason: kind === 'unauthorized' ? 'rejected' : undefined,
    });
    this.failure = failure;
  }
}
