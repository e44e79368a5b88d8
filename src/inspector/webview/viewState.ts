import * as z from 'zod/mini';

/**
 * View state of an inspector page. The editor writes it to disk, so it contains no data of the server or the user except
 * names.
 */
const inspectorViewStateSchema = z.object({
  selected: z.exactOptional(z.string()),
  filter: z.string(),
  areMessagesOpen: z.boolean(),
  areStepsOpen: z.boolean(),
  areFaultsOpen: z.exactOptional(z.boolean()),
  /** Percent of the page; absent for the default height. */
  messagesHeight: z.exactOptional(z.number()),
  offersWidth: z.exactOptional(z.number()),
});
export type InspectorViewState = z.infer<typeof inspectorViewStateSchema>;

export function readInspectorViewState(kept: unknown): InspectorViewState {
  return (
    inspectorViewStateSchema.safeParse(kept).data ?? {
      filter: '',
      areMessagesOpen: false,
      areStepsOpen: false,
    }
  );
}
