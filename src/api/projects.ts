import * as z from 'zod/mini';
import { getField } from '../fields.ts';
import { type Environment, environmentSchema } from './environmentRecord.ts';
import type { GroupFunctions } from './functions.ts';
import type { OperationGroup } from './operation.ts';
import { anyString, oneOf, queryString, stringOfLength } from './requestSchemas.ts';
import {
  hasVisibleText,
  isId,
  optionalPart,
  optionalText,
  optionalVisibleText,
  readManyWith,
  readOne,
  readSuccessFlag,
  record,
  requiredId,
  tolerantList,
} from './responseSchemas.ts';
import { newVariablesSchema } from './variables.ts';

/**
 * The runtimes with which a project can be created. A project of the service can have a runtime that isn't in this
 * list.
 */
export const runtimes = ['python3.13', 'python3.14', 'node22', 'node24'] as const;
export type Runtime = (typeof runtimes)[number];

/** The transports with which a project can be created. A project of the service can have another one. */
export const transports = ['stdio', 'sse', 'streamablehttp'] as const;
export type McpTransport = (typeof transports)[number];

const environmentsSchema = tolerantList(environmentSchema);
const productionSchema = optionalPart(environmentSchema);

const projectShape = {
  id: requiredId,
  name: optionalVisibleText,
  teamId: optionalText,
  environments: environmentsSchema,
  productionEnvironment: productionSchema,
  sourceRepository: optionalText,
  runtime: optionalText,
  transport: optionalText,
  rootDirectory: optionalText,
  buildCommand: optionalText,
  buildOutputDir: optionalText,
  installCommand: optionalText,
  startCommand: optionalText,
  createdAt: optionalText,
};

const projectSchema = z.pipe(
  record(projectShape),
  z.transform((read) => ({
    ...read,
    name: read.name ?? read.id,
    ...mergeProduction(read.environments, read.productionEnvironment),
    ...findFailedEnvironments(read.environments, read.productionEnvironment),
    ...readProductionState(read.productionEnvironment),
  })),
);

/** A project. If the service returns no name or a blank one, `name` is the ID. */
export type Project = z.infer<typeof projectSchema>;

/** The names of the optional text fields. */
const textFieldNames = Object.entries(projectShape).flatMap(([name, schema]) =>
  schema === optionalText ? [name] : [],
);

/**
 * Reads a project in a list with the same result as `projectSchema`. Returns `undefined` if the project has no ID. Uses
 * no schemas for the project, and reads its environments on first access, because a long list contains thousands of
 * environments, and schemas would take most of the time.
 */
function readListedProject(raw: unknown): Project | undefined {
  const projectId = getField(raw, 'id');
  if (!isId(projectId)) return undefined;
  const name = getField(raw, 'name');
  const [listed, production] = [getField(raw, 'environments'), getField(raw, 'productionEnvironment')];
  const read: Record<string, unknown> = createLazyEnvironments(listed, production);
  read['id'] = projectId;
  read['name'] = hasVisibleText(name) ? name : projectId;
  for (const fieldName of textFieldNames) {
    const value = getField(raw, fieldName);
    if (typeof value === 'string') read[fieldName] = value;
  }
  return Object.assign(
    read,
    findFailedEnvironments(listed, production),
    readProductionState(production),
  ) as unknown as Project;
}

/**
 * Creates a record that reads its environments on first access and keeps them. Two object literals with getters,
 * because adding a getter with `Object.defineProperty` is slower in a list of a thousand projects.
 */
function createLazyEnvironments(listed: unknown, rawProduction: unknown): Record<string, unknown> {
  let merged: ProjectEnvironments | undefined;
  const read = (): ProjectEnvironments => {
    merged ??= mergeProduction(
      environmentsSchema.parse(listed),
      productionSchema.parse(rawProduction ?? undefined),
    );
    return merged;
  };
  const withoutProduction = {
    get environments() {
      return read().environments;
    },
  };
  if (rawProduction == null) return withoutProduction;
  return {
    get environments() {
      return read().environments;
    },
    // `undefined` if the production environment is invalid.
    get productionEnvironment() {
      return read().productionEnvironment;
    },
  };
}

interface ProjectEnvironments {
  readonly environments: Environment[];
  readonly productionEnvironment?: Environment;
}

/**
 * Merges the field `productionEnvironment` with the same environment in the list. The service returns the branch of
 * production only in the list, and its domains only in the field.
 */
function mergeProduction(listed: Environment[], production: Environment | undefined): ProjectEnvironments {
  if (!production) return { environments: listed };
  const index = listed.findIndex(({ id }) => id === production.id);
  const entry = listed[index];
  if (!entry) return { environments: listed, productionEnvironment: production };
  const domains = entry.domains.length > 0 ? entry.domains : production.domains;
  const merged = { ...production, ...entry, domains };
  return { environments: listed.with(index, merged), productionEnvironment: merged };
}

