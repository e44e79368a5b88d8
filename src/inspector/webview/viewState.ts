import * as z from 'zod/mini';

/** How a page is looked at. The editor writes it to the disk: nothing of a server or a person is in it but names. */
const inspectorViewStateSchema = z.object({
  selected: z.exactOptional(z.string()),
  filter: z.string(),
  areMessagesOpen: z.boolean(),
  areStepsOpen: z.boolean(),
  areFaultsOpen: z.exactOptional(z.boolean()),
  /** Percent of the page; absent: as it is at first. */
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
