import * as vscode from 'vscode';
import type { Connection } from '../auth/connection.ts';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { explain } from './explain.ts';
import { headersFor } from './headers.ts';
import { Session, type SessionState } from './session.ts';
import type { Target } from './target.ts';

interface OtherDeps {
  readonly connection: Connection;
  readonly secrets: vscode.SecretStorage;
  readonly version: string;
}

/** What another server offers; nothing else is asked of it. Rejects with a `CancellationError` when the person leaves. */
export async function readOther(deps: OtherDeps, { url, identity }: Target): Promise<SessionState['lists']> {
  // What is asked for stands before the progress.
  const headers = await headersFor(deps, url, identity);
  const session = new Session({
    ...{ url, version: deps.version, explain },
    headers: async () => headers,
    open: async (options) => (await import('./openLink.node.ts')).openLink(options),
    answer: () => Promise.reject(new Error('not-asked')),
    changed: () => undefined,
    heard: () => undefined,
  });
  try {
    await withCancellableProgress(
      vscode.l10n.t('Reading what {0} offers…', identity.title),
      async (signal) => {
        signal.addEventListener('abort', () => void session.dispose());
        await session.connect();
      },
    );
    const { phase, failure = '', lists } = session.state;
    const failed =
      phase === 'connected' ? Object.values(lists).find((list) => list.failure)?.failure : failure;
    if (failed !== undefined) {
      throw new UserError(vscode.l10n.t("What {0} offers can't be read. {1}", identity.title, failed));
    }
    return lists;
  } finally {
    void session.dispose();
  }
}
