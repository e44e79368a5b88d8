import type * as vscode from 'vscode';
import type { Client } from '../api/client.ts';

/** `noService`: no base URL is set. `signedOut`: no session for it. */
export type ConnectionState = 'noService' | 'signedOut' | 'ready';

/** The service that the editor is connected to, and the one client for it. */
export interface Connection {
  readonly state: ConnectionState;
  /** Normalised, without a trailing slash. */
  readonly baseUrl: string | undefined;
  /** The client of the chosen service; the same one until the service changes. Rejects when there is none. */
  client(): Promise<Client>;
  /** Another service, or other sessions: whatever was loaded is out of date. */
  readonly onDidChange: vscode.Event<void>;
}
