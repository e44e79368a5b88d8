import * as vscode from 'vscode';
import type { Deployment } from '../../api/deployments.ts';
import { isUnsupportedError } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import { getClientForService } from '../../auth/clientForService.ts';
import type { FeatureContext, Services } from '../../context.ts';
import { updateEnvironmentNames } from '../../domain/currentNames.ts';
import type { AuditSummary } from '../../domain/environmentSummary.ts';
import { canOpenChat } from '../../editor/chat.ts';
import type { Problem, Remedy } from '../../editor/problem.ts';
import { findProtection } from '../../explorer/environmentLabel.ts';
import { omitUndefined } from '../../fields.ts';
import { type EnvironmentDetails, readEnvironmentDetails } from '../readEnvironmentDetails.ts';
import type { RedeployReminders } from '../redeployReminders.ts';
import { createEnvironmentPageState } from './pageState.ts';
import { EnvironmentDeletedError, findPageProblem, findSectionProblem } from './problems.ts';
import type { EnvironmentIdentity, EnvironmentPageState, SectionId } from './protocol.ts';
import type { ActionSubject } from './runAction.ts';
import { SectionReader } from './sectionReader.ts';

type ModelContext = Pick<FeatureContext, 'connection' | 'toProblem'> & {
  readonly services: Pick<
    Services,
    | 'getLastDeployment'
    | 'getTelemetrySummaries'
    | 'getPlaygroundSummary'
    | 'getDeploymentError'
    | 'getLatestErrors'
    | 'getUsageSummary'
    | 'getLastAudit'
  >;
};

interface ModelListener {
  /** Called when the page must be drawn again. */
  onDidChange(): void;
  /** Called when the name of the environment or the project might have changed. */
  onDidRename(): void;
}

/** The first error in the log of a deployment. `text` is `undefined` if the log is empty. */
interface DeploymentReason {
  readonly deploymentId: string;
  readonly text: string | undefined;
}

