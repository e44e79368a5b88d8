import * as vscode from 'vscode';
import { withCancellableProgress } from '../editor/progress.ts';
import { UserError } from '../editor/userError.ts';
import { defined } from '../fields.ts';
import { explain } from './explain.ts';
import { Session, type SessionState } from './session.ts';
import type { SourceDeps } from './source.ts';
import type { Target } from './target.ts';
import { sourceOf } from './workspace/sourceOf.ts';

interface OtherDeps extends SourceDeps {
  readonly version: string;
}

/** What another server offers; nothing else is asked of it. Rejects with a `CancellationError` when the person leaves. */
export async function readOther(deps: OtherDeps, { url, identity }: Target): Promise<SessionState['lists']> {
  const source = sourceOf(deps, {
    ...{ identity, url: () => url, mayAsk: () => true, changed: () => undefined },
  });
  // What is asked for stands before the progress.
  const headers = await source.headers(new AbortController().signal);
  const session = new Session({
    ...{ url: source.url, version: deps.version, explain },
    ...{ headers: async () => headers, open: source.open, ...defined({ steps: source.steps }) },
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
