import type * as vscode from 'vscode';
import type { Team } from '../../api/teams.ts';
import type { WizardProgress, WizardStep } from '../../editor/steps.ts';
import type { CreateProjectOutcome } from './createProjectOnce.ts';
import type { ProjectDraft } from './draft.ts';
import type { FolderFacts } from './folderFacts.ts';
import type { ProjectLineKey } from './requestIssues.ts';

/** A value that the service rejected. */
interface RejectedValue {
  readonly value: string;
  readonly reason: string;
}

/** The answers in the Create Project wizard. */
export interface ProjectAnswers {
  readonly draft: ProjectDraft;
  /** Absent if no folder is open. */
  readonly facts?: FolderFacts;
  /** Empty if the service doesn't return teams. */
  readonly teams: readonly Team[];
  /** The values that the service rejected, with the reasons. */
  readonly rejections?: ReadonlyMap<ProjectLineKey, RejectedValue>;
  /** Returns the names of the projects that are known so far. */
  readonly listNames: () => readonly string[];
}

export type CreatedOutcome = CreateProjectOutcome & { readonly result: 'created' };

/** A created project, and the folder to deploy to it. */
export interface CreateProjectResult {
  readonly created: CreatedOutcome;
  readonly folder?: vscode.Uri;
}

/** A run of the wizard. It contains values of variables, so it stays in memory and is never logged. */
export interface WizardRun {
  readonly steps: readonly WizardStep<ProjectAnswers>[];
  readonly progress: WizardProgress<ProjectAnswers>;
  /** Set when the project was created. */
  result: CreateProjectResult | undefined;
}

/** Unfinished runs of this window by base URL. */
export type UnfinishedRuns = Map<string, WizardRun>;
