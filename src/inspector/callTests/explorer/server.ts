import type * as vscode from 'vscode';
import type { Connection } from '../../../auth/connection.ts';
import type { Lease } from '../../../auth/renewal.ts';
import { headersFor } from '../../headers.ts';
import type { Authorization } from '../../link.ts';
import { keptSignIn } from '../../signIn/keptSignIn.ts';
import { type Target, targetOf, urlOf } from '../../target.ts';
import { environment } from '../../workspace/machine.node.ts';
import { type Connected, connectForTests } from '../connect.ts';
import { headerVariables, sentHeaders } from '../headerValues.ts';
import type { TestFile } from '../testFile.ts';
import type { TestTarget } from './targets.ts';

export interface ServerDeps {
  readonly connection: Connection;
  readonly secrets: vscode.SecretStorage;
  readonly lease: Lease;
  /** Of this extension. */
  readonly version: string;
}

/** Where tests are run, and as whom. */
export interface Server {
  readonly url: string;
  /** What a person has given for its origin. */
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: Authorization;
}

/** Milliseconds that a handshake may take. */
const handshakeMs = 30_000;

/** Finds out all that a person may be asked for. Rejects with a `CancellationError` when the person leaves. */
export async function serverOf(deps: ServerDeps, target: TestTarget): Promise<Server> {
  const { url, identity } = await addressOf(deps, target);
  const headers = await headersFor(deps, url, identity);
  // Only a sign-in that was there before is used.
  return { url, headers, authorization: keptSignIn(deps, identity.url) };
}

async function addressOf({ connection }: ServerDeps, target: TestTarget): Promise<Target> {
  if ('url' in target) return targetOf(target.url);
  const { environment, baseUrl } = target;
  const url = await urlOf(await connection.client({ mayAsk: true }), environment);
  return targetOf(url, environment, baseUrl);
}

/** A connection for the tests of a file, or why there is none. Never rejects. */
export async function openServer(
  { url, headers: kept, authorization }: Server,
  { version }: Pick<ServerDeps, 'version'>,
  file: TestFile,
  signal: AbortSignal,
): Promise<Connected> {
  const variables = environment();
  const read = (name: string): string | undefined => variables[name];
  const isKept = (name: string): boolean =>
    Object.keys(kept).some((one) => one.toLowerCase() === name.toLowerCase());
  const isSet = (value: string): boolean =>
    headerVariables({ headers: { value } }).every((name) => read(name) !== undefined);
  // The editor was rarely started where the variables are: what a person gave stands in.
  const own = Object.entries(file.headers ?? {}).filter(([name, value]) => isSet(value) || !isKept(name));
  const sent = sentHeaders({ headers: Object.fromEntries(own) }, read);
  if (!sent.ok) return sent;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const others = Object.entries(kept).filter(([name]) => !names.has(name.toLowerCase()));
  const secrets = [...sent.secrets, ...Object.values(kept)];
  const { openLink: open } = await import('../../openLink.node.ts');
  return connectForTests({
    ...{ open, url, version, authorization, secrets, signal, timeoutMs: handshakeMs },
    headers: { ...Object.fromEntries(others), ...sent.headers },
  });
}
