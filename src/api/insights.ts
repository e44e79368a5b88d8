import * as z from 'zod/mini';
import { analyticsQuerySchema, analyticsSchema } from './analytics.ts';
import type { GroupFunctions } from './functions.ts';
import type { OperationGroup } from './operation.ts';
import { listOfLength, nonEmptyString, oneOf, stringOfLength, wrapInField } from './requestSchemas.ts';
import { optionalText, readOne, readSuccessFlag, record, requiredId } from './responseSchemas.ts';

/**
 * The colors with which a category can be created. A category of the service can have a color that isn't in this list.
 */
export const categoryColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const;
export type CategoryColor = (typeof categoryColors)[number];

const categorySchema = z.pipe(
  record({
    id: requiredId,
    createdAt: optionalText,
    environmentId: optionalText,
    name: optionalText,
    color: optionalText,
  }),
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** An intent category. If the service returns no name, `name` is the ID. */
export type IntentCategory = z.infer<typeof categorySchema>;

const intentIdsSchema = listOfLength(nonEmptyString, 1, 100);

const newCategorySchema = z.object({
  name: stringOfLength(1, 100),
  color: z.optional(oneOf(categoryColors)),
  intentIds: z.optional(intentIdsSchema),
});

/** The operations of the group *insights*: intent categories and analytics. */
export const insightOperations = {
  /** Creates a category, and links the given intents to it. */
  createIntentCategory: {
    id: 'E2',
    method: 'POST',
    path: '/v1/environments/{environmentId}/intent-categories',
    body: newCategorySchema,
    readResponse: readOne(categorySchema),
  },

  /** Links 1 to 100 intents to a category. The service ignores intents that are already linked. */
  linkIntents: {
    id: 'E4',
    method: 'POST',
    path: '/v1/environments/{environmentId}/intent-categories/{categoryId}/link',
    body: wrapInField('intentIds', intentIdsSchema),
    readResponse: readSuccessFlag,
  },

  /** Deletes a category. Its intents are unlinked, not deleted. */
  deleteIntentCategory: {
    id: 'E10',
    method: 'DELETE',
    path: '/v1/environments/{environmentId}/intent-categories/{categoryId}',
    readResponse: readSuccessFlag,
  },

  /** Returns the usage of a project in a time range of at most 31 days. Not in the specification. */
  getAnalytics: {
    id: 'unspecified',
    method: 'GET',
    path: '/v1/analytics/{projectId}',
    query: analyticsQuerySchema,
    readResponse: readOne(analyticsSchema),
  },
} satisfies OperationGroup;

export type Insights = GroupFunctions<typeof insightOperations>;
