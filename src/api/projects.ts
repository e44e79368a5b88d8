import * as z from 'zod/mini';
import { environment } from './environmentRecord.ts';
import type { Call, CallOptions } from './operation.ts';
import { anyText, oneOf, queryable, sized } from './rules.ts';
import { id, list, many, one, part, record, success, text, words } from './schemas.ts';
import { newVariables } from './variables.ts';

/** The runtimes that a project can be created with; a record may show others. */
export const runtimes = ['python3.13', 'python3.14', 'node22', 'node24'] as const;
export type Runtime = (typeof runtimes)[number];

/** The transports that a project can be created with; a record may show others. */
export const transports = ['stdio', 'sse', 'streamablehttp'] as const;
export type Transport = (typeof transports)[number];

const fields = record({
  id,
  name: words,
  teamId: text,
  environments: list(environment),
  productionEnvironment: part(environment),
  sourceRepository: text,
  runtime: text,
  transport: text,
  rootDirectory: text,
  buildCommand: text,
  buildOutputDir: text,
  installCommand: text,
  startCommand: text,
  createdAt: text,
});

const project = z.pipe(
  fields,
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** A project; its id stands in for a missing or blank name. */
export type Project = z.infer<typeof project>;

// The service trims it before it counts.
const projectName = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((name) => (typeof name === 'string' ? name.trim() : name)),
  ),
  sized(1, 100),
);

const newProject = z.object({
  name: projectName,
  runtime: oneOf(runtimes),
  teamId: z.optional(anyText),
  sourceRepository: z.optional(anyText),
  branchName: z.optional(anyText),
  transport: z.optional(oneOf(transports)),
  rootDirectory: z.optional(anyText),
  settings: z.optional(
    z.object({
      installCommand: z.optional(anyText),
      buildCommand: z.optional(anyText),
      buildOutputDir: z.optional(anyText),
      startCommand: z.optional(anyText),
    }),
  ),
  environmentVariables: z.optional(newVariables),
});

/** E3: a project to be created. */
export type NewProject = z.infer<typeof newProject>;

const projectChange = z.object({ name: z.optional(projectName), sourceRepository: z.optional(anyText) });

/** What is absent stays as it is. */
export type ProjectChange = z.infer<typeof projectChange>;

const projectsQuery = z.object({ teamId: z.optional(queryable) });

export interface ProjectsQuery {
  readonly teamId?: string | undefined;
}

export type Projects = ReturnType<typeof projectOperations>;

/** The group *projects*. */
export function projectOperations(call: Call) {
  return {
    /** E3 */
    create: (input: NewProject, options?: CallOptions) =>
      call(
        {
          name: 'projects.create',
          method: 'POST',
          path: '/v1/projects',
          body: { schema: newProject, value: input },
          reply: one(project),
        },
        options,
      ),

    /** Beyond the specification: all projects, or those of a team. */
    list: (query: ProjectsQuery = {}, options?: CallOptions) =>
      call(
        {
          name: 'projects.list',
          method: 'GET',
          path: '/v1/projects',
          query: { schema: projectsQuery, value: query },
          beyond: true,
          reply: many(project),
        },
        options,
      ),

    /** Beyond the specification. */
    get: (projectId: string, options?: CallOptions) =>
      call(
        {
          name: 'projects.get',
          method: 'GET',
          path: '/v1/projects/{projectId}',
          params: { projectId },
          beyond: true,
          reply: one(project),
        },
        options,
      ),

    /** Beyond the specification. */
    update: (projectId: string, change: ProjectChange, options?: CallOptions) =>
      call(
        {
          name: 'projects.update',
          method: 'PATCH',
          path: '/v1/projects/{projectId}',
          params: { projectId },
          body: { schema: projectChange, value: change },
          beyond: true,
          reply: one(project),
        },
        options,
      ),

    /** Beyond the specification. */
    delete: (projectId: string, options?: CallOptions) =>
      call(
        {
          name: 'projects.delete',
          method: 'DELETE',
          path: '/v1/projects/{projectId}',
          params: { projectId },
          beyond: true,
          reply: success,
        },
        options,
      ),
  };
}
