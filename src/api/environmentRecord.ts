import * as z from 'zod/mini';
import { deploymentSchema } from './deployments.ts';
import {
  optionalPart,
  optionalText,
  optionalVisibleText,
  record,
  requiredId,
  tolerantList,
} from './responseSchemas.ts';

const domainRecordSchema = record({ domain: z.string(), status: optionalText, createdAt: optionalText });

/** A host name of an environment. */
export type Domain = z.infer<typeof domainRecordSchema>;

// The specification shows plain names, but the live service returns records.
const domainSchema = z.union([
  domainRecordSchema,
  z.pipe(
    z.string(),
    z.transform((name): Domain => ({ domain: name })),
  ),
]);

const fieldsSchema = record({
  id: requiredId,
  name: optionalVisibleText,
  sourceBranch: optionalVisibleText,
  mcpServerUrl: optionalText,
  domains: tolerantList(domainSchema),
  urls: tolerantList(z.string()),
  createdAt: optionalText,
  projectId: optionalText,
  latestDeployment: optionalPart(deploymentSchema),
});

/**
 * Reads an environment from `environments.get`, from a project, or from `environments.create`. If the name is missing
 * or blank, it's the ID.
 */
export const environmentSchema = z.pipe(
  fieldsSchema,
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/**
 * An environment. Its optional fields depend on the operation that returned it. `urls` is empty except in the response
 * to `environments.create`.
 */
export type Environment = z.infer<typeof environmentSchema>;