/** The data of a page. Each section is read separately, and keeps its data until newer data was read. */
export class EnvironmentModel {
  readonly #context: ModelContext;
  readonly #reminders: Pick<RedeployReminders, 'get'>;
  readonly #listener: ModelListener;
  #identity: EnvironmentIdentity;
  #isDeleted = false;
  #isPageReady = false;
  readonly #environment = this.#createReader((signal) => this.#readEnvironment(signal));
  readonly #deployment = this.#createReader(async (signal) => {
    await this.#client();
    // The response with the environment also has its project, and might have the deployment.
    await this.#environment.settled;
    const knownDeployment = this.#environment.value?.environment.latestDeployment;
    return this.#context.services.getLastDeployment(this.#identity, knownDeployment, signal);
  });
  readonly #telemetry = this.#createReader(async (signal) => {
    await this.#client();
    return this.#context.services.getTelemetrySummaries(this.#identity.environmentId, signal);
  });
  readonly #playground = this.#createReader(async (signal) => {
    await this.#client();
    return this.#context.services.getPlaygroundSummary(this.#identity.environmentId, signal);
  });
  /** The first error of the latest deployment. Its log is read once, because it doesn't change after a failure. */
  readonly #reason: SectionReader<DeploymentReason | undefined> = this.#createReader(async (signal) => {
    await this.#client();
    await this.#deployment.settled;
    const last = this.#deployment.value;
    if (typeof last !== 'object' || last.deployment.status !== 'failed') return undefined;
    const { id } = last.deployment;
    if (this.#reason.value?.deploymentId === id) return this.#reason.value;
    return { deploymentId: id, text: await this.#context.services.getDeploymentError(id, signal) };
  });
  readonly #usage = this.#createReader(async (signal) => {
    await this.#client();
    // The response with the environment has its project.
    await this.#environment.settled;
    const { projectId } = this.#identity;
    return projectId === undefined ? undefined : this.#context.services.getUsageSummary(projectId, signal);
  });
  readonly #errors = this.#createReader(async (signal) => {
    await this.#client();
    return this.#context.services.getLatestErrors(this.#identity.environmentId, signal);
  });
  /** Read first, because they have what the page is opened for. */
  readonly #mainReaders = [this.#environment, this.#deployment, this.#telemetry, this.#playground] as const;
  /** Read after the page is visible. */
  readonly #additionalReaders = [this.#reason, this.#usage, this.#errors] as const;

  constructor(
    identity: EnvironmentIdentity,
    context: ModelContext,
    reminders: Pick<RedeployReminders, 'get'>,
    listener: ModelListener,
  ) {
    this.#identity = identity;
    this.#context = context;
    this.#reminders = reminders;
    this.#listener = listener;
  }

  get identity(): EnvironmentIdentity {
    return this.#identity;
  }

  /** Reads all sections. */
  load(): void {
    if (this.#isDeleted) return;
    for (const reader of this.#readers) void reader.load();
  }

  /** Must be called when the page is visible. Reads the sections that a page without a viewer doesn't need. */
  onPageReady(): void {
    if (this.#isPageReady) return;
    this.#isPageReady = true;
    if (this.#isDeleted) return;
    for (const reader of this.#additionalReaders) void reader.load();
  }

  /** Reads failed sections again. */
  retryFailed(): void {
    if (this.#isDeleted) return;
    for (const reader of this.#readers) {
      if (reader.failure !== undefined && !reader.isLoading) void reader.load();
    }
  }

  /** Reads all sections again, including those whose operations the service didn't support before. */
  async refresh(): Promise<void> {
    if (this.#readers.some(({ failure }) => isUnsupportedError(failure))) {
      (await this.#context.connection.client()).forgetUnsupported();
    }
    this.load();
  }

  cancel(): void {
    for (const reader of this.#readers) reader.cancel();
  }

  /** Waits for the running requests. Returns the response for a section, or `undefined` if the request failed. */
  async waitForResponse(section: SectionId | undefined): Promise<unknown> {
    await Promise.all(this.#mainReaders.map(({ settled }) => settled));
    switch (section) {
      case 'telemetry':
        return this.#telemetry.value?.response;
      case 'playground':
        return this.#playground.value?.response;
      default:
        return this.#environment.value?.environment;
    }
  }

  /** Reads the deployment again if there is a new one, or its status has changed. */
  onDidReadDeployment({ id, status }: Deployment): void {
    const { value, isLoading } = this.#deployment;
    const knownDeployment = typeof value === 'object' ? value.deployment : undefined;
    if (isLoading || this.#isDeleted || (knownDeployment?.id === id && knownDeployment.status === status))
      return;
    void this.#deployment.load();
    if (this.#isPageReady) void this.#reason.load();
  }

  /** Updates the names of the project and the environment. */
  onDidReadProjects(baseUrl: string, projects: readonly Project[]): void {
    const renamed = this.#identity.baseUrl === baseUrl && updateEnvironmentNames(this.#identity, projects);
    if (!renamed) return;
    this.#identity = renamed;
    this.#listener.onDidRename();
    this.#listener.onDidChange();
  }

  onDidChangePlayground(): void {
    if (!this.#isDeleted) void this.#playground.load();
  }

  onDidDelete(): void {
    this.#isDeleted = true;
    this.cancel();
    this.#listener.onDidChange();
  }

  /** The problem of the whole page, which replaces all sections. */
  get problem(): Problem | undefined {
    const failure = this.#isDeleted ? new EnvironmentDeletedError() : this.#environment.failure;
    return findPageProblem(failure, this.#identity, this.#context.toProblem);
  }

  get actionSubject(): ActionSubject {
    const last = this.#deployment.value;
    const { deployment, pageUrl } = typeof last === 'object' ? last : {};
    return {
      target: this.#identity,
      mcpServerUrl: this.#environment.value?.environment.mcpServerUrl,
      deploymentId: deployment?.id,
      commitId: deployment?.sourceCommitId,
      pageUrl,
      auditId: this.#lastAudit?.auditId,
    };
  }

  /** Returns the time of one of the latest errors, in milliseconds since the epoch. */
  getErrorTime(index: number): number | undefined {
    return this.#errors.value?.errors[index]?.time;
  }

  /** Returns a host name by its index on the page. */
  getDomain(index: number): string | undefined {
    return this.createView().state.environment.value?.domains[index]?.name;
  }

  /** Returns an example prompt by its index. */
  getPrompt(index: number): string | undefined {
    return this.#playground.value?.summary.prompts[index]?.prompt;
  }

  /**
   * Returns the state of the page, and the remedies by section. The remedies of `page` are those for the whole page.
   */
  createView(): {
    readonly state: EnvironmentPageState;
    readonly remedies: Readonly<Record<string, readonly Remedy[]>>;
  } {
    const { baseUrl, environmentId } = this.#identity;
    const { problem } = this;
    const { toProblem } = this.#context;
    const part = <Value>(section: SectionId, { isLoading, value, failure }: SectionReader<Value>) => ({
      isLoading,
      value,
      problem: problem ? undefined : findSectionProblem(section, failure, baseUrl, toProblem),
    });
    const environment = part('environment', this.#environment);
    const deployment = part('deployment', this.#deployment);
    const telemetry = part('telemetry', this.#telemetry);
    const playground = part('playground', this.#playground);
    const reason = part('reason', this.#reason);
    const usage = part('usage', this.#usage);
    const errors = part('errors', this.#errors);
    const state = createEnvironmentPageState(
      {
        identity: this.#identity,
        protectedBy: findProtection(this.#identity),
        problem,
        deployment,
        reason: { ...reason, value: reason.value?.text },
        usage,
        errors,
        audit: problem ? undefined : this.#lastAudit,
        environment: { ...environment, value: environment.value?.environment },
        redeployReminder: this.#reminders.get(environmentId),
        telemetry: { ...telemetry, value: telemetry.value?.summary },
        playground: { ...playground, value: playground.value?.summary },
        canOpenChat: canOpenChat(),
      },
      { language: vscode.env.language, now: Date.now() },
    );
    const problems = Object.entries({
      environment,
      deployment,
      telemetry,
      playground,
      reason,
      usage,
      errors,
    });
    const remedies = problems.map(([section, one]) => [section, one.problem?.remedies ?? []] as const);
    return { state, remedies: Object.fromEntries([...remedies, ['page', problem?.remedies ?? []]]) };
  }

  get #readers(): readonly SectionReader<unknown>[] {
    return this.#isPageReady ? [...this.#mainReaders, ...this.#additionalReaders] : this.#mainReaders;
  }

  get #lastAudit(): AuditSummary | undefined {
    const { environmentId } = this.#identity;
    const { mcpServerUrl } = this.#environment.value?.environment ?? {};
    return this.#context.services.getLastAudit(environmentId, mcpServerUrl);
  }

  #createReader<Value>(read: (signal: AbortSignal) => Promise<Value>): SectionReader<Value> {
    return new SectionReader({ read, onDidChange: () => this.#listener.onDidChange() });
  }

  /** Rejects if another service is selected, because that service must not receive the ID. */
  #client() {
    return getClientForService(this.#context.connection, this.#identity.baseUrl);
  }

  async #readEnvironment(signal: AbortSignal): Promise<EnvironmentDetails> {
    const client = await this.#client();
    const details = await readEnvironmentDetails(client, this.#identity.environmentId, {
      isProjectOptional: true,
      signal,
    });
    const { environment, projectName, isProduction } = details;
    const { name, projectId } = environment;
    this.#identity = {
      ...this.#identity,
      environmentName: name,
      ...omitUndefined({ projectId, projectName, isProduction }),
    };
    if (!signal.aborted) this.#listener.onDidRename();
    return details;
  }
}
