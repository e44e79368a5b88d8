import * as z from 'zod/mini';
import { type AnalyticsQuery, analytics, analyticsQuery } from './analytics.ts';
import type { Call, CallOptions } from './operation.ts';
import { filled, listOf, oneOf, sized } from './rules.ts';
import { id, one, record, success, text } from './schemas.ts';

/** The colours that a category can be created with; a record may show others. */
export const categoryColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const;
export type CategoryColor = (typeof categoryColors)[number];

const category = z.pipe(
  record({ id, createdAt: text, environmentId: text, name: text, color: text }),
  z.transform((read) => ({ ...read, name: read.name ?? read.id })),
);

/** An intent category; its id stands in for a missing name. */
export type IntentCategory = z.infer<typeof category>;

const intentIds = listOf(filled, 1, 100);

const newCategory = z.object({
  name: sized(1, 100),
  color: z.optional(oneOf(categoryColors)),
  intentIds: z.optional(intentIds),
});

/** E2: the service derives an absent colour from the name. */
export type NewIntentCategory = z.infer<typeof newCategory>;

export type Insights = ReturnType<typeof insightOperations>;

/** The group *insights*: intent categories and analytics. */
export function insightOperations(call: Call) {
  return {
    /** E2: a new category, with intents linked to it when some are named. */
    createIntentCategory: (environmentId: string, input: NewIntentCategory, options?: CallOptions) =>
      call(
        {
          name: 'insights.createIntentCategory',
          method: 'POST',
          path: '/v1/environments/{environmentId}/intent-categories',
          params: { environmentId },
          body: { schema: newCategory, value: input },
          reply: one(category),
        },
        options,
      ),

    /** E4: intents that are linked already are passed over. 1 to 100 ids. */
    linkIntents: (environmentId: string, categoryId: string, ids: readonly string[], options?: CallOptions) =>
      call(
        {
          name: 'insights.linkIntents',
          method: 'POST',
          path: '/v1/environments/{environmentId}/intent-categories/{categoryId}/link',
          params: { environmentId, categoryId },
          body: { schema: z.object({ intentIds }), value: { intentIds: ids } },
          reply: success,
        },
        options,
      ),

    /** E10: its intents are unlinked, not deleted. */
    deleteIntentCategory: (environmentId: string, categoryId: string, options?: CallOptions) =>
      call(
        {
          name: 'insights.deleteIntentCategory',
          method: 'DELETE',
          path: '/v1/environments/{environmentId}/intent-categories/{categoryId}',
          params: { environmentId, categoryId },
          reply: success,
        },
        options,
      ),

    /** Beyond the specification: usage of a project over at most 31 days. */
    getAnalytics: (projectId: string, query: AnalyticsQuery, options?: CallOptions) =>
      call(
        {
          name: 'insights.getAnalytics',
          method: 'GET',
          path: '/v1/analytics/{projectId}',
          params: { projectId },
          query: { schema: analyticsQuery, value: query },
          beyond: true,
          reply: one(analytics),
        },
        options,
      ),
  };
}
