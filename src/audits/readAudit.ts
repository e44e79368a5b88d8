import * as vscode from 'vscode';
import type { Audit } from '../api/audit.ts';
import { isUnsupportedError } from '../api/errors.ts';
import type { Connection } from '../auth/connection.ts';

/** Requests an audit (`beacon.getAudit`). Returns `undefined` if the service doesn't support this operation. */
export async function readAudit(
  connection: Connection,
  auditId: string,
  options: { readonly isInteractive?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Audit | undefined> {
  const { isInteractive = false, signal } = options;
  const { beacon } = await connection.client({ isInteractive });
  try {
    return await beacon.getAudit(auditId, signal && { signal });
  } catch (error) {
    if (isUnsupportedError(error)) return undefined;
    throw error;
  }
}

/** Returns why there is no report of an audit if the service doesn't support `beacon.getAudit`. */
export function describeUnsupportedAudits() {
  return { note: describeUnreadableAudits(), isPermanent: true, isUnsupported: true } as const;
}

/** Returns the message for a service that doesn't support `beacon.getAudit`. */
export function describeUnreadableAudits(): string {
  return vscode.l10n.t(
    "This service doesn't return audit reports. Look for the report in the service's web dashboard, under the audit ID.",
  );
}
