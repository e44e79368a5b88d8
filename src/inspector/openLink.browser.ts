import * as vscode from 'vscode';
import { UserError } from '../editor/userError.ts';
import type { Link } from './link.ts';

/** A page of a browser may ask few servers, and none of this machine. */
export function openLink(): Promise<Link> {
  return Promise.reject(
    new UserError(
      vscode.l10n.t(
        "A server can't be inspected in an editor that runs in a browser only. Open the desktop editor.",
      ),
      { isFinal: true },
    ),
  );
}
