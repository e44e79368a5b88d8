import * as vscode from 'vscode';
import { isLoopback } from '../api/baseUrl.ts';
import type { SignInFlow } from './flow.ts';
import { canListen } from './loopback.node.ts';

/** The facts that determine the order of the flows. */
export interface HostCapabilities {
  /** Always false in a web worker. */
  readonly canListen: boolean;
  /**
   * Whether the browser probably runs on the machine of the extension host, so that it can reach a loopback address
   * there.
   */
  readonly isLocal: boolean;
  /**
   * Whether the user has set a loopback port. Such a port is registered for the client, so the user has made sure that
   * the browser reaches it.
   */
  readonly hasFixedPort: boolean;
}

export function detectHost(baseUrl: string, loopbackPort: number): HostCapabilities {
  const { env, UIKind } = vscode;
  const isDesktop = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  // A service on a loopback address can only be used on that machine.
  const isLocal = isDesktop || isLoopback(new URL(baseUrl).hostname);
  return { canListen, isLocal, hasFixedPort: loopbackPort !== 0 };
}

/** Returns the flows that this host supports, best first. */
export function getSignInFlows(host: HostCapabilities): readonly SignInFlow[] {
  const loopback: SignInFlow = {
    id: 'loopback',
    label: vscode.l10n.t('Use a Loopback Address'),
    run: async (context) => (await import('./loopbackFlow.ts')).signInByLoopback(context),
  };
  const uri: SignInFlow = {
    id: 'uri',
    label: vscode.l10n.t('Use an Editor Link'),
    run: async (context) => (await import('./uriFlow.ts')).signInByUri(context),
  };
  const pasteToken: SignInFlow = {
    id: 'pasteToken',
    label: vscode.l10n.t('Paste an Access Token'),
    run: (context) => context.pasteToken(),
  };
  if (!host.canListen) return [uri, pasteToken];
  // On a remote host, a loopback address is the last method in the browser: the editor might forward the port.
  return host.isLocal || host.hasFixedPort ? [loopback, uri, pasteToken] : [uri, loopback, pasteToken];
}
