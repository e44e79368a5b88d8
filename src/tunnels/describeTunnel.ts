import * as vscode from 'vscode';
import type { ForwardFailure } from './client/exchange.ts';
import type { InterruptionReason, TunnelState } from './client/tunnelState.ts';
import { type LocalServer, toPublicServerUrl } from './localServer.ts';

/** Returns a sentence about the state of a tunnel to a server on this machine. */
export function describeState(state: TunnelState, server: LocalServer): string {
  const { port } = server;
  switch (state.kind) {
    case 'opening':
      return vscode.l10n.t('The tunnel to localhost:{0} is being opened.', port);
    case 'open':
      return vscode.l10n.t(
        '{0} is forwarded to localhost:{1}.',
        toPublicServerUrl(state.publicUrl, server),
        port,
      );
    case 'interrupted':
      return describeInterruption(state.reason);
    case 'displaced':
      return vscode.l10n.t(
        'Another tunnel of your account uses {0}, so no request reaches localhost:{1}.',
        state.publicUrl,
        port,
      );
    case 'closed':
      return vscode.l10n.t('The tunnel to localhost:{0} is closed.', port);
  }
}

function describeInterruption(reason: InterruptionReason): string {
  switch (reason) {
    case 'hostUnavailable':
      return vscode.l10n.t("The tunnel host didn't open the tunnel. The extension is trying again.");
    case 'socketsClosed':
      return vscode.l10n.t('The tunnel host closed the tunnel. The extension is opening it again.');
    case 'unreachable':
      return vscode.l10n.t(
        "The public URL didn't reach this machine. The extension is opening the tunnel again.",
      );
    case 'asleep':
      return vscode.l10n.t('The machine was asleep. The extension is opening the tunnel again.');
  }
}

/** Returns the error for a client of the tunnel whose request failed. */
export function describeForwardFailure(failure: ForwardFailure, port: number): string {
  switch (failure) {
    case 'refused':
      return vscode.l10n.t(
        'No server accepts connections on port {0} of the machine at the end of the tunnel.',
        port,
      );
    case 'timeout':
      return vscode.l10n.t(
        "The server on port {0} at the end of the tunnel didn't accept the connection in time.",
        port,
      );
    case 'incomplete':
      return vscode.l10n.t(
        'The server on port {0} at the end of the tunnel closed the connection before the end of its response.',
        port,
      );
    case 'aborted':
      return vscode.l10n.t('The request was canceled.');
    case 'upgrade':
      return vscode.l10n.t("The tunnel doesn't support WebSocket connections.");
  }
}

/** Returns the reason why a request failed, for the user of the local server. */
export function describeFailedExchange(failure: ForwardFailure, port: number): string {
  switch (failure) {
    case 'refused':
      return vscode.l10n.t(
        'No server accepts connections on port {0}. Start the server, and then send the request again.',
        port,
      );
    case 'timeout':
      return vscode.l10n.t("The server on port {0} didn't accept the connection in time.", port);
    case 'incomplete':
      return vscode.l10n.t(
        'The server on port {0} closed the connection before the end of its response.',
        port,
      );
    default:
      return describeForwardFailure(failure, port);
  }
}
