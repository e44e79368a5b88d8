import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import { omitUndefined } from '../../fields.ts';
import type { Authorization } from '../mcpConnection.ts';
import { createSignIn, SignInRequiredError } from './signIn.ts';

/**
 * The sign-in to a server that is kept, without anyone to ask for another. `url`: without a query. `address`: origin and path by
 * which it is stored; absent: those of `url`.
 */
export function createStoredSignIn(
  { secrets, lease }: { readonly secrets: vscode.SecretStorage; readonly lease: Lease },
  url: string,
  address?: string,
): Authorization {
  return createSignIn({
    url,
    secrets,
    lease,
    ...omitUndefined({ address }),
    withBrowser: () => Promise.reject(new SignInRequiredError()),
    onLost: () => undefined,
  }).authorization;
}
