import type * as vscode from 'vscode';
import { hashJson } from './hashJson.ts';

/** Values of inputs by ID. All of them are treated as secrets. */
export type InputValues = Readonly<Record<string, string>>;

/**
 * The receiver of input values. Each entry has values for one kind of server. Inputs in the URL are stored for the URL
 * with unresolved inputs (`url`), and others for the server's storage URL (`address`). The field names are part of the
 * storage key, so they must not change.
 */
export type InputOwner = { readonly file: string; readonly name: string } & (
  | { readonly kind: 'process' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'url'; readonly address: string }
);

/** Returns a hash, because names of secrets are stored unencrypted, and a URL can contain a secret in its path. */
async function inputStorageKey({ file, name, ...owner }: InputOwner): Promise<string> {
  return `hostedMcp.inspector.inputs:${await hashJson([file, name, Object.entries(owner).toSorted()])}`;
}

/** Returns the stored values; empty if they can't be read. */
export async function readStoredInputs(
  secrets: Pick<vscode.SecretStorage, 'get'>,
  owner: InputOwner,
): Promise<InputValues> {
  try {
    const stored: unknown = JSON.parse((await secrets.get(await inputStorageKey(owner))) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** Adds values to the stored ones. */
export async function storeInputs(
  secrets: Pick<vscode.SecretStorage, 'get' | 'store'>,
  owner: InputOwner,
  values: InputValues,
): Promise<void> {
  const stored = await readStoredInputs(secrets, owner);
  await secrets.store(await inputStorageKey(owner), JSON.stringify({ ...stored, ...values }));
}
