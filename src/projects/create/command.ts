import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import type { Team } from '../../api/teams.ts';
import type { Connection } from '../../auth/connection.ts';
import { confirm } from '../../editor/confirm.ts';
import { showInformation } from '../../editor/message.ts';
import type { TitleButton } from '../../editor/openBox.ts';
import type { ToProblem } from '../../editor/problem.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { createProgress, hasProgress, runSteps } from '../../editor/steps.ts';
import { omitUndefined } from '../../fields.ts';
import { projectRowId } from '../nodes.ts';
import { listTeamsIfAny } from '../teams.ts';
import { describeCreateFailure } from './createFailure.ts';
import {
  type CreateProjectOutcome,
  createProjectOnce,
  type UnconfirmedProject,
} from './createProjectOnce.ts';
import { clearTeam, draftFromArgument, isEmptyDraft, type ProjectDraft, toNewProject } from './draft.ts';
import { projectFieldLabel } from './fields.ts';
import { labelIssueFields } from './rejectedFields.ts';
import { createSummaryStep } from './summary.ts';
import type {
  CreatedOutcome,
  CreateProjectResult,
  ProjectAnswers,
  ReadEnv,
  UnfinishedRuns,
  WizardRun,
} from './wizard.ts';
import { createWizardSteps, inspectOpenFolders } from './wizardSteps.ts';

interface CreateDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly readEnv: ReadEnv;
  readonly unfinished: UnfinishedRuns;
  /** Returns the names of the projects that are known so far. */
  readonly names: () => readonly string[];
  /** Adds a project to the user's list, if the service can't list projects. */
  readonly remember: (project: Project) => Promise<void>;
  /** Refreshes the tree. */
  readonly refresh: () => void;
  /** Reveals the row at a path of IDs. */
  readonly reveal: (path: readonly string[]) => Promise<unknown>;
}

/**
 * *Create Project* (`projects.create`): prompts for the name and the team, and shows a summary with values from the
 * open folder. If the argument has a name and a runtime, there are no prompts. Returns the project.
 */
export function createProjectCommand(deps: CreateDeps): (argument: unknown) => Promise<Project> {
  return async (argument) => {
    const draft = draftFromArgument(argument);
    const isComplete = draft.entered.name !== undefined && draft.entered.runtime !== undefined;
    await deps.connection.client(); // Requires a service before any prompt.
    const { created, folder } = isComplete
      ? { created: await createWithoutPrompts(deps, { draft, teams: [], listNames: deps.names }) }
      : await runWizard(deps, draft);
    const { project, isListed } = created;
    if (!isListed) await deps.remember(project);
    if (created.wasFound) notifyCreatedOnce(project);
    await showCreatedProject(project, deps);
    if (folder) startFolderDeployment(project, folder);
    return project;
  };
}

/**
 * Creates a function that sends the request. If the outcome of an earlier request is unknown, it first searches for
 * that project.
 */
function createSender({
  connection,
}: CreateDeps): (answers: ProjectAnswers) => Promise<CreateProjectOutcome> {
  let unconfirmed: UnconfirmedProject | undefined;
  return async ({ draft }) => {
    const title = vscode.l10n.t('Creating the project...');
    let sent: CreateProjectOutcome;
    try {
      const { projects } = await connection.client({ isInteractive: true });
      sent = await withCancellableProgress(title, (signal) =>
        createProjectOnce(toNewProject(draft), { projects, signal, unconfirmed }),
      );
    } catch (error) {
      // No request was sent.
      return unconfirmed ? { result: 'unknown', error, unclear: unconfirmed } : { result: 'refused', error };
    }
    unconfirmed = 'unclear' in sent ? sent.unclear : undefined;
    return sent;
  };
}

async function createWithoutPrompts(deps: CreateDeps, answers: ProjectAnswers): Promise<CreatedOutcome> {
  const send = createSender(deps);
  for (;;) {
    const sent = await send(answers);
    if (sent.result === 'created') return sent;
    if (sent.result === 'refused') throw labelIssueFields(sent.error, answers.draft, projectFieldLabel);
    const failure = describeCreateFailure(sent, answers.draft, deps.toProblem);
    const warning = vscode.l10n.t(
      'If the project was already created, creating it again results in two projects.',
    );
    const detail = [failure.message, ...(sent.result === 'unknown' ? [warning] : [])].join('\n');
    await confirm(failure.title, detail, vscode.l10n.t('Create Again'));
  }
}

/**
 * Runs the wizard, starting with an unfinished draft. If the user cancels, the draft is kept until the window closes.
 */
