import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../../editor/webview/protocol.ts';
import { factSchema } from '../pageSchemas.ts';

/** What a server asks of a person, as its page shows it. */

const urlElicitationSchema = z.object({
  /** The address in three pieces: the host is the one that counts. */
  before: z.string(),
  host: z.string(),
  after: z.string(),
  warnings: readonlyList(z.string()),
  canOpen: z.boolean(),
  /** A call failed for want of this visit: no answer goes to the server. */
  isRequired: z.boolean(),
  /** `waiting`: it was opened, and the server hasn't said yet that it's done. */
  phase: z.enum(['asked', 'waiting', 'done']),
});
export type UrlElicitation = z.infer<typeof urlElicitationSchema>;

const samplingStateSchema = z.object({
  /** Why no model of the editor can answer. */
  obstacle: optionalString,
  /** The name of the model that is at work. */
  running: optionalString,
  /** What a model answered last; the person may change it before it is sent. */
  answer: z.exactOptional(z.object({ model: z.string(), text: z.string(), isCut: z.boolean() })),
  /** Why there is no answer. */
  failure: optionalString,
});
export type SamplingState = z.infer<typeof samplingStateSchema>;

export const pendingRequestSchema = z.object({
  id: z.number(),
  kind: z.enum(['elicitation', 'sampling', 'roots']),
  message: z.string(),
  /** JSON Schema of the answer; absent: a text, or nothing, is answered. */
  schema: z.optional(z.unknown()),
  /** What a model would read, or the folders. */
  lines: readonlyList(factSchema),
  urlElicitation: z.exactOptional(urlElicitationSchema),
  sampling: z.exactOptional(samplingStateSchema),
});
export type PendingRequest = z.infer<typeof pendingRequestSchema>;

/** Whether the server waits for the person. */
export const isWaitingForUser = ({ urlElicitation }: PendingRequest): boolean =>
  urlElicitation === undefined || (urlElicitation.phase === 'asked' && !urlElicitation.isRequired);
