import * as vscode from 'vscode';
import { ageText } from '../domain/age.ts';
import { stringArgument } from '../editor/arguments.ts';
import { pickOne } from '../editor/pickOne.ts';
import { UserError } from '../editor/userError.ts';
import type { History } from './history.ts';
import { subjectText } from './place.ts';
import type { Run } from './run.ts';
import { verdictText } from './texts.ts';

interface Question {
  readonly title: string;
  readonly placeHolder: string;
}

interface Asked extends Question {
  /** Those that are shown; absent: all. */
  readonly isMeant?: (run: Run) => boolean;
  /** What is said where there are audits and none of these. */
  readonly none?: string;
}

/** The audit that a command is about: from its argument, else picked of those that `isMeant`. */
export async function pickRun(
  history: History,
  argument: unknown,
  { isMeant = () => true, none, ...question }: Asked,
): Promise<Run> {
  const runs = history.list();
  const given = stringArgument(argument, 'auditId');
  if (given !== undefined) {
    const found = runs.find(({ id }) => id === given);
    if (found) return found;
    throw new UserError(vscode.l10n.t("This audit isn't in this editor's history: {0}", given), {
      isFinal: true,
    });
  }
  const meant = runs.filter(isMeant);
  if (meant.length > 0) return pickOf(meant, question);
  const nothing = vscode.l10n.t('No audits have been started in this editor for this service yet.');
  throw new UserError(runs.length === 0 ? nothing : (none ?? nothing), {
    ...{ isFinal: true, isCalm: true },
    remedies: [{ label: vscode.l10n.t('Run Audit...'), icon: 'checklist', command: 'hostedMcp.runAudit' }],
  });
}

/** Asks which of these; `undefined`: another one, by its ID. */
export async function pickRunOrId(runs: readonly Run[], question: Question): Promise<Run | undefined> {
  const other = {
    iconPath: new vscode.ThemeIcon('edit'),
    label: vscode.l10n.t('Enter Audit ID...'),
    alwaysShow: true,
  };
  const picked = await pickOne([...runs.map(itemOf), other], question);
  return 'run' in picked ? picked.run : undefined;
}

async function pickOf(runs: readonly Run[], question: Question): Promise<Run> {
  return (await pickOne(runs.map(itemOf), question)).run;
}

/** What came of it stands below, where a long URL can't push it out, with what tells it from others: the time and the ID. */
function itemOf(run: Run) {
  const { language } = vscode.env;
  const started = new Date(run.startedAt).toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return {
    label: subjectText(run),
    description: ageText(Date.now() - run.startedAt, language, 'narrow'),
    detail: [verdictText(run), started, run.id].join(' · '),
    run,
  };
}