async function runWizard(deps: CreateDeps, draft: ProjectDraft): Promise<CreateProjectResult> {
  const { baseUrl = '' } = deps.connection;
  const unfinished = isEmptyDraft(draft) ? deps.unfinished.get(baseUrl) : undefined;
  let isFresh = unfinished === undefined;
  const fresh = startRun(deps, draft);
  for (;;) {
    const run = isFresh || !unfinished ? fresh : unfinished;
    let hasSwitched = false;
    try {
      await refreshRun(deps, run);
      await runSteps(
        isFresh ? vscode.l10n.t('Create Project') : vscode.l10n.t('Create Project from Draft'),
        run.steps,
        run.progress,
        unfinished && [switchDraftButton(isFresh, () => (hasSwitched = true))],
      );
    } catch (error) {
      if (!hasSwitched && hasProgress(run.progress)) deps.unfinished.set(baseUrl, run);
      if (!hasSwitched) throw error;
      isFresh = !isFresh;
      continue;
    }
    const created = run.created();
    if (!created) throw new vscode.CancellationError();
    // A complete argument doesn't remove the unfinished draft.
    if (deps.unfinished.get(baseUrl) === unfinished) deps.unfinished.delete(baseUrl);
    return created;
  }
}

/** Returns the button that switches between the draft and a new project. Both are kept. */
function switchDraftButton(isFresh: boolean, onClick: () => void): TitleButton {
  return isFresh
    ? { icon: 'history', tooltip: vscode.l10n.t('Back to Draft'), run: onClick }
    : { icon: 'clear-all', tooltip: vscode.l10n.t('Start Over'), run: onClick };
}

function startRun(deps: CreateDeps, draft: ProjectDraft): WizardRun {
  const progress = createProgress<ProjectAnswers>({ draft, teams: [], listNames: deps.names });
  let created: CreateProjectResult | undefined;
  const summary = createSummaryStep({
    toProblem: deps.toProblem,
    readEnv: deps.readEnv,
    send: createSender(deps),
    created: (sent, next) => {
      const folder = next && progress.answers.facts?.folder;
      created = { created: sent, ...omitUndefined({ folder }) };
    },
    changed: (answers) => {
      progress.answers = answers;
    },
  });
  return { steps: [...createWizardSteps(), summary], progress, created: () => created };
}

/** Updates the teams and the facts of the open folders, and keeps what the user entered. */
async function refreshRun(
  { connection, names, readEnv }: CreateDeps,
  { progress }: WizardRun,
): Promise<void> {
  const teams = await loadTeams(connection);
  const { draft } = progress.answers;
  const isTeamGone =
    hasProgress(progress) && teams.length > 0 && !teams.some(({ id }) => id === draft.entered.teamId);
  const answers = { ...progress.answers, teams, names, draft: isTeamGone ? clearTeam(draft) : draft };
  progress.answers = await inspectOpenFolders(answers, readEnv);
}

/** Returns the teams. If there are none, the service selects one. */
async function loadTeams(connection: Connection): Promise<readonly Team[]> {
  const client = await connection.client({ isInteractive: true });
  return withCancellableProgress(vscode.l10n.t('Loading the teams...'), (signal) =>
    listTeamsIfAny(client, signal),
  );
}

function notifyCreatedOnce({ name }: Project): void {
  void showInformation(
    vscode.l10n.t('The response was lost, but the project "{0}" was created exactly once.', name),
  );
}

/** Starts *Deploy Folder* without waiting. The project exists even if that fails. */
function startFolderDeployment(project: Project, folder: vscode.Uri): void {
  const environment = project.productionEnvironment ?? project.environments[0];
  if (!environment) return;
  void vscode.commands.executeCommand('hostedMcp.deployFolder', {
    environmentId: environment.id,
    environmentName: environment.name,
    projectId: project.id,
    projectName: project.name,
    isProduction: environment.id === project.productionEnvironment?.id,
    folder,
  });
}

/** Reveals the row of a project, and opens the page of its production environment. */
async function showCreatedProject(project: Project, { refresh, reveal }: CreateDeps): Promise<void> {
  const { productionEnvironment, environments } = project;
  const environment = productionEnvironment ?? environments[0];
  refresh();
  const row = projectRowId(project.id);
  const path = environment ? [row, `${row}/environment/${encodeURIComponent(environment.id)}`] : [row];
  if (!(await reveal(path))) {
    // A filter hides the row.
    await vscode.commands.executeCommand('hostedMcp.showAllProjects');
    await reveal(path);
  }
  if (!environment) return;
  await vscode.commands.executeCommand('hostedMcp.showEnvironment', {
    environmentId: environment.id,
    environmentName: environment.name,
    projectName: project.name,
    isProduction: environment === productionEnvironment,
  });
}
