import { z } from 'zod';
import type { OperationHandlers, OperationRequest } from '../operation.ts';
import { forbidden, notFound } from '../serviceError.ts';
import { formatTime } from '../world/clock.ts';
import { describeLatestDeployment, startDeployment } from '../world/deployments.ts';
import { createEnvironment, removeEnvironment } from '../world/environments.ts';
import { type Environment, type Project, runtimes, transports, type World } from '../world/model.ts';
import { findProject } from './find.ts';
import { nameSchema, newVariablesSchema, rejectTakenKeys } from './schemas.ts';
import { addVariables } from './variables.ts';

const createBody = z.object({
  name: nameSchema,
  runtime: z.enum(runtimes),
  transport: z.enum(transports).optional(),
  teamId: z.string().optional(),
  sourceRepository: z.string().optional(),
  branchName: z.string().min(1).optional(),
  rootDirectory: z.string().optional(),
  settings: z
    .object({
      installCommand: z.string().optional(),
      buildCommand: z.string().optional(),
      buildOutputDir: z.string().optional(),
      startCommand: z.string().optional(),
    })
    .optional(),
  environmentVariables: newVariablesSchema.optional(),
});

const updateBody = z.object({
  name: nameSchema.optional(),
  sourceRepository: z.string().nullable().optional(),
});

const listQuery = z.object({ teamId: z.string().optional() });

/** The ID of an existing team in which no user can create or change projects. */
export const closedTeamId = 'team_without_access';

/** The handlers of projects. */
export const projectRoutes = {
  'projects.create': createProject,
  'projects.list': listProjects,
  'projects.get': ({ world, param }) => describeListedProject(world, findProject(world, param('projectId'))),
  'projects.update': updateProject,
  'projects.delete': deleteProject,
} satisfies OperationHandlers;

async function createProject({ world, body }: OperationRequest) {
  const input = await body(createBody);
  const { branchName, environmentVariables = [], settings } = input;
  const teamId = input.teamId ?? world.teams[0]?.id ?? '';
  if (teamId === closedTeamId) throw forbidden('You may not create projects for this team.');
  if (!world.teams.some(({ id }) => id === teamId)) throw notFound('Team');
  rejectTakenKeys(environmentVariables, new Set());
  const project: Project = {
    id: world.newId('prj'),
    name: input.name,
    teamId,
    runtime: input.runtime,
    transport: input.transport ?? null,
    sourceRepository: input.sourceRepository ?? null,
    rootDirectory: input.rootDirectory ?? null,
    installCommand: settings?.installCommand ?? null,
    buildCommand: settings?.buildCommand ?? null,
    buildOutputDir: settings?.buildOutputDir ?? null,
    startCommand: settings?.startCommand ?? null,
    createdAt: formatTime(world.clock.now()),
    environmentIds: [],
    productionId: null,
  };
  world.projects.set(project.id, project);
  const sourceBranch = branchName ?? null;
  const production = createEnvironment(world, project, {
    name: 'production',
    sourceBranch,
    isProduction: true,
  });
  addVariables(world, production.id, environmentVariables);
  if (project.sourceRepository !== null) startDeployment(world, production);
  const toReference = ({ id, name }: Environment) => ({ id, name });
  return describeProject(world, project, toReference, toReference);
}

function listProjects({ world, query }: OperationRequest) {
  const { teamId } = query(listQuery);
  return [...world.projects.values()]
    .filter((project) => teamId === undefined || project.teamId === teamId)
    .map((project) => describeListedProject(world, project));
}

async function updateProject({ world, param, body }: OperationRequest) {
  const { name, sourceRepository } = await body(updateBody);
  const project = findProject(world, param('projectId'));
  if (project.teamId === closedTeamId) throw forbidden('You may not change projects of this team.');
  if (name !== undefined) project.name = name;
  if (sourceRepository !== undefined) project.sourceRepository = sourceRepository;
  return describeListedProject(world, project);
}

function deleteProject({ world, param }: OperationRequest) {
  const project = findProject(world, param('projectId'));
  for (const id of [...project.environmentIds]) {
    const environment = world.environments.get(id);
    if (environment) removeEnvironment(world, environment);
  }
  world.projects.delete(project.id);
  return { success: true };
}

/**
 * Describes a project with the fields of the list that the specification doesn't have: the domains of
 * production, and all branches.
 */
function describeListedProject(world: World, project: Project) {
  const common = ({ id, name, mcpServerUrl }: Environment) => ({
    id,
    name,
    mcpServerUrl,
    latestDeployment: describeLatestDeployment(world, id),
  });
  return describeProject(
    world,
    project,
    (environment) => {
      const { sourceBranch, createdAt, projectId } = environment;
      return { ...common(environment), sourceBranch, createdAt, projectId };
    },
    (environment) => ({ ...common(environment), domains: environment.domains }),
  );
}

function describeProject(
  world: World,
  project: Project,
  describe: (environment: Environment) => object,
  describeProduction: (environment: Environment) => object,
) {
  const { environmentIds, productionId, ...fields } = project;
  const find = (id: string | null) => (id === null ? undefined : world.environments.get(id));
  const production = find(productionId);
  return {
    ...fields,
    environments: environmentIds.flatMap((id) => find(id) ?? []).map(describe),
    productionEnvironment: production ? describeProduction(production) : null,
  };
}
