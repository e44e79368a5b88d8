import type * as z from 'zod/mini';
import type {
  CallOperation,
  CallOptions,
  NamedOperation,
  Operation,
  OperationGroup,
  ResponseReader,
} from './operation.ts';

/** Names for the parameters of functions, which code editors show. The parameter for any other ID is named `id`. */
interface PathParameterNames {
  readonly auditId: [auditId: string];
  readonly categoryId: [categoryId: string];
  readonly deploymentId: [deploymentId: string];
  readonly environmentId: [environmentId: string];
  readonly environmentVariableId: [environmentVariableId: string];
  readonly projectId: [projectId: string];
}

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [
      ...(Name extends keyof PathParameterNames ? PathParameterNames[Name] : [id: string]),
      ...PathParameters<Rest>,
    ]
  : [];

/** The parameter for the body, which is optional if the operation accepts a request without a body. */
type BodyParameter<O> = O extends { readonly body: infer Schema }
  ? undefined extends z.input<Schema>
    ? [input?: z.input<Schema>]
    : [input: z.input<Schema>]
  : [];

/** The parameter for the query, which is optional if no field of the query is required. */
type QueryParameter<O> = O extends { readonly query: infer Schema }
  ? object extends z.input<Schema>
    ? [query?: z.input<Schema> | undefined]
    : [query: z.input<Schema>]
  : [];

/** The function for an operation. Its parameters are the IDs in the path, the body, the query, and the options. */
type OperationFunction<O extends Operation> = (
  ...args: [
    ...PathParameters<O['path']>,
    ...BodyParameter<O>,
    ...QueryParameter<O>,
    options?: CallOptions | undefined,
  ]
) => Promise<O['readResponse'] extends ResponseReader<infer T> ? T : never>;

/** The functions for a group. The table of the group's operations describes them. */
export type GroupFunctions<G extends OperationGroup> = {
  readonly [Name in keyof G]: OperationFunction<G[Name]>;
};

interface OperationGroups {
  readonly [group: string]: OperationGroup;
}

export type ClientFunctions<G extends OperationGroups> = {
  readonly [Name in keyof G]: GroupFunctions<G[Name]>;
};

/** Creates a function for each operation of each group. */
export function createFunctions<G extends OperationGroups>(groups: G, call: CallOperation) {
  const all = mapFields(groups, (group, operations) =>
    mapFields(operations, (name, operation) =>
      createFunction({ ...operation, name: `${group}.${name}` }, call),
    ),
  );
  // The compiler can't derive the parameters of each function from this code.
  return all as unknown as ClientFunctions<G>;
}

function createFunction(operation: NamedOperation<unknown>, call: CallOperation) {
  const idCount = operation.path.split('{').length - 1;
  return (...args: unknown[]): Promise<unknown> => {
    const ids = args.splice(0, idCount);
    const body = operation.body && args.shift();
    const query = operation.query && args.shift();
    return call(operation, { ids, body, query }, args[0] as CallOptions | undefined);
  };
}

function mapFields<T, U>(fields: { readonly [name: string]: T }, change: (name: string, value: T) => U) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]));
}
