import * as vscode from 'vscode';
import type { FeatureContext } from '../../../context.ts';
import { pickMany } from '../../../editor/pickBox.ts';
import { withCancellableProgress } from '../../../editor/progress.ts';
import { shortenServerUrl } from '../../../editor/serverUrl.ts';
import { omitUndefined } from '../../../fields.ts';
import { askServerUrl } from '../../inspectorTarget.ts';
import { listWorkspaceServerItems } from '../../workspace/serverTargets.ts';
import { getTestTargetKey, type TestTarget } from './targets.ts';

type PickTargetsContext = Pick<FeatureContext, 'connection'> & {
  readonly services: Pick<FeatureContext['services'], 'listEnvironmentItems'>;
};

interface TargetPickItem extends vscode.QuickPickItem {
  /** Absent for the item that prompts for a URL. */
  readonly target?: TestTarget;
}

/** Prompts for at least one server to run tests on. Rejects with `CancellationError` if the user cancels. */
export async function pickTargets(
  context: PickTargetsContext,
  selectedTargets: readonly TestTarget[],
): Promise<readonly TestTarget[]> {
  const title = vscode.l10n.t('Run MCP Tests');
  const environments = await listEnvironmentItems(context);
  const urls = selectedTargets.filter((target) => 'url' in target).map(createUrlItem);
  const entries = await listWorkspaceTargetItems();
  if (environments.length + urls.length + entries.length === 0) return [await promptForUrlTarget(title)];
  const newUrlItem: TargetPickItem = {
    label: vscode.l10n.t('Another URL or Port...'),
    iconPath: new vscode.ThemeIcon('globe'),
    alwaysShow: true,
  };
  const items: readonly TargetPickItem[] = [...entries, ...environments, ...urls, newUrlItem];
  const selectedKeys = new Set(selectedTargets.map(getTestTargetKey));
  const noServerMessage = vscode.l10n.t('Select at least one server.');
  const picked = await pickMany(title, {
    items,
    placeholder: vscode.l10n.t('Select the servers to run the tests on'),
    picked: items.filter(({ target }) => target && selectedKeys.has(getTestTargetKey(target))),
    validate: (lines) => (lines.length === 0 ? noServerMessage : undefined),
  });
  const targets = picked.flatMap(({ target }) => target ?? []);
  return picked.includes(newUrlItem) ? [...targets, await promptForUrlTarget(title)] : targets;
}

/** Returns the environments of the service; empty if the user isn't signed in. */
async function listEnvironmentItems({
  connection,
  services,
}: PickTargetsContext): Promise<readonly TargetPickItem[]> {
  const { baseUrl } = connection;
  if (baseUrl === undefined || (await connection.state()) !== 'ready') return [];
  const items = await withCancellableProgress(vscode.l10n.t('Loading the environments...'), () =>
    services.listEnvironmentItems(),
  );
  return items.map(({ label, description, environment }) => ({
    label,
    ...(description !== undefined && { description }),
    target: { environment, baseUrl },
  }));
}

/** Returns the valid servers that files of a trusted workspace define. */
async function listWorkspaceTargetItems(): Promise<readonly TargetPickItem[]> {
  return (await listWorkspaceServerItems()).flatMap(
    ({ value: { file, entry }, label, description, iconPath }) =>
      entry.kind === 'invalid'
        ? []
        : [
            {
              ...omitUndefined({ label, description, iconPath }),
              target: { entry: { file: file.uri.toString(), name: entry.name, kind: entry.kind } },
            },
          ],
  );
}

const createUrlItem = (target: { readonly url: string }): TargetPickItem => ({
  label: shortenServerUrl(target.url),
  iconPath: new vscode.ThemeIcon('globe'),
  target,
});

const promptForUrlTarget = async (title: string): Promise<TestTarget> => ({
  url: (await askServerUrl(title)).url,
});
