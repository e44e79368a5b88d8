import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../../editor/webview/protocol.ts';
import { factSchema } from '../pageSchemas.ts';

const urlElicitationSchema = z.object({
  /** The URL in three parts, because the page emphasizes the host. */
  beforeHost: z.string(),
  host: z.string(),
  afterHost: z.string(),
  warnings: readonlyList(z.string()),
  canOpen: z.boolean(),
  /**
   * Whether a call failed because this elicitation isn't complete. The elicitation comes from the error and not from a
   * request, so no response is sent to the server.
   */
  isRequired: z.boolean(),
  /** `asked`: the URL wasn't opened yet. `waiting`: the URL was opened. `done`: the server reported the completion. */
  phase: z.enum(['asked', 'waiting', 'done']),
});
export type UrlElicitation = z.infer<typeof urlElicitationSchema>;

const samplingStateSchema = z.object({
  /** The reason why a chat model can't answer. */
  obstacle: optionalString,
  /** The name of the chat model that is answering. */
  runningModel: optionalString,
  /** The last answer of a chat model. The user can change it before it is sent. */
  answer: z.exactOptional(z.object({ model: z.string(), text: z.string(), isTruncated: z.boolean() })),
  /** The reason why the chat model didn't answer. */
  failure: optionalString,
});
export type SamplingState = z.infer<typeof samplingStateSchema>;

export const pendingRequestSchema = z.object({
  id: z.number(),
  kind: z.enum(['elicitation', 'sampling', 'roots']),
  message: z.string(),
  /** JSON Schema of the answer. Absent if the answer is a text, or if the request has no answer. */
  schema: z.optional(z.unknown()),
  /** The messages for the model, or the folders that are sent as roots. */
  lines: readonlyList(factSchema),
  urlElicitation: z.exactOptional(urlElicitationSchema),
  sampling: z.exactOptional(samplingStateSchema),
});
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** Whether the server waits for the user. */
export const isWaitingForUser = ({ urlElicitation }: PendingRequest): boolean =>
  urlElicitation === undefined || (urlElicitation.phase === 'asked' && !urlElicitation.isRequired);
