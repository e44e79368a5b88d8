import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import { getTunnelTicket } from './requestTicket.ts';

/** Rejects the command: a browser can't connect to the socket of a tunnel host, or to a server on this machine. */
const rejectTunnel = (): Promise<never> =>
  Promise.reject(
    new UserError(
      vscode.l10n.t(
        "A tunnel can't be opened in an editor that runs only in a browser. Open the desktop editor.",
      ),
      { isPermanent: true },
    ),
  );

export const createTunnelCommands = (context: FeatureContext) => ({
  table: {
    'hostedMcp.openTunnel': rejectTunnel,
    'hostedMcp.closeTunnel': rejectTunnel,
    'hostedMcp.showTunnel': rejectTunnel,
    'hostedMcp.getTunnelTicket': () => getTunnelTicket(context),
  } satisfies CommandTable,
  dispose: () => undefined,
});
