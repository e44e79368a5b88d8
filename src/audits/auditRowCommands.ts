import * as vscode from 'vscode';
import { booleanArgument, stringArgument } from '../editor/arguments.ts';
import type { CommandTable } from '../editor/commands.ts';
import { offerUndo } from '../editor/offerUndo.ts';
import { UserError } from '../editor/userError.ts';
import type { Node } from '../explorer/node.ts';
import type { AuditHistory } from './auditHistory.ts';
import { type AuditRecord, getTargetKey, isResumable, resumeRecord } from './auditRecord.ts';
import { describeTarget } from './describeTarget.ts';
import { pickRecord } from './pickRecord.ts';

interface RowCommandDeps {
  readonly history: AuditHistory;
  /** Returns the focused row of the view. */
  readonly selected: () => Node | undefined;
  /** Called when the history has changed. */
  readonly changed: () => void;
  /** Follows an audit again, and shows a notification when it ends. */
  readonly resume: (run: AuditRecord) => Promise<void>;
  readonly start: (argument: unknown) => Promise<unknown>;
}

/** Creates the commands for audits in the history. Without an argument, the user selects an audit. */
export function auditRowCommands({
  history,
  selected,
  changed,
  resume,
  start,
}: RowCommandDeps): CommandTable {
  const rerun = async (argument: unknown): Promise<unknown> => {
    const run = await pickRecord(history, argument, {
      title: vscode.l10n.t('Rerun Audit'),
      placeHolder: vscode.l10n.t('Select the audit to rerun'),
    });
    const { targetUrl, hasQuery, excludeCategories, environmentId } = run;
    const { environmentName, projectId, projectName, teamId, isProduction } = run;
    return start({
      // The query isn't stored, so the user must complete the URL. The URL of an environment might have changed.
      ...(hasQuery ? { typedUrl: targetUrl } : environmentId === undefined && { targetUrl }),
      environmentId,
      environmentName,
      projectId,
      projectName,
      teamId,
      isProduction,
      excludeCategories,
    });
  };

  const resumeOne = async (argument: unknown): Promise<{ readonly id: string }> => {
    const run = await pickRecord(history, argument, {
      title: vscode.l10n.t('Resume Audit'),
      placeHolder: vscode.l10n.t('Select the audit to resume'),
      isOffered: isResumable,
      none: vscode.l10n.t(
        'There are no audits to resume because all of them have ended or are still running.',
      ),
    });
    if (run.end === 'over')
      throw new UserError(vscode.l10n.t('This audit has already ended.'), {
        isFinal: true,
        isInformational: true,
      });
    if (run.end !== undefined) await resume(resumeRecord(run, Date.now()));
    return { id: run.id };
  };

  const copyId = async (argument: unknown): Promise<string> => {
    const title = vscode.l10n.t('Copy Audit ID');
    const placeHolder = vscode.l10n.t('Select an audit by target or time');
    const id =
      stringArgument(argument, 'auditId') ?? (await pickRecord(history, argument, { title, placeHolder })).id;
    await vscode.env.clipboard.writeText(id);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Audit ID copied'), 3000);
    return id;
  };

  /** Removes an audit, or all audits of `auditTarget`. The keyboard shortcut removes the focused row. */
  const remove = async (argument: unknown): Promise<readonly string[]> => {
    const given = booleanArgument(argument, 'isSelected') ? selected() : argument;
    const target = stringArgument(given, 'auditTarget');
    const runs =
      target === undefined
        ? [
            await pickRecord(history, given, {
              title: vscode.l10n.t('Remove Audit from History'),
              placeHolder: vscode.l10n.t("Select the audit to remove from this editor's history"),
            }),
          ]
        : history.list().filter((run) => getTargetKey(run) === target);
    const [first] = runs;
    if (!first) return [];
    await history.remove(...runs);
    changed();
    const place = describeTarget(first);
    const said =
      runs.length === 1
        ? vscode.l10n.t(
            "The audit of {0} was removed from this editor's history. It's unchanged on the service.",
            place,
          )
        : vscode.l10n.t(
            "{0} audits of {1} were removed from this editor's history. They're unchanged on the service.",
            runs.length,
            place,
          );
    void offerUndo(said, async () => {
      await history.put(...runs);
      changed();
      for (const run of runs) if (run.end === undefined) await resume(run);
    });
    return runs.map(({ id }) => id);
  };

  return {
    'hostedMcp.rerunAudit': rerun,
    'hostedMcp.resumeAudit': resumeOne,
    'hostedMcp.copyAuditId': copyId,
    'hostedMcp.removeAudit': remove,
  };
}
