import type * as vscode from 'vscode';
import { sha256 } from './sha256.ts';

/** Values of inputs by their IDs. They are secrets, whatever the file says of them. */
export type InputValues = Readonly<Record<string, string>>;

/**
 * Who gets the values of inputs: each entry has its own, for one kind of server. Those in the URL of an entry are kept for the URL as it
 * is before they are filled in, `url`; all others for the origin and path of the server, `address`.
 */
export type InputOwner = { readonly file: string; readonly name: string } & (
  | { readonly kind: 'process' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'url'; readonly address: string }
);

/** A hash, because names of secrets are on the disk as they are, and a URL may have a secret in its path. */
async function inputStorageKey({ file, name, ...owner }: InputOwner): Promise<string> {
  return `hostedMcp.inspector.inputs:${await sha256([file, name, Object.entries(owner).toSorted()])}`;
}

/** Returns the values that are kept for a server; empty if they can't be read. */
export async function readStoredInputs(
  secrets: Pick<vscode.SecretStorage, 'get'>,
  owner: InputOwner,
): Promise<InputValues> {
  try {
    const kept: unknown = JSON.parse((await secrets.get(await inputStorageKey(owner))) ?? '{}');
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** Keeps values of inputs besides those that are kept already. */
export async function storeInputs(
  secrets: Pick<vscode.SecretStorage, 'get' | 'store'>,
  owner: InputOwner,
  values: InputValues,
): Promise<void> {
  const kept = await readStoredInputs(secrets, owner);
  await secrets.store(await inputStorageKey(owner), JSON.stringify({ ...kept, ...values }));
}
