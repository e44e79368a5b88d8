import * as vscode from 'vscode';
import type { Connection } from '../../auth/connection.ts';
import type { PickOtherEnvironment } from '../../context.ts';
import type { PickEnvironment } from '../../domain/environment.ts';
import type { CommandTable } from '../../editor/commands.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { UserError } from '../../editor/userError.ts';
import type { ApplyPlan } from '../applyPlan.ts';
import { type ComparisonAddress, parseSideUri } from './comparisonAddress.ts';
import type { Comparisons } from './comparisons.ts';
import { copyVariables } from './copyVariables.ts';
import { pickComparedSource } from './pickPlace.ts';
import type { ReadSide } from './readSide.ts';

interface CompareDeps {
  readonly comparisons: Comparisons;
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly pickEnvironment: PickEnvironment;
  readonly pickOther: PickOtherEnvironment;
  readonly readSide: ReadSide;
  readonly applyPlan: ApplyPlan;
}

export function compareCommands(deps: CompareDeps): CommandTable {
  const { comparisons, connection, pickEnvironment, pickOther } = deps;

  const compare = async (argument: unknown): Promise<void> => {
    const title = vscode.l10n.t('Compare Variables');
    const left = await pickEnvironment(argument, title);
    const right = await pickComparedSource(argument, title, left.environmentId, pickOther);
    const { baseUrl } = connection;
    if (baseUrl === undefined) throw new vscode.CancellationError();
    await withCancellableProgress(vscode.l10n.t('Comparing variables...'), (signal) =>
      comparisons.open({ baseUrl, left, right }, { signal, isInteractive: true }),
    );
  };

  const refresh = (argument: unknown): Promise<void> =>
    withCancellableProgress(vscode.l10n.t('Comparing variables...'), (signal) =>
      comparisons.reload(requireComparison(argument), { signal, isInteractive: true }),
    );

  return {
    'hostedMcp.compareEnvironments': compare,
    'hostedMcp.refreshComparison': refresh,
    'hostedMcp.copyVariablesTo': (argument) => copyVariables(requireComparison(argument), argument, deps),
  };
}

/** Returns the comparison of a command: the one whose toolbar button was pressed, or the one in the active tab. */
function requireComparison(argument: unknown): ComparisonAddress {
  const uri = argument instanceof vscode.Uri ? argument : activeUri();
  const address = uri && parseSideUri(uri);
  if (!address) throw new UserError(vscode.l10n.t('No variable comparison is open in the active tab.'));
  return address;
}

function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
