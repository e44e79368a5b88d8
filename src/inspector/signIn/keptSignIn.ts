import type * as vscode from 'vscode';
import type { Lease } from '../../auth/renewal.ts';
import { omitUndefined } from '../../fields.ts';
import type { Authorization } from '../mcpConnection.ts';
import { createSignIn, SignInRequiredError } from './signIn.ts';

/**
 * Returns the stored sign-in to a server. It never prompts. `url`: without a query. `address`: the storage key; by
 * default `url`.
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
