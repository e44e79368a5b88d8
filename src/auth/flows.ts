import * as vscode from 'vscode';
import { isLoopback } from '../api/baseUrl.ts';
import type { SignInFlow } from './flow.ts';
import { canListen } from './loopback.node.ts';

/** What decides between the flows. */
export interface HostCapabilities {
  /** A web worker can't. */
  readonly canListen: boolean;
  /** The browser seems to run on the machine of the extension host, so that a loopback address means the same to both. */
  readonly isLocal: boolean;
  /** The user says which port is registered for the client, and so that it leads here. */
  readonly hasFixedPort: boolean;
}

export function detectHost(baseUrl: string, loopbackPort: number): HostCapabilities {
  const { env, UIKind } = vscode;
  const isDesktop = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  // A service on a loopback address signs in on that machine, too.
  const isLocal = isDesktop || isLoopback(new URL(baseUrl).hostname);
  return { canListen, isLocal, hasFixedPort: loopbackPort !== 0 };
}

/** The flows that this host can do, best first. */
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
  // Also of a remote host, as the last way through the browser: the editor may forward the port.
  return host.isLocal || host.hasFixedPort ? [loopback, uri, pasteToken] : [uri, loopback, pasteToken];
}
