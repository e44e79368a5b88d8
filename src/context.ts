import type * as vscode from 'vscode';
import type { Deployment } from './api/deployments.ts';
import type { Project } from './api/projects.ts';
import type { Accounts } from './auth/accounts.ts';
import type { Connection } from './auth/connection.ts';
import type {
  EnvironmentRef,
  EnvVariable,
  PickEnvironment,
  RememberedItem,
  ServiceEnvironment,
  ServiceProject,
} from './domain/environment.ts';
import type {
  DestinationSummary,
  LastDeployment,
  PlaygroundSummary,
  SummaryWithResponse,
} from './domain/environmentSummary.ts';
import type { CommandTable } from './editor/commands.ts';
import type { Log } from './editor/log.ts';
import type { Poller } from './editor/poller.ts';
import type { ToProblem } from './editor/problem.ts';
import type { Explorer } from './explorer/explorer.ts';
import type { Branch, Node } from './explorer/node.ts';

/** What a feature is given. */
export interface Context {
  readonly extension: vscode.ExtensionContext;
  /** Of this extension. */
  readonly version: string;
  readonly connection: Connection;
  readonly accounts: Accounts;
  readonly toProblem: ToProblem;
  readonly log: Log;
  /** Asks by itself, while someone sees the answers or waits for one. */
  readonly poller: Poller;
  readonly tree: ProjectTree;
  readonly services: Services;
  /** A link to the editor was opened. */
  readonly onDidOpenLink: vscode.Event<vscode.Uri>;
  /** To be called when a view or a page of a feature can be seen, or no more. */
  readonly notifyVisibilityChanged: () => void;
  /** To be called when the service has an environment no more. Settles when all features know it. */
  readonly notifyEnvironmentDeleted: (environment: ServiceEnvironment) => Promise<void>;
  /** To be called when the service has returned projects: all of them, or one that has changed. */
  readonly notifyProjectsRead: (baseUrl: string, projects: readonly Project[]) => void;
  /** To be called when a deployment that was followed has succeeded. */
  readonly notifyDeployed: (environment: EnvironmentRef, deployment: Deployment) => void;
  /** As `environmentDeleted`, of a project; its environments are told of apart. */
  readonly notifyProjectDeleted: (project: ServiceProject) => Promise<void>;
}

/** The tree of projects, as far as features use it. */
export type ProjectTree = Pick<
  Explorer,
  | 'visible'
  | 'message'
  | 'refresh'
  | 'refreshAbove'
  | 'refreshRoot'
  | 'redraw'
  | 'reveal'
  | 'rowsOf'
  | 'shows'
>;

/** What a feature gives back: everything it adds to the product. */
export interface Feature {
  readonly commands?: CommandTable;
  readonly branches?: readonly Branch[];
  /** What it does for other features. */
  readonly services?: Partial<Services>;
  /** Rows that are there as well at the root, but aren't shown. */
  readonly hiddenRows?: () => readonly Node[];
  /** A row of the tree as it stands now, where that changes without its being read again. */
  readonly decorate?: (row: Node) => Node;
  /** The editor draws this row. */
  readonly onDidRender?: (row: Node) => void;
  /** Whether a view or a page of it can be seen. */
  readonly isVisible?: () => boolean;
  /** Someone looks at the window again. */
  readonly onDidBecomeVisible?: () => void;
  /** What says how long ago something was is to say it as of now. Nothing is read. */
  readonly updateAges?: () => void;
  /** Someone wants everything read again: what is open besides the tree, and what failed. */
  readonly refresh?: () => void;
  /** A deployment that was followed, wherever it was started, has succeeded. */
  readonly onDidDeploy?: (environment: EnvironmentRef, deployment: Deployment) => Promise<void> | void;
  /** The service has this environment no more. */
  readonly onDidDeleteEnvironment?: (environment: ServiceEnvironment) => Promise<void> | void;
  /** The service has this project no more. */
  readonly onDidDeleteProject?: (project: ServiceProject) => Promise<void> | void;
  /** The service has returned these projects: all of them, or one that has changed. */
  readonly onDidReadProjects?: (baseUrl: string, projects: readonly Project[]) => Promise<void> | void;
  readonly dispose?: () => void;
}

/** A feature that others use. */
export type Provider<Provided extends keyof Services> = Omit<Feature, 'services'> & {
  readonly services: Pick<Services, Provided>;
};

export type CreateFeature = (context: Context) => Feature;

/** Something else that may be picked in place of an environment. */
export type AlternativeItem<T> = vscode.QuickPickItem & {
  readonly value: T;
  /** Stands above all environments, or below them. */
  readonly position?: 'first' | 'last';
};

/** An environment besides the one named `without`, or what one of `more`, on top of the list, stands for. Always asks. */
export type PickOtherEnvironment = <T>(
  title: string,
  without: string,
  more: readonly AlternativeItem<T>[],
) => Promise<EnvironmentRef | T>;

