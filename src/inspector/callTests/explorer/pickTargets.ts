import * as vscode from 'vscode';
import type { Connection } from '../../../auth/connection.ts';
import type { Services } from '../../../context.ts';
import { pickMany } from '../../../editor/pickBox.ts';
import { withCancellableProgress } from '../../../editor/progress.ts';
import { shortAddress } from '../../address.ts';
import { askUrl } from '../../target.ts';
import { keyOfTarget, type TestTarget } from './targets.ts';

interface PickDeps {
  readonly connection: Connection;
  readonly services: Pick<Services, 'listEnvironments'>;
}

interface TargetLine extends vscode.QuickPickItem {
  /** Absent: a URL is asked for. */
  readonly target?: TestTarget;
}

/** Asks where tests are run; at least one is picked. Rejects with a `CancellationError` when the person leaves. */
export async function pickTargets(
  deps: PickDeps,
  chosen: readonly TestTarget[],
): Promise<readonly TestTarget[]> {
  const title = vscode.l10n.t('Run MCP Tests');
  const environments = await environmentLines(deps);
  const urls = chosen.filter((target) => 'url' in target).map(urlLine);
  if (environments.length + urls.length === 0) return [await askTarget(title)];
  const other: TargetLine = {
    ...{ label: vscode.l10n.t('Another URL or Port…'), iconPath: new vscode.ThemeIcon('globe') },
    alwaysShow: true,
  };
  const items: readonly TargetLine[] = [...environments, ...urls, other];
  const keys = new Set(chosen.map(keyOfTarget));
  const none = vscode.l10n.t('Select at least one server.');
  const picked = await pickMany(title, {
    items,
    placeholder: vscode.l10n.t('Select the environments to run the tests in'),
    picked: items.filter(({ target }) => target && keys.has(keyOfTarget(target))),
    refusal: (lines) => (lines.length === 0 ? none : undefined),
  });
  const targets = picked.flatMap(({ target }) => target ?? []);
  return picked.includes(other) ? [...targets, await askTarget(title)] : targets;
}

/** None where no one is connected. */
async function environmentLines({ connection, services }: PickDeps): Promise<readonly TargetLine[]> {
  const { baseUrl } = connection;
  if (baseUrl === undefined || (await connection.state()) !== 'ready') return [];
  const items = await withCancellableProgress(vscode.l10n.t('Reading the environments…'), () =>
    services.listEnvironments(),
  );
  return items.map(({ label, description, environment }) => ({
    ...{ label, ...(description !== undefined && { description }) },
    target: { environment, baseUrl },
  }));
}

const urlLine = (target: { readonly url: string }): TargetLine => ({
  ...{ label: shortAddress(target.url), iconPath: new vscode.ThemeIcon('globe'), target },
});

const askTarget = async (title: string): Promise<TestTarget> => ({ url: (await askUrl(title)).url });
