import * as vscode from 'vscode';
import type { Deployment } from '../../api/deployments.ts';
import { isUnsupported } from '../../api/errors.ts';
import type { Project } from '../../api/projects.ts';
import { getClientForService } from '../../auth/clientForService.ts';
import type { Connection } from '../../auth/connection.ts';
import type { Services } from '../../context.ts';
import { updateEnvironmentNames } from '../../domain/currentNames.ts';
import type { Problem, Remedy, ToProblem } from '../../editor/problem.ts';
import { findProtection } from '../../explorer/environmentLabel.ts';
import { omitUndefined } from '../../fields.ts';
import { type EnvironmentDetails, findEnvironment } from '../findEnvironment.ts';
import type { RedeployMark } from '../redeployMark.ts';
import { createEnvironmentPageState } from './pageState.ts';
import { EnvironmentDeletedError, pageProblem, sectionProblem } from './problems.ts';
import type { EnvironmentIdentity, EnvironmentPageState, SectionId } from './protocol.ts';
import type { ActionSubject } from './runAction.ts';
import { SectionReader } from './sectionReader.ts';

export interface ModelDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly services: Pick<Services, 'getLastDeployment' | 'getTelemetrySummaries' | 'getPlaygroundSummary'>;
  /** What was changed of the variables of an environment since it was deployed. */
  readonly changedVariables: (environmentId: string) => RedeployMark | undefined;
}

interface ModelListener {
  /** There is something else to show. */
  changed(): void;
  /** Its name, or what tells it from others of that name, is known better now. */
  renamed(): void;
}

