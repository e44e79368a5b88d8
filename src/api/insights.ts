import * as z from 'zod/mini';
import { analytics, analyticsQuery } from './analytics.ts';
import type { GroupFunctions } from './functions.ts';
import type { OperationGroup } from './operation.ts';
import { listOfLength, nonEmptyString, oneOf, stringOfLength, wrapInField } from './rules.ts';
import { id, optionalText, readOne, readSuccessFlag, record } from './schemas.ts';

/** The colours that a category can be created with; a record may show others. */
export const categoryColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const;
export type CategoryColor = (typeof categoryColors)[number];

const category = z.pipe(
  record({
    id,
    createdAt: optionalText,
    environmentId: optionalText,
    name: optionalText,
    color: optionalText,
  }),
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** An intent category; its id stands in for a missing name. */
export type IntentCategory = z.infer<typeof category>;

const intentIds = listOfLength(nonEmptyString, 1, 100);

const newCategory = z.object({
  name: stringOfLength(1, 100),
  color: z.optional(oneOf(categoryColors)),
  intentIds: z.optional(intentIds),
});

/** E2: the service derives an absent colour from the name. */
export type NewIntentCategory = z.infer<typeof newCategory>;

/** The group *insights*: intent categories and analytics. */
export const insightOperations = {
  /** E2: a new category, with intents linked to it when some are named. */
  createIntentCategory: {
    id: 'E2',
    method: 'POST',
    path: '/v1/environments/{environmentId}/intent-categories',
    body: newCategory,
    readResponse: readOne(category),
  },

  /** E4: intents that are linked already are passed over. 1 to 100 ids. */
  linkIntents: {
    id: 'E4',
    method: 'POST',
    path: '/v1/environments/{environmentId}/intent-categories/{categoryId}/link',
    body: wrapInField('intentIds', intentIds),
    readResponse: readSuccessFlag,
  },

  /** E10: its intents are unlinked, not deleted. */
  deleteIntentCategory: {
    id: 'E10',
    method: 'DELETE',
    path: '/v1/environments/{environmentId}/intent-categories/{categoryId}',
    readResponse: readSuccessFlag,
  },

  /** Beyond the specification: usage of a project over at most 31 days. */
  getAnalytics: {
    id: 'beyond',
    method: 'GET',
    path: '/v1/analytics/{projectId}',
    query: analyticsQuery,
    readResponse: readOne(analytics),
  },
} satisfies OperationGroup;

export type Insights = GroupFunctions<typeof insightOperations>;