/**
 * As `PickEnvironment` asks, the one picked last first, with more to pick from after it. Always asks. `typed` is told what
 * was typed as it was answered.
 */
export type PickEnvironmentOrAlternative = <T>(
  title: string,
  more: readonly AlternativeItem<T>[],
  typed?: (value: string) => void,
) => Promise<EnvironmentRef | T>;

/** An environment as a list of them has it. */
export type EnvironmentItem = vscode.QuickPickItem & { readonly environment: EnvironmentRef };

/** Someone who wants to know how a deployment ended, wherever it was started. */
export interface DeploymentWatch {
  /** The service that has it. */
  readonly baseUrl: string;
  readonly deploymentId: string;
  /** Called once; `undefined`: the service doesn't say. */
  readonly onDidEnd: (deployment: Deployment | undefined) => void;
}

/** What the environments do for other features. */
export interface EnvironmentServices {
  readonly pickEnvironment: PickEnvironment;
  readonly pickOtherEnvironment: PickOtherEnvironment;
  readonly pickEnvironmentOrAlternative: PickEnvironmentOrAlternative;
  /** All that can be picked from, those of the open folder's project first. */
  readonly listEnvironments: () => Promise<readonly EnvironmentItem[]>;
  /** The row of an environment below the row `at`: as the service has it now, or as it is remembered. */
  readonly getEnvironmentRow: (at: string, known: RememberedItem, signal: AbortSignal) => Promise<Node>;
  /** Opens the page of an environment at that section. Answers what the service said, unless it didn't. */
  readonly showEnvironment: (target: EnvironmentRef, section: 'telemetry' | 'playground') => Promise<unknown>;
  readonly isEnvironmentShown: (environmentId: string) => boolean;
  /** The rows of an environment are to be drawn again; nothing is read for them. */
  readonly redrawEnvironment: (environmentId: string) => void;
  /** Keys of the variables of an environment that were changed here since it was deployed. */
  readonly getChangedKeys: (environmentId: string) => readonly string[];
  readonly notifyVariablesChanged: (environmentId: string, keys: readonly string[]) => Promise<void>;
  /** The newest deployment of an environment, as a whole. */
  readonly notifyDeploymentRead: (environmentId: string, latest: Deployment) => Promise<void>;
  /** That of this environment, or what is known of all. */
  readonly notifyPlaygroundChanged: (environmentId?: string) => void;
}

/** The project that a folder is about. */
export interface LinkedProject {
  readonly projectId: string;
  /** Absent: the service doesn't say. */
  readonly projectName?: string;
  /** Someone linked it (*Link Folder...*), or the folder's Git remote names exactly this one. */
  readonly source: 'setting' | 'remote';
  /** The service has no such project, or not for this account. */
  readonly isMissing?: true;
}

/** An open folder that is about a project. */
export interface ProjectFolder {
  readonly folder: vscode.Uri;
  readonly projectId: string;
}

/** What the projects do for other features. */
export interface ProjectServices {
  /** Those that were created here, for a service that lists none. */
  readonly getKnownProjects: () => readonly Project[];
  /** Asks for a project, that of the open folder first. */
  readonly pickProject: (title: string) => Promise<Project>;
  /** The row of a project below the row `at`; `undefined`: the service no longer has it. */
  readonly getProjectRow: (at: string, projectId: string, signal: AbortSignal) => Promise<Node | undefined>;
  /** The project of a folder, or of one below an open folder; `undefined`: none is known. */
  readonly findLinkedProject: (folder: vscode.Uri, signal: AbortSignal) => Promise<LinkedProject | undefined>;
  /** Which of these projects the open folders are about. The service isn't asked. */
  readonly findProjectFolders: (projects: readonly Project[]) => Promise<readonly ProjectFolder[]>;
  /** The open folders that are about the project of an environment, where others are open besides; else none. */
  readonly findEnvironmentFolders: (environmentId: string) => Promise<readonly vscode.Uri[]>;
  /** The service no longer has this project. */
  readonly notifyProjectMissing: (project: Pick<Project, 'id' | 'name'>) => void;
}

/** What features do for each other. A service is there once all features are made. */
export interface Services extends EnvironmentServices, ProjectServices {
  /** The variables of a `.env` text. */
  readonly parseEnv: (text: string) => Promise<readonly EnvVariable[]>;
  /** The newest one of an environment. `known`: what its project says of it, for a service that lists none. */
  readonly getLastDeployment: (
    target: EnvironmentRef,
    known: Deployment | undefined,
    signal: AbortSignal,
  ) => Promise<LastDeployment>;
  /** Tells once how a deployment ended, wherever it was started. Returns what calls that off. */
  readonly watchDeployment: (watch: DeploymentWatch) => () => void;
  readonly getTelemetrySummaries: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<SummaryWithResponse<readonly DestinationSummary[]>>;
  readonly getPlaygroundSummary: (
    environmentId: string,
    signal: AbortSignal,
  ) => Promise<SummaryWithResponse<PlaygroundSummary>>;
}
