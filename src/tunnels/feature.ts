import * as vscode from 'vscode';
import type { TunnelTicket } from '../api/tunnels.ts';
import { getUserSession } from '../auth/userSession.ts';
import type { Context, Feature } from '../context.ts';
import { showInformation } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';

/** Tunnel tickets (E15). */
export function createTunnels({ connection, accounts }: Context): Feature {
  /** The result leaves the ticket out: it is a secret, and is handed to the user only. */
  const getTunnelTicket = async (): Promise<Pick<TunnelTicket, 'subdomain' | 'tunnelHost'>> => {
    const client = await connection.client({ isInteractive: true });
    const session = await getUserSession(
      vscode.l10n.t(
        "A tunnel is opened on behalf of a user, so the service doesn't issue tunnel tickets for API keys.",
      ),
      { account: await connection.account('user') },
    );
    // Everything else goes on with the account that it has.
    await accounts.choose(session.id, 'user');
    const ticket = await withCancellableProgress(vscode.l10n.t('Getting a tunnel ticket...'), (signal) =>
      client.tunnels.getTicket({ signal }),
    );
    // Not awaited: the message may stand as long as it likes.
    void offerTicket(ticket);
    return { subdomain: ticket.subdomain, tunnelHost: ticket.tunnelHost };
  };
  return { commands: { 'hostedMcp.getTunnelTicket': getTunnelTicket } };
}

/** Says what the ticket is for and copies what is asked for. The ticket itself is never shown. */
async function offerTicket({ subdomain, tunnelHost, ticket }: TunnelTicket): Promise<void> {
  const copyTicket = vscode.l10n.t('Copy Ticket');
  const copyUrl = vscode.l10n.t('Copy Public URL');
  const url = `https://${subdomain}.${tunnelHost}`;
  const picked = await showInformation(
    vscode.l10n.t(
      "The tunnel ticket is ready. Your tunnel's public URL will be {0}. Anyone who has the ticket can open the tunnel.",
      url,
    ),
    copyTicket,
    copyUrl,
  );
  if (picked === undefined) return;
  await vscode.env.clipboard.writeText(picked === copyTicket ? ticket : url);
  vscode.window.setStatusBarMessage(
    picked === copyTicket ? vscode.l10n.t('$(check) Ticket copied') : vscode.l10n.t('$(check) URL copied'),
    3000,
  );
}
