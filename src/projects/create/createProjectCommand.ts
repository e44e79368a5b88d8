import * as vscode from 'vscode';
import type { Project } from '../../api/projects.ts';
import type { Team } from '../../api/teams.ts';
import type { Connection } from '../../auth/connection.ts';
import type { FeatureContext } from '../../context.ts';
import { confirm } from '../../editor/confirm.ts';
import { showInformation } from '../../editor/message.ts';
import type { TitleButton } from '../../editor/openBox.ts';
import { withCancellableProgress } from '../../editor/progress.ts';
import { createProgress, hasProgress, runSteps, type WizardStep } from '../../editor/steps.ts';
import { getProjectRowId } from '../nodes.ts';
import type { ProjectList } from '../projectList.ts';
import { listTeamsIfAny } from '../teams.ts';
import {
  type CreateProjectOutcome,
  createProjectOnce,
  type UnconfirmedProject,
} from './createProjectOnce.ts';
import { describeCreateFailure } from './describeCreateFailure.ts';
import { clearTeam, isEmptyDraft, type ProjectDraft, parseDraftArgument, toNewProject } from './draft.ts';
import { projectFieldLabel } from './fields.ts';
import { labelIssueFields } from './requestIssues.ts';
import { createSummaryStep } from './summaryStep.ts';
import type {
  CreatedOutcome,
  CreateProjectResult,
  ProjectAnswers,
  UnfinishedRuns,
  WizardRun,
} from './wizard.ts';
import { createFirstSteps, inspectOpenFolders } from './wizardSteps.ts';

type CreateContext = Pick<FeatureContext, 'connection' | 'toProblem' | 'tree' | 'services'>;

/**
 * *Create Project* (`projects.create`): prompts for the name and the team, and shows a summary with values from the
 * open folder. If the argument has a name and a runtime, there are no prompts unless the response is lost. Returns the
 * project.
 */
export function createProjectCommand(
  context: CreateContext,
  list: ProjectList,
  unfinishedRuns: UnfinishedRuns,
): (argument: unknown) => Promise<Project> {
  return async (argument) => {
    const draft = parseDraftArgument(argument);
    const needsNoPrompts =
      draft.enteredValues.name !== undefined && draft.enteredValues.runtime !== undefined;
    await context.connection.client(); // Rejects before any prompt if there is no service.
    const { created, folder } = needsNoPrompts
      ? { created: await createWithoutPrompts(context, draft) }
      : await runWizard(context, list, unfinishedRuns, draft);
    const { project, isListed } = created;
    if (!isListed) await list.addCreated(project);
    if (created.wasFound) notifyCreatedOnce(project);
    await showCreatedProject(project, context.tree);
    if (folder) startFolderDeployment(project, folder);
    return project;
  };
}

/**
 * Creates a function that creates the project with one request. If the outcome of an earlier call is uncertain, it
 * first searches for that project.
 */
function createSendOnce({
  connection,
}: CreateContext): (draft: ProjectDraft) => Promise<CreateProjectOutcome> {
  let unconfirmed: UnconfirmedProject | undefined;
  return async (draft) => {
    const title = vscode.l10n.t('Creating the project...');
    let outcome: CreateProjectOutcome;
    try {
      const { projects } = await connection.client({ isInteractive: true });
      outcome = await withCancellableProgress(title, (signal) =>
        createProjectOnce(toNewProject(draft), { projects, signal, unconfirmed }),
      );
    } catch (error) {
      // No request was sent.
      return unconfirmed ? { result: 'unknown', error, unconfirmed } : { result: 'notCreated', error };
    }
    unconfirmed = 'unconfirmed' in outcome ? outcome.unconfirmed : undefined;
    return outcome;
  };
}

async function createWithoutPrompts(context: CreateContext, draft: ProjectDraft): Promise<CreatedOutcome> {
  const send = createSendOnce(context);
  for (;;) {
    const outcome = await send(draft);
    if (outcome.result === 'created') return outcome;
    if (outcome.result === 'notCreated') throw labelIssueFields(outcome.error, draft, projectFieldLabel);
    const failure = describeCreateFailure(outcome, draft, context.toProblem);
    const warning = vscode.l10n.t(
      'If the project was already created, creating it again results in two projects.',
    );
    const detail = [failure.message, ...(outcome.result === 'unknown' ? [warning] : [])].join('\n');
    await confirm(failure.title, detail, vscode.l10n.t('Create Again'));
  }
}

