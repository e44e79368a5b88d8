import * as vscode from 'vscode';
import { ageText } from '../editor/age.ts';
import { answer, flagAnswer } from '../editor/answers.ts';
import type { CommandTable } from '../editor/commands.ts';
import { offerUndo } from '../editor/offerUndo.ts';
import { UserError } from '../editor/userError.ts';
import type { Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import type { History } from './history.ts';
import { subjectText } from './place.ts';
import { type Run, resumed, targetKey } from './run.ts';
import { verdictText } from './words.ts';

interface RowCommandDeps {
  readonly history: History;
  /** The row that has the focus in the view. */
  readonly selected: () => Node | undefined;
  /** The view is to be drawn anew. */
  readonly changed: () => void;
  /** It is to be followed again, and its end told. */
  readonly resume: (run: Run, place: string) => Promise<void>;
  readonly start: (argument: unknown) => Promise<unknown>;
}

/** The commands on audits that were started here; without an argument, on one that is picked from the history. */
export function rowCommands({ history, selected, changed, resume, start }: RowCommandDeps): CommandTable {
  const rerun = async (argument: unknown): Promise<unknown> => {
    const run = await pickRun(history, argument, vscode.l10n.t('Run Audit Again'));
    const { targetUrl, hasQuery, excludeCategories, environmentId } = run;
    const { environmentName, projectId, projectName, teamId, isProduction } = run;
    return start({
      // Its query is not kept: the question has the rest. The address of an environment may be another by now.
      ...(hasQuery ? { typedUrl: targetUrl } : environmentId === undefined && { targetUrl }),
      ...{ environmentId, environmentName, projectId, projectName, teamId, isProduction, excludeCategories },
    });
  };

  const resumeOne = async (argument: unknown): Promise<{ readonly id: string }> => {
    const run = await pickRun(history, argument, vscode.l10n.t('Resume Audit'));
    if (run.end === 'over')
      throw new UserError(vscode.l10n.t('This audit is over.'), { isFinal: true, isCalm: true });
    if (run.end !== undefined) await resume(resumed(run, Date.now()), subjectText(run));
    return { id: run.id };
  };

  const copyId = async (argument: unknown): Promise<string> => {
    const id =
      answer(argument, 'auditId') ?? (await pickRun(history, argument, vscode.l10n.t('Copy Audit ID'))).id;
    await vscode.env.clipboard.writeText(id);
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) ID copied'), 3000);
    return id;
  };

  /** One, or with `auditTarget` all of a target. By key: the row that has the focus. */
  const remove = async (argument: unknown): Promise<readonly string[]> => {
    const t = vscode.l10n.t;
    const given = flagAnswer(argument, 'isSelected') ? selected() : argument;
    const target = answer(given, 'auditTarget');
    const runs =
      target === undefined
        ? [await pickRun(history, given, t('Remove Audit from History'))]
        : history.list().filter((run) => targetKey(run) === target);
    const [first] = runs;
    if (!first) return [];
    await history.remove(...runs);
    changed();
    const place = subjectText(first);
    const said =
      runs.length === 1
        ? t('The audit of {0} is removed from the history here. It is unchanged on the service.', place)
        : t(
            '{0} audits of {1} are removed from the history here. They are unchanged on the service.',
            runs.length,
            place,
          );
    void offerUndo(said, async () => {
      await history.put(...runs);
      changed();
      for (const run of runs) if (run.end === undefined) await resume(run, subjectText(run));
    });
    return runs.map(({ id }) => id);
  };

  return {
    [CommandId.rerunAudit]: rerun,
    [CommandId.resumeAudit]: resumeOne,
    [CommandId.copyAuditId]: copyId,
    [CommandId.removeAudit]: remove,
  };
}

/** The audit that a command is about: from its argument, else asked for. */
export async function pickRun(history: History, argument: unknown, title: string): Promise<Run> {
  const t = vscode.l10n.t;
  const runs = history.list();
  const given = answer(argument, 'auditId');
  if (given !== undefined) {
    const found = runs.find(({ id }) => id === given);
    if (found) return found;
    throw new UserError(t('This audit is not in the history of this editor: {0}', given), { isFinal: true });
  }
  if (runs.length === 0) {
    throw new UserError(t('No audit of this service was run here yet.'), {
      ...{ isFinal: true, isCalm: true },
      cures: [{ label: t('Run Audit…'), icon: 'checklist', command: CommandId.runAudit }],
    });
  }
  return pickOf(runs, title);
}

/** Asks which of these. */
export async function pickOf(runs: readonly Run[], title: string): Promise<Run> {
  const now = Date.now();
  const items = runs.map((run) => ({
    label: subjectText(run),
    description: `${verdictText(run, vscode.l10n.t)} · ${ageText(now - run.startedAt, vscode.env.language, 'narrow')}`,
    run,
  }));
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  if (!picked) throw new vscode.CancellationError();
  return picked.run;
}
