import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import type { Team } from '../../api/teams.ts';
import type { Connection } from '../../auth/connection.ts';
import { informationMessage } from '../../editor/message.ts';
import { offerContinue } from '../../editor/offerContinue.ts';
import type { Describe } from '../../editor/problem.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { isBegun, startOf, takeSteps } from '../../editor/steps.ts';
import { CommandId } from '../../ids.ts';
import { projectRowId } from '../nodes.ts';
import { listTeams } from '../teams.ts';
import { givenDraft, newProject } from './draft.ts';
import { fieldLabel } from './fields.ts';
import { withNames } from './refused.ts';
import { type Sent, sendOnce, type Unclear } from './send.ts';
import { createSteps, withFolder } from './steps.ts';
import { summaryStep, troubleWords } from './summary.ts';
import type { Answers, ReadEnv } from './wizard.ts';

interface CreateDeps {
  readonly connection: Connection;
  readonly describe: Describe;
  readonly readEnv: ReadEnv;
  /** Names of projects that are there, as far as they are known by now. */
  readonly names: () => readonly string[];
  /** Where the service lists no projects, they are known here. */
  readonly remember: (project: Project) => Promise<void>;
  /** The tree is to be asked again. */
  readonly refresh: () => void;
  /** Shows the row that these ids lead to. */
  readonly reveal: (path: readonly string[]) => Promise<unknown>;
}

type Created = Sent & { readonly result: 'created' };

/**
 * Create Project (E3): asks step by step, starting from the folder that is open. An argument with a name and a runtime
 * is complete: nothing is asked. Returns the project.
 */
export function createProjectCommand(deps: CreateDeps): (argument: unknown) => Promise<Project> {
  return async (argument) => {
    const draft = givenDraft(argument);
    const isComplete = draft.said.name !== undefined && draft.said.runtime !== undefined;
    await deps.connection.client(); // Without a service there is nothing to ask for.
    const created = isComplete
      ? await createAtOnce(deps, { draft, teams: [], names: deps.names })
      : await askAll(deps, draft);
    const { project, isListed } = created;
    if (!isListed) await deps.remember(project);
    if (created.wasFound) tellFound(project);
    await show(project, deps);
    return project;
  };
}

/** Sends what was asked for; what was sent before and is unclear is looked for first. */
function sender({ connection }: CreateDeps): (answers: Answers) => Promise<Sent> {
  let unclear: Unclear | undefined;
  return async ({ draft }) => {
    const title = vscode.l10n.t('Creating the project…');
    let sent: Sent;
    try {
      const { projects } = await connection.client({ mayAsk: true });
      sent = await withCancellableProgress(title, (signal) =>
        sendOnce(newProject(draft), { projects, signal, unclear }),
      );
    } catch (error) {
      // Before anything was sent.
      return unclear ? { result: 'unknown', error, unclear } : { result: 'refused', error };
    }
    unclear = 'unclear' in sent ? sent.unclear : undefined;
    return sent;
  };
}

async function createAtOnce(deps: CreateDeps, answers: Answers): Promise<Created> {
  const send = sender(deps);
  for (;;) {
    const sent = await send(answers);
    if (sent.result === 'created') return sent;
    if (sent.result === 'refused') throw withNames(sent.error, answers.draft, fieldLabel);
    const again = vscode.l10n.t('Create Again');
    const words = troubleWords(sent, answers.draft, deps.describe);
    const warning = vscode.l10n.t('If it was created before, there will be two.');
    const picked = await vscode.window.showWarningMessage(
      words.title,
      { modal: true, detail: [words.message, ...(sent.result === 'unknown' ? [warning] : [])].join('\n') },
      again,
    );
    if (picked !== again) throw new vscode.CancellationError();
  }
}

async function askAll(deps: CreateDeps, draft: Answers['draft']): Promise<Created> {
  const [folder, ...others] = vscode.workspace.workspaceFolders ?? [];
  const start: Answers = { draft, teams: await teamsOf(deps.connection), names: deps.names };
  const send = sender(deps);
  let created: Created | undefined;
  let isUnclear = false;
  const summary = summaryStep({
    describe: deps.describe,
    readEnv: deps.readEnv,
    send: async (answers) => {
      const sent = await send(answers);
      isUnclear = sent.result === 'unknown';
      return sent;
    },
    created: (sent) => {
      created = sent;
    },
    changed: (answers) => {
      progress.answers = answers;
    },
  });
  const steps = [...createSteps(deps.readEnv), summary];
  const progress = startOf(folder && others.length === 0 ? await withFolder(start, folder.uri) : start);
  for (;;) {
    try {
      await takeSteps(vscode.l10n.t('Create Project'), steps, progress);
      break;
    } catch (error) {
      const isLeft = error instanceof vscode.CancellationError && isBegun(progress);
      if (!isLeft || !(await offerContinue(stateText(isUnclear)))) throw error;
    }
  }
  if (!created) throw new vscode.CancellationError();
  return created;
}

function stateText(isUnclear: boolean): string {
  return isUnclear
    ? vscode.l10n.t('It cannot be known whether the project was created.')
    : vscode.l10n.t('No project was created.');
}

/** Where the service does not say, the project goes to the team that the service chooses. */
async function teamsOf(connection: Connection): Promise<readonly Team[]> {
  const client = await connection.client({ mayAsk: true });
  return withCancellableProgress(vscode.l10n.t('Reading the teams…'), (signal) => listTeams(client, signal));
}

function tellFound({ name }: Project): void {
  void informationMessage(
    vscode.l10n.t('The answer was lost, but "{0}" is there: it was created once.', name),
  );
}

/** Its row, and the page of its production environment. */
async function show(project: Project, { refresh, reveal }: CreateDeps): Promise<void> {
  const { productionEnvironment, environments } = project;
  const environment = productionEnvironment ?? environments[0];
  refresh();
  const row = projectRowId(project.id);
  const way = environment ? [row, `${row}/environment/${encodeURIComponent(environment.id)}`] : [row];
  if (!(await reveal(way))) {
    // The filter of the tree hides it.
    await vscode.commands.executeCommand(CommandId.showAllProjects);
    await reveal(way);
  }
  if (!environment) return;
  await vscode.commands.executeCommand(CommandId.showEnvironment, {
    environmentId: environment.id,
    environmentName: environment.name,
    projectName: project.name,
    isProduction: environment === productionEnvironment,
  });
}