/** What a page shows of an environment: each part is read by itself, and what was read stands until there is more. */
export class EnvironmentModel {
  readonly #deps: ModelDeps;
  readonly #listener: ModelListener;
  #identity: EnvironmentIdentity;
  #isDeleted = false;
  readonly #environment = this.#reading((signal) => this.#ask(signal));
  readonly #deployment = this.#reading(async (signal) => {
    await this.#client();
    // Only that knows the project, and its answer may hold the deployment.
    await this.#environment.settled;
    const known = this.#environment.value?.environment.latestDeployment;
    return this.#deps.services.getLastDeployment(this.#identity, known, signal);
  });
  readonly #telemetry = this.#reading(async (signal) => {
    await this.#client();
    return this.#deps.services.getTelemetrySummaries(this.#identity.environmentId, signal);
  });
  readonly #playground = this.#reading(async (signal) => {
    await this.#client();
    return this.#deps.services.getPlaygroundSummary(this.#identity.environmentId, signal);
  });
  readonly #all = [this.#environment, this.#deployment, this.#telemetry, this.#playground] as const;

  constructor(identity: EnvironmentIdentity, deps: ModelDeps, listener: ModelListener) {
    this.#identity = identity;
    this.#deps = deps;
    this.#listener = listener;
  }

  get identity(): EnvironmentIdentity {
    return this.#identity;
  }

  /** Reads all of it. */
  load(): void {
    if (this.#isDeleted) return;
    for (const reading of this.#all) void reading.load();
  }

  /** Reads again what failed. */
  retryFailed(): void {
    if (this.#isDeleted) return;
    for (const reading of this.#all) {
      if (reading.failure !== undefined && !reading.isLoading) void reading.load();
    }
  }

  /** The same when a person asks, also where the service didn't have an operation before. */
  async refresh(): Promise<void> {
    if (this.#all.some(({ failure }) => isUnsupported(failure))) {
      (await this.#deps.connection.client()).forgetUnsupported();
    }
    this.load();
  }

  cancel(): void {
    for (const reading of this.#all) reading.cancel();
  }

  /** What the service said, when all that runs has ended; `undefined`: it didn't. */
  async waitForResponse(section: SectionId | undefined): Promise<unknown> {
    await Promise.all(this.#all.map(({ settled }) => settled));
    switch (section) {
      case 'telemetry':
        return this.#telemetry.value?.response;
      case 'playground':
        return this.#playground.value?.response;
      default:
        return this.#environment.value?.environment;
    }
  }

  /** The newest deployment may be another one, or stand differently. */
  onDidReadDeployment({ id, status }: Deployment): void {
    const { value, isLoading } = this.#deployment;
    const known = typeof value === 'object' ? value.deployment : undefined;
    if (isLoading || this.#isDeleted || (known?.id === id && known.status === status)) return;
    void this.#deployment.load();
  }

  /** Takes over the names of its project and environment where they have changed. */
  onDidReadProjects(baseUrl: string, projects: readonly Project[]): void {
    const renamed = this.#identity.baseUrl === baseUrl && updateEnvironmentNames(this.#identity, projects);
    if (!renamed) return;
    this.#identity = renamed;
    this.#listener.renamed();
    this.#listener.changed();
  }

  /** The playground was saved or switched. */
  onDidChangePlayground(): void {
    if (!this.#isDeleted) void this.#playground.load();
  }

  /** The service has it no more. */
  onDidDelete(): void {
    this.#isDeleted = true;
    this.cancel();
    this.#listener.changed();
  }

  /** Why nothing of the environment is shown, and nothing can be done with it. */
  get problem(): Problem | undefined {
    const failure = this.#isDeleted ? new EnvironmentDeletedError() : this.#environment.failure;
    return pageProblem(failure, this.#identity.baseUrl, this.#deps.toProblem);
  }

  get subject(): ActionSubject {
    const last = this.#deployment.value;
    const { deployment, pageUrl } = typeof last === 'object' ? last : {};
    return {
      target: this.#identity,
      mcpServerUrl: this.#environment.value?.environment.mcpServerUrl,
      deploymentId: deployment?.id,
      commitId: deployment?.sourceCommitId,
      pageUrl,
    };
  }

  /** An example prompt, as the service has it. */
  prompt(index: number): string | undefined {
    return this.#playground.value?.summary.prompts[index]?.prompt;
  }

  /** What to show now. `remedies`: by section; those of `page` are of all of it. */
  view(): {
    readonly state: EnvironmentPageState;
    readonly remedies: Readonly<Record<string, readonly Remedy[]>>;
  } {
    const { baseUrl, environmentId } = this.#identity;
    const { problem } = this;
    const { toProblem, changedVariables } = this.#deps;
    const part = <Value>(section: SectionId, { isLoading, value, failure }: SectionReader<Value>) => ({
      isLoading,
      value,
      problem: problem ? undefined : sectionProblem(section, failure, baseUrl, toProblem),
    });
    const environment = part('environment', this.#environment);
    const deployment = part('deployment', this.#deployment);
    const telemetry = part('telemetry', this.#telemetry);
    const playground = part('playground', this.#playground);
    const state = createEnvironmentPageState(
      {
        identity: this.#identity,
        protectedBy: findProtection(this.#identity),
        problem,
        deployment,
        environment: { ...environment, value: environment.value?.environment },
        changed: changedVariables(environmentId),
        telemetry: { ...telemetry, value: telemetry.value?.summary },
        playground: { ...playground, value: playground.value?.summary },
      },
      { language: vscode.env.language, now: Date.now() },
    );
    const problems = Object.entries({ environment, deployment, telemetry, playground });
    const remedies = problems.map(([section, one]) => [section, one.problem?.remedies ?? []] as const);
    return { state, remedies: Object.fromEntries([...remedies, ['page', problem?.remedies ?? []]]) };
  }

  #reading<Value>(read: (signal: AbortSignal) => Promise<Value>): SectionReader<Value> {
    return new SectionReader({ read, changed: () => this.#listener.changed() });
  }

  /** No other service is asked for an ID of this one. */
  #client() {
    return getClientForService(this.#deps.connection, this.#identity.baseUrl);
  }

  async #ask(signal: AbortSignal): Promise<EnvironmentDetails> {
    const client = await this.#client();
    const found = await findEnvironment(client, this.#identity.environmentId, {
      mayBeIncomplete: true,
      signal,
    });
    const { environment, projectName, isProduction } = found;
    const { name, projectId } = environment;
    this.#identity = {
      ...this.#identity,
      environmentName: name,
      ...omitUndefined({ projectId, projectName, isProduction }),
    };
    if (!signal.aborted) this.#listener.renamed();
    return found;
  }
}
