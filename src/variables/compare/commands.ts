import * as vscode from 'vscode';
import type { AlternativeItem, Services } from '../../context.ts';
import type { CommandTable } from '../../editor/commands.ts';
import { getFileName } from '../../editor/fileName.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { UserError } from '../../editor/userError.ts';
import { askLocalFile, findEnvFiles } from '../localFiles.ts';
import type { VariablesService } from '../variablesService.ts';
import { type ComparedSource, type ComparisonSources, parseSideUri, parseSource } from './comparisonUri.ts';
import { copyVariables } from './copyVariables.ts';

/** Creates the commands for comparisons of variables. */
export function createCompareCommands(variables: VariablesService) {
  const { comparisons } = variables;
  return {
    'hostedMcp.compareEnvironments': (argument) => compareEnvironments(variables, argument),
    'hostedMcp.refreshComparison': (argument) =>
      withCancellableProgress(vscode.l10n.t('Comparing variables...'), (signal) =>
        comparisons.reload(requireComparison(argument), { signal, isInteractive: true }),
      ),
    'hostedMcp.copyVariablesTo': (argument) =>
      copyVariables(variables, requireComparison(argument), argument),
  } satisfies CommandTable;
}

async function compareEnvironments(
  { context, comparisons }: VariablesService,
  argument: unknown,
): Promise<void> {
  const { connection, services } = context;
  const title = vscode.l10n.t('Compare Variables');
  const left = await services.pickEnvironment(argument, title, { purpose: 'read' });
  const isObject = typeof argument === 'object' && argument !== null;
  const otherSource = isObject ? parseSource(Reflect.get(argument, 'other')) : undefined;
  const right = otherSource ?? (await pickComparedSource(services, title, left.environmentId));
  const { baseUrl } = connection;
  if (baseUrl === undefined) throw new vscode.CancellationError();
  await withCancellableProgress(vscode.l10n.t('Comparing variables...'), (signal) =>
    comparisons.open({ baseUrl, left, right }, { signal, isInteractive: true }),
  );
}

/** Asks for the source to compare an environment with. Throws a `CancellationError`. */
async function pickComparedSource(
  { pickOtherEnvironment }: Pick<Services, 'pickOtherEnvironment'>,
  title: string,
  environmentId: string,
): Promise<ComparedSource> {
  const picked = await pickOtherEnvironment(title, environmentId, await fileItems(title));
  return typeof picked === 'function' ? picked() : picked;
}

/** Returns items for the `.env` files at the top of the workspace, and an item to select another file. */
async function fileItems(title: string): Promise<readonly AlternativeItem<() => Promise<ComparedSource>>[]> {
  return [
    ...(await findEnvFiles()).map(
      (file): AlternativeItem<() => Promise<ComparedSource>> => ({
        iconPath: new vscode.ThemeIcon('file'),
        label: getFileName(file),
        description: vscode.workspace.getWorkspaceFolder(file)?.name ?? '',
        value: async () => ({ file }),
      }),
    ),
    {
      // Without `alwaysShow`, because the item would then be the first one for any filter text.
      iconPath: new vscode.ThemeIcon('folder-opened'),
      label: vscode.l10n.t('Local .env File...'),
      value: async () => ({ file: await askLocalFile(title, vscode.l10n.t('Compare')) }),
    },
  ];
}

/**
 * Returns the comparison to which a command applies: the one whose toolbar button was clicked, or the one in the active
 * tab.
 */
function requireComparison(argument: unknown): ComparisonSources {
  const uri = argument instanceof vscode.Uri ? argument : activeUri();
  const sources = uri && parseSideUri(uri);
  if (!sources) throw new UserError(vscode.l10n.t('No variable comparison is open in the active tab.'));
  return sources;
}

function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
