import { createLogBook } from '../logs/logBook.ts';
import { createUploads } from '../store/uploads.ts';
import { createFinishedAudits } from './audits.ts';
import { type Clock, dayMs, formatTime } from './clock.ts';
import { edgeCaseProjects } from './edgeCaseProjects.ts';
import { generateProjects } from './generatedProjects.ts';
import type { Environment, Project, World } from './model.ts';
import type { DeploymentPlan, EnvironmentPlan, ProjectPlan, VariablePlan } from './plan.ts';
import { createRandom } from './random.ts';
import { typicalProjects } from './typicalProjects.ts';

interface WorldOptions {
  readonly seed: number;
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Number of generated projects, in addition to the fixed ones. With 0, there are no projects at all. */
  readonly projects?: number | undefined;
  /** Whether to omit the edge cases. */
  readonly typicalOnly?: boolean | undefined;
  /** Number of generated log entries in the environment with the load. */
  readonly entries?: number | undefined;
}

/**
 * Builds the world of a seed: always with the same IDs, names, and contents, and with times before the start
 * of the clock.
 */
export function buildWorld({ projects, typicalOnly, ...options }: WorldOptions): World {
  const { seed } = options;
  const world = createEmptyWorld(options);
  if (projects === 0) return world;
  const plans = [
    ...typicalProjects,
    ...(typicalOnly ? [] : edgeCaseProjects),
    ...generateProjects(seed, projects ?? 0),
  ];
  for (const [index, plan] of plans.entries()) addProject(world, plan, index);
  return world;
}

function createEmptyWorld({ seed, baseUrl, clock, entries = 0 }: WorldOptions): World {
  const environments = new Map<string, Environment>();
  const teamIds = createRandom(seed, 'teams');
  const newIds = createRandom(seed, 'new');
  const createdAt = formatTime(clock.startedAt - 400 * dayMs);
  return {
    seed,
    baseUrl,
    clock,
    teams: [
      { id: `team_${teamIds.text(12)}`, name: 'Octo Dev', createdAt, hasStripeAccount: true },
      { id: `team_${teamIds.text(12)}`, name: 'Docs Team', createdAt, hasStripeAccount: false },
    ],
    projects: new Map(),
    environments,
    variables: new Map(),
    deployments: new Map(),
    categories: new Map(),
    audits: createFinishedAudits(clock),
    telemetry: new Map(),
    playgrounds: new Map(),
    logs: createLogBook({ seed, clock, environments, entries }),
    uploads: createUploads(),
    tunnelHostName: '',
    published: new Map(),
    newId: (prefix) => `${prefix}_${newIds.text(20)}`,
  };
}

function addProject(world: World, plan: ProjectPlan, index: number): void {
  const random = createRandom(world.seed, 'project', index);
  const createdAt = formatTime(world.clock.startedAt - plan.ageDays * dayMs);
  const project: Project = {
    id: plan.id ?? `prj_${random.text(16)}`,
    name: plan.name,
    teamId: world.teams[plan.team]?.id ?? '',
    runtime: plan.runtime,
    transport: plan.transport,
    sourceRepository: plan.repository,
    rootDirectory: plan.rootDirectory ?? null,
    installCommand: plan.settings?.installCommand ?? null,
    buildCommand: plan.settings?.buildCommand ?? null,
    buildOutputDir: plan.settings?.buildOutputDir ?? null,
    startCommand: plan.settings?.startCommand ?? null,
    createdAt,
    environmentIds: [],
    productionId: null,
  };
  world.projects.set(project.id, project);
  for (const [position, environmentPlan] of plan.environments.entries()) {
    const environment = addEnvironment(world, project, environmentPlan, `${index}.${position}`);
    project.environmentIds.push(environment.id);
  }
  if (plan.hasProduction !== false) project.productionId = project.environmentIds[0] ?? null;
}

function addEnvironment(world: World, project: Project, plan: EnvironmentPlan, ordinal: string): Environment {
  const random = createRandom(world.seed, 'environment', ordinal);
  const id = plan.id ?? `env_${random.text(16)}`;
  const createdAt = project.createdAt;
  const host = `${random.text(8)}.mcp.example.com`;
  const environment: Environment = {
    id,
    projectId: project.id,
    name: plan.name,
    sourceBranch: plan.branch,
    mcpServerUrl: plan.hasServer ? `${world.baseUrl}/mcp/${encodeURIComponent(id)}` : `https://${host}/mcp`,
    domains: [{ domain: host, status: 'deployed' as const }, ...(plan.domains ?? [])].map((domain) => ({
      ...domain,
      createdAt,
    })),
    createdAt,
    logProfile: plan.logs,
    deploymentIds: [],
    intentIds: new Set(plan.intentIds),
  };
  world.environments.set(id, environment);
  for (const variable of plan.variables ?? []) {
    addVariable(world, id, variable, `var_${random.text(16)}`, createdAt);
  }
  for (const deployment of plan.deployments) {
    addDeployment(world, environment, deployment, {
      id: `dpl_${random.text(16)}`,
      ref: plan.branch ?? 'main',
      commit: random,
    });
  }
  const destinations = (plan.telemetry ?? []).map((item) => ({ id: `tel_${random.text(12)}`, ...item }));
  world.telemetry.set(id, destinations);
  if (plan.playground) world.playgrounds.set(id, structuredClone(plan.playground));
  return environment;
}

function addVariable(
  world: World,
  environmentId: string,
  plan: VariablePlan,
  generatedId: string,
  createdAt: string,
) {
  const { id = generatedId, key, value, isSecret } = plan;
  world.variables.set(id, { id, environmentId, key, value, isSecret, createdAt });
}

function addDeployment(
  world: World,
  environment: Environment,
  plan: DeploymentPlan,
  generated: { id: string; ref: string; commit: { int(min: number, max: number): number } },
): void {
  const id = plan.id ?? generated.id;
  const commit = Array.from({ length: 40 }, () => generated.commit.int(0, 15).toString(16)).join('');
  environment.deploymentIds.push(id);
  world.deployments.set(id, {
    id,
    environmentId: environment.id,
    startedAt: world.clock.startedAt - plan.ageMs,
    durationMs: plan.durationMs,
    outcome: plan.outcome,
    sourceRef: generated.ref,
    sourceCommitId: commit,
    sourceCommitMessage: plan.message,
    authorUsername: plan.author,
    authorAvatarUrl: plan.hasAvatar ? `https://avatars.example.com/${plan.author}.png` : null,
  });
}