/**
 * Runs the wizard, with the unfinished draft if there is one and the argument is empty. If the user cancels after the
 * first answer, the draft is kept until the window closes.
 */
async function runWizard(
  context: CreateContext,
  list: ProjectList,
  unfinishedRuns: UnfinishedRuns,
  draft: ProjectDraft,
): Promise<CreateProjectResult> {
  const { baseUrl = '' } = context.connection;
  const unfinishedRun = isEmptyDraft(draft) ? unfinishedRuns.get(baseUrl) : undefined;
  const newRun = startRun(context, list, draft);
  let isNewRun = unfinishedRun === undefined;
  for (;;) {
    const run = isNewRun || !unfinishedRun ? newRun : unfinishedRun;
    let hasSwitched = false;
    try {
      await refreshRun(context, list, run);
      await runSteps(
        isNewRun ? vscode.l10n.t('Create Project') : vscode.l10n.t('Create Project from Draft'),
        run.steps,
        run.progress,
        unfinishedRun && [switchDraftButton(isNewRun, () => (hasSwitched = true))],
      );
    } catch (error) {
      if (!hasSwitched && hasProgress(run.progress)) unfinishedRuns.set(baseUrl, run);
      if (!hasSwitched) throw error;
      isNewRun = !isNewRun;
      continue;
    }
    if (!run.result) throw new vscode.CancellationError();
    // A run that began with an argument doesn't remove the unfinished draft.
    if (unfinishedRuns.get(baseUrl) === unfinishedRun) unfinishedRuns.delete(baseUrl);
    return run.result;
  }
}

/** Returns the button that switches between the draft and a new project. Both are kept. */
function switchDraftButton(isNewRun: boolean, onClick: () => void): TitleButton {
  return isNewRun
    ? { icon: 'history', tooltip: vscode.l10n.t('Back to Draft'), run: onClick }
    : { icon: 'clear-all', tooltip: vscode.l10n.t('Start Over'), run: onClick };
}

function startRun(context: CreateContext, list: ProjectList, draft: ProjectDraft): WizardRun {
  const progress = createProgress<ProjectAnswers>({ draft, teams: [], listNames: () => listNames(list) });
  const steps: WizardStep<ProjectAnswers>[] = [];
  const run: WizardRun = { steps, progress, result: undefined };
  steps.push(...createFirstSteps(), createSummaryStep(context, run, createSendOnce(context)));
  return run;
}

function listNames(list: ProjectList): readonly string[] {
  return list.knownProjects.map(({ name }) => name);
}

/**
 * Updates the teams and the facts of the open folders. Keeps the entered values, except a team that no longer exists.
 */
async function refreshRun(
  { connection, services }: CreateContext,
  list: ProjectList,
  { progress }: WizardRun,
): Promise<void> {
  const teams = await loadTeams(connection);
  const { draft } = progress.answers;
  const isTeamMissing =
    hasProgress(progress) && teams.length > 0 && !teams.some(({ id }) => id === draft.enteredValues.teamId);
  const answers = {
    ...progress.answers,
    teams,
    listNames: () => listNames(list),
    draft: isTeamMissing ? clearTeam(draft) : draft,
  };
  progress.answers = await inspectOpenFolders(answers, services.parseEnv);
}

/**
 * Loads the teams. The list is empty if the service doesn't return teams. In this case, the service selects the team.
 */
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

/** Starts *Deploy Folder* without waiting for it, because the project exists even if the deployment fails. */
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

/**
 * Reveals the row of a project, and opens the page of its production environment or, without one, of its first
 * environment.
 */
async function showCreatedProject(project: Project, tree: CreateContext['tree']): Promise<void> {
  const { productionEnvironment, environments } = project;
  const environment = productionEnvironment ?? environments[0];
  tree.refresh();
  const row = getProjectRowId(project.id);
  const path = environment ? [row, `${row}/environment/${encodeURIComponent(environment.id)}`] : [row];
  if (!(await tree.reveal(path))) {
    // A filter hides the row.
    await vscode.commands.executeCommand('hostedMcp.showAllProjects');
    await tree.reveal(path);
  }
  if (!environment) return;
  await vscode.commands.executeCommand('hostedMcp.showEnvironment', {
    environmentId: environment.id,
    environmentName: environment.name,
    projectName: project.name,
    isProduction: environment === productionEnvironment,
  });
}
