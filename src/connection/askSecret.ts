import * as vscode from 'vscode';
import { createClient } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { Session, SessionKind } from '../auth/session.ts';
import { ask } from '../editor/question.ts';
import { explainProblem } from './problem.ts';

/**
 * Asks for an API key or an access token, tries it on the service, and makes a session of it. The box is masked
 * and stays, with what was typed, until the service takes it or the user leaves.
 */
export function askSecret(kind: SessionKind, baseUrl: string): Promise<Session> {
  const { host, origin } = new URL(baseUrl);
  const isKey = kind === 'apiKey';
  return ask<Session>({
    title: isKey ? vscode.l10n.t('API Key for {0}', host) : vscode.l10n.t('Access Token for {0}', host),
    prompt: isKey
      ? vscode.l10n.t(
          'Paste a key from the API Keys page in the settings of your team. It is kept in the secret storage of the editor.',
        )
      : vscode.l10n.t('Paste an OAuth access token. It is kept in the secret storage of the editor.'),
    password: true,
    check: secretRule,
    explain: (error) => explainProblem(error, baseUrl),
    accept: async (typed, signal) => {
      const accessToken = typed.trim();
      await tryToken(baseUrl, accessToken, signal);
      return {
        id: crypto.randomUUID(),
        kind,
        origin,
        account: { id: kind, label: isKey ? vscode.l10n.t('API key') : vscode.l10n.t('Access token') },
        accessToken,
        createdAt: Date.now(),
      };
    },
  });
}

/** A bearer value is visible ASCII (RFC 6750 §2.1). */
function secretRule(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return vscode.l10n.t('Paste the key first.');
  return /^[\x21-\x7e]+$/.test(text)
    ? undefined
    : vscode.l10n.t('This holds a space or a character that no key has. Paste it again.');
}

/** Rejects when the service refuses the token, or is not a service of this kind. */
async function tryToken(baseUrl: string, token: string, signal: AbortSignal): Promise<void> {
  const client = createClient({
    baseUrl,
    getToken: async (_scope, { rejected }) => (rejected === token ? undefined : token),
  });
  try {
    await client.identify({ signal });
  } catch (error) {
    // A key that may not list projects is still a key.
    if (!(error instanceof ApiError && error.kind === 'forbidden')) throw error;
  }
}
