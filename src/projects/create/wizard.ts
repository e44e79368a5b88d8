import type * as vscode from 'vscode';
import type { Team } from '../../api/teams.ts';
import type { Services } from '../../context.ts';
import type { WizardProgress, WizardStep } from '../../editor/steps.ts';
import type { CreateProjectOutcome } from './createProjectOnce.ts';
import type { ProjectDraft } from './draft.ts';
import type { FolderFacts } from './folderFacts.ts';

/** A variable of a `.env` text; an empty value is none. */
export interface EnvVariable {
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** Reads a `.env` text. */
export type ReadEnv = Services['parseEnv'];

/** All that the steps of Create Project know. */
export interface ProjectAnswers {
  readonly draft: ProjectDraft;
  /** Absent: no folder is open. */
  readonly facts?: FolderFacts;
  /** None: the service doesn't say. */
  readonly teams: readonly Team[];
  /** Names of projects that are there, as far as they are known by now. */
  readonly listNames: () => readonly string[];
}

export type CreatedOutcome = CreateProjectOutcome & { readonly result: 'created' };

/** A project that was created, and the folder that is deployed to it next. */
export interface CreateProjectResult {
  readonly created: CreatedOutcome;
  readonly folder?: vscode.Uri;
}

/** A project that is being asked about. It holds values of variables: it stays in memory and is never logged. */
export interface WizardRun {
  readonly steps: readonly WizardStep<ProjectAnswers>[];
  readonly progress: WizardProgress<ProjectAnswers>;
  readonly created: () => CreateProjectResult | undefined;
}

/** What was left unfinished in this window, by the base URL of its service. */
export type UnfinishedRuns = Map<string, WizardRun>;
