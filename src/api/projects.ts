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

/** The runtimes with which a project can be created. A record can have others. */
export const runtimes = ['python3.13', 'python3.14', 'node22', 'node24'] as const;
export type Runtime = (typeof runtimes)[number];

/** The transports with which a project can be created. A record can have others. */
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

/** A project. Its ID replaces a missing or blank name. */
export type Project = z.infer<typeof projectSchema>;

/** The names of the optional text fields. */
const textFieldNames = Object.entries(projectShape).flatMap(([name, schema]) =>
  schema === optionalText ? [name] : [],
);

/**
 * Reads a project of a list with the same result as `project`. Returns `undefined` if it has no ID. Without schemas and
 * with lazy environments, because a long list has many more environments, and schemas would take most of the time.
 */
function readListedProject(raw: unknown): Project | undefined {
  const projectId = getField(raw, 'id');
  if (!isId(projectId)) return undefined;
  const name = getField(raw, 'name');
  const [all, main] = [getField(raw, 'environments'), getField(raw, 'productionEnvironment')];
  const read: Record<string, unknown> = createLazyEnvironments(all, main);
  read['id'] = projectId;
  read['name'] = hasVisibleText(name) ? name : projectId;
  for (const text of textFieldNames) {
    const value = getField(raw, text);
    if (typeof value === 'string') read[text] = value;
  }
  return Object.assign(
    read,
    findFailedEnvironments(all, main),
    readProductionState(main),
  ) as unknown as Project;
}

/**
 * Creates a record that reads its environments on first access and keeps them. The getters are written out because
 * defining them one by one is slower in a list of a thousand projects.
 */
function createLazyEnvironments(all: unknown, main: unknown): Record<string, unknown> {
  let merged: ProjectEnvironments | undefined;
  const read = (): ProjectEnvironments => {
    merged ??= mergeProduction(environmentsSchema.parse(all), productionSchema.parse(main ?? undefined));
    return merged;
  };
  const lazy = {
    get environments() {
      return read().environments;
    },
  };
  if (main == null) return lazy;
  return {
    get environments() {
      return read().environments;
    },
    // An unreadable production environment is `undefined`, as if it were absent.
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
 * Merges production with its entry in the list: the live service returns its branch only in the list, and its domains
 * only beside it.
 */
function mergeProduction(listed: Environment[], main: Environment | undefined): ProjectEnvironments {
  if (!main) return { environments: listed };
  const at = listed.findIndex(({ id }) => id === main.id);
  const entry = listed[at];
  if (!entry) return { environments: listed, productionEnvironment: main };
  const domains = entry.domains.length > 0 ? entry.domains : main.domains;
  const merged = { ...main, ...entry, domains };
  return { environments: listed.with(at, merged), productionEnvironment: merged };
}

interface FailedEnvironments {
  /** The environments whose latest deployment failed. Absent if none is known. */
  readonly failedEnvironments?: readonly { readonly id: string; readonly name: string }[];
}

/** Finds failed environments without reading the rest of their fields. */
function findFailedEnvironments(all: unknown, production: unknown): FailedEnvironments {
  const list: readonly unknown[] = Array.isArray(all) ? all : [];
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
  /** The state of production's latest deployment, with ISO 8601 times. Absent if none is known. */
  readonly productionState?: {
    readonly status?: string;
    readonly startedAt?: string;
    readonly completedAt?: string;
  };
}

/** Reads the state without reading the rest of the environment. */
function readProductionState(production: unknown): ProductionState {
  const deployment = getField(production, 'latestDeployment');
  if (!isId(getField(production, 'id')) || !isId(getField(deployment, 'id'))) return {};
  const state: Record<string, string> = {};
  for (const name of ['status', 'startedAt', 'completedAt']) {
    const value = getField(deployment, name);
    if (typeof value === 'string') state[name] = value;
  }
  return { productionState: state };
}

/** A value that might not be a record. `?.` handles that. */
type RawEnvironment =
  | { readonly latestDeployment?: RawEnvironment; readonly status?: unknown; readonly id?: unknown }
  | null
  | undefined;

function hasFailed(environment: unknown): boolean {
  const deployment = (environment as RawEnvironment)?.latestDeployment;
  // A deployment without an ID is unreadable.
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
    id: 'beyond',
    method: 'GET',
    path: '/v1/projects',
    query: projectsQuerySchema,
    readResponse: readManyWith(readListedProject),
  },

  /** Returns a project. Not in the specification. */
  get: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/projects/{projectId}',
    readResponse: readOne(projectSchema),
  },

  /** Changes a project. Not in the specification. */
  update: {
    id: 'beyond',
    method: 'PATCH',
    path: '/v1/projects/{projectId}',
    body: projectChangeSchema,
    readResponse: readOne(projectSchema),
  },

  /** Deletes a project. Not in the specification. */
  delete: { id: 'beyond', method: 'DELETE', path: '/v1/projects/{projectId}', readResponse: readSuccessFlag },
} satisfies OperationGroup;

export type Projects = GroupFunctions<typeof projectOperations>;
