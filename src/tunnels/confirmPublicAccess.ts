import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import { confirm } from '../editor/confirm.ts';
import { getField } from '../fields.ts';
import type { LocalServer } from './localServer.ts';

/** The key of the services whose tunnels the user has confirmed, in the storage of the editor. */
const confirmedKey = 'hostedMcp.tunnels.confirmedServices';

/**
 * Explains before the first tunnel of a service who can reach the server, and which part isn't encrypted. Rejects with
 * a `CancellationError` if the user cancels.
 */
export async function confirmPublicAccess(
  { extensionContext, connection }: Pick<FeatureContext, 'extensionContext' | 'connection'>,
  { port }: LocalServer,
): Promise<void> {
  const { globalState } = extensionContext;
  const { baseUrl } = connection;
  if (baseUrl === undefined) return;
  const confirmed: unknown = globalState.get(confirmedKey);
  if (getField(confirmed, baseUrl) === true) return;
  await confirm(
    vscode.l10n.t('Open a tunnel from a public URL to localhost:{0}?', port),
    vscode.l10n.t(
      "While the tunnel is open, anyone who has the URL can send requests to the server on this machine. Requests and responses aren't encrypted between the tunnel host and this machine, so don't send secrets through the tunnel.",
    ),
    vscode.l10n.t('Open Tunnel'),
  );
  await globalState.update(confirmedKey, { ...(confirmed as object | undefined), [baseUrl]: true });
}