interface FailedEnvironments {
  /** The environments whose latest deployment failed. Absent if there are none. */
  readonly failedEnvironments?: readonly { readonly id: string; readonly name: string }[];
}

/** Finds failed environments without reading the other fields of all environments, which would be slow. */
function findFailedEnvironments(listed: unknown, production: unknown): FailedEnvironments {
  const list: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const failed = list.filter(hasFailed);
  if (hasFailed(production)) failed.unshift(production);
  if (failed.length === 0) return {};
  const names = new Map<string, string>();
  for (const environment of failed) {
    const [id, name] = [getField(environment, 'id'), getField(environment, 'name')];
    if (isId(id)) names.set(id, hasVisibleText(name) ? name : id);
  }
  if (names.size === 0) return {};
  return { failedEnvironments: [...names].map(([id, name]) => ({ id, name })) };
}

interface ProductionState {
  /**
   * The latest deployment of the environment `environmentId`, which is production, with ISO 8601 times. Absent if the
   * service returned no deployment.
   */
  readonly productionState?: {
    readonly environmentId: string;
    readonly id: string;
    readonly status?: string;
    readonly startedAt?: string;
    readonly completedAt?: string;
  };
}

/** Reads the state of production without reading the other fields of the environment. */
function readProductionState(production: unknown): ProductionState {
  const deployment = getField(production, 'latestDeployment');
  const [environmentId, id] = [getField(production, 'id'), getField(deployment, 'id')];
  if (!isId(environmentId) || !isId(id)) return {};
  const state: Record<string, string> & { environmentId: string; id: string } = { environmentId, id };
  for (const name of ['status', 'startedAt', 'completedAt']) {
    const value = getField(deployment, name);
    if (typeof value === 'string') state[name] = value;
  }
  return { productionState: state };
}

/** A value from the service that isn't validated. Reading a field with `?.` works for any value. */
type RawEnvironment =
  | { readonly latestDeployment?: RawEnvironment; readonly status?: unknown; readonly id?: unknown }
  | null
  | undefined;

function hasFailed(environment: unknown): boolean {
  const deployment = (environment as RawEnvironment)?.latestDeployment;
  // A deployment without an ID is invalid.
  return deployment?.status === 'failed' && isId(deployment.id);
}

// The service trims the name before it counts characters.
const projectNameSchema = z.pipe(
  z.pipe(
    z.custom<string>(),
    z.transform((name) => (typeof name === 'string' ? name.trim() : name)),
  ),
  stringOfLength(1, 100),
);

const newProjectSchema = z.object({
  name: projectNameSchema,
  runtime: oneOf(runtimes),
  teamId: z.optional(anyString),
  sourceRepository: z.optional(anyString),
  branchName: z.optional(anyString),
  transport: z.optional(oneOf(transports)),
  rootDirectory: z.optional(anyString),
  settings: z.optional(
    z.object({
      installCommand: z.optional(anyString),
      buildCommand: z.optional(anyString),
      buildOutputDir: z.optional(anyString),
      startCommand: z.optional(anyString),
    }),
  ),
  environmentVariables: z.optional(newVariablesSchema),
});

/** The input of `projects.create`. */
export type NewProject = z.infer<typeof newProjectSchema>;

const projectChangeSchema = z.object({
  name: z.optional(projectNameSchema),
  sourceRepository: z.optional(z.nullable(anyString)),
});

/**
 * The input of `projects.update`. Absent fields aren't changed. A `sourceRepository` of null disconnects the
 * repository.
 */
export type ProjectChange = z.infer<typeof projectChangeSchema>;

const projectsQuerySchema = z.object({ teamId: z.optional(queryString) });

/** The operations of the group *projects*. */
export const projectOperations = {
  /** Creates a project. */
  create: {
    id: 'E3',
    method: 'POST',
    path: '/v1/projects',
    body: newProjectSchema,
    readResponse: readOne(projectSchema),
  },

  /** Returns all projects, or those of a team. Not in the specification. */
  list: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/projects',
    query: projectsQuerySchema,
    readResponse: readManyWith(readListedProject),
  },

  /** Returns a project. Not in the specification. */
  get: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/projects/{projectId}',
    readResponse: readOne(projectSchema),
  },

  /** Changes a project. Not in the specification. */
  update: {
    id: 'unspecified',
    method: 'PATCH',
    path: '/v1/projects/{projectId}',
    body: projectChangeSchema,
    readResponse: readOne(projectSchema),
  },

  /** Deletes a project. Not in the specification. */
  delete: {
    id: 'unspecified',
    method: 'DELETE',
    path: '/v1/projects/{projectId}',
    readResponse: readSuccessFlag,
  },
} satisfies OperationGroup;

export type Projects = GroupFunctions<typeof projectOperations>;
