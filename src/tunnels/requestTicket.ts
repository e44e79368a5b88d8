import * as vscode from 'vscode';
import type { TunnelTicket } from '../api/tunnels.ts';
import { getUserSession } from '../auth/userSession.ts';
import type { FeatureContext } from '../context.ts';
import { showInformation } from '../editor/message.ts';
import { withCancellableProgress } from '../editor/progress.ts';

type TicketContext = Pick<FeatureContext, 'accounts' | 'connection'>;

/** Gets a ticket for the user (`tunnels.getTicket`), after asking for a sign-in if necessary. */
export async function requestTicket({ accounts, connection }: TicketContext): Promise<TunnelTicket> {
  const client = await connection.client({ isInteractive: true });
  const session = await getUserSession(
    vscode.l10n.t(
      "A tunnel is opened on behalf of a user, so the service doesn't issue tunnel tickets for API keys.",
    ),
    { account: await connection.account('user') },
  );
  // The user's account is chosen only for user-account operations. Other features continue to use the current account.
  await accounts.choose(session.id, 'user');
  return withCancellableProgress(vscode.l10n.t('Getting a tunnel ticket...'), (signal) =>
    client.tunnels.getTicket({ signal }),
  );
}

/** Implements *Get Tunnel Ticket*. The result doesn't contain the ticket, because it's a secret. */
export async function getTunnelTicket(
  context: TicketContext,
): Promise<Pick<TunnelTicket, 'subdomain' | 'tunnelHost'>> {
  const ticket = await requestTicket(context);
  // Not awaited: the command ends while the message is still open.
  void offerTicket(ticket);
  return { subdomain: ticket.subdomain, tunnelHost: ticket.tunnelHost };
}

/** Notifies that the ticket is ready, and copies it or the public URL on request. Doesn't show the ticket. */
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
