import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../editor/webview/protocol.ts';

/** Schemas of the parts of the inspector page. */

export const factSchema = z.object({ label: z.string(), value: z.string() });
const listKindSchema = z.enum(['tool', 'resource', 'template', 'prompt']);

export const lintIssueSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: z.string(),
  message: z.string(),
  reason: z.string(),
  path: optionalString,
  /** Number of additional locations with the same issue. */
  unlisted: z.exactOptional(z.number()),
});

/** A lint rule that several items can violate. */
export const lintSummarySchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: z.string(),
  /** The message for the first location. */
  message: z.string(),
  reason: z.string(),
  /** Number of locations. */
  count: z.number(),
  items: readonlyList(z.object({ key: z.string(), name: z.string() })),
  /** Number of items that aren't listed. */
  moreItems: z.number(),
});
export type LintSummary = z.infer<typeof lintSummarySchema>;

const iconData = z.string().check(z.regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/));
/** `data:` URIs of an icon for light themes, and for dark themes if it differs. */
export const iconSchema = z.object({ light: iconData, dark: z.exactOptional(iconData) });
export type ThemedIcon = z.infer<typeof iconSchema>;

const itemSchema = z.object({
  /** Unique on the page, and stable when the list changes. */
  key: z.string(),
  kind: listKindSchema,
  name: z.string(),
  title: optionalString,
  description: optionalString,
  icon: z.exactOptional(iconSchema),
  /** The URI of a resource, or the URI template (RFC 6570) of a resource template. */
  uri: optionalString,
  facts: readonlyList(factSchema),
  /** JSON Schema of the arguments. Absent if the item has none. */
  inputSchema: z.optional(z.unknown()),
  /** JSON Schema of the structured content. */
  outputSchema: z.optional(z.unknown()),
  /**
   * JSON of the output schema. Absent unless the schema has numbers with more digits than a message to the page
   * preserves.
   */
  outputSchemaJson: optionalString,
  /** Whether the tool requires a task. */
  requiresTask: z.exactOptional(z.boolean()),
  lintIssues: readonlyList(lintIssueSchema),
});
export type InspectorItem = z.infer<typeof itemSchema>;

export const itemGroupSchema = z.object({
  kind: listKindSchema,
  title: z.string(),
  items: readonlyList(itemSchema),
  /** Number of items that were left out because there are too many or they're too large. */
  omittedCount: z.exactOptional(z.number()),
  /** Why the list is missing or outdated. */
  failure: optionalString,
});
export type ItemGroup = z.infer<typeof itemGroupSchema>;

/**
 * The arguments that the user entered. The host keeps them, because a hidden page is discarded, and the editor must not
 * write them to the disk.
 */
export const argumentDraftSchema = z.object({
  key: z.string(),
  view: z.enum(['form', 'json']),
  value: z.optional(z.unknown()),
  /** The text in the JSON view, if it isn't valid JSON. */
  text: optionalString,
});
export type ArgumentDraft = z.infer<typeof argumentDraftSchema>;

export const listingComparisonSchema = z.object({
  /** The name of the other server, or of the snapshot. */
  title: z.string(),
  /** Whether the comparison is with a snapshot of the same server. */
  isWithSnapshot: z.boolean(),
  /** Whether calls might fail after the change. */
  hasBreakingChanges: z.boolean(),
  groups: readonlyList(
    z.object({
      title: z.string(),
      list: z.enum(['tools', 'resources', 'templates', 'prompts']),
      added: readonlyList(z.string()),
      removed: readonlyList(z.string()),
      /** Number of omitted changes. */
      omittedCount: z.exactOptional(z.number()),
      changed: readonlyList(
        z.object({
          key: z.string(),
          isBreaking: z.boolean(),
          changes: readonlyList(z.object({ path: z.string(), message: z.string(), isBreaking: z.boolean() })),
        }),
      ),
    }),
  ),
});
export type ListingComparison = z.infer<typeof listingComparisonSchema>;

/** The number of changes since the newest snapshot. */
export const snapshotChangesSchema = z.object({
  /** The name of the snapshot. */
  title: z.string(),
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** Whether calls might fail after the changes. */
  hasBreakingChanges: z.boolean(),
});
export type SnapshotChanges = z.infer<typeof snapshotChangesSchema>;

/** A problem of a response, such as a missing field or a rounded number. `path`: a JSON Pointer. */
const responseProblemSchema = z.object({ path: z.string(), message: z.string() });
export type ResponseProblem = z.infer<typeof responseProblemSchema>;

const contentBlockSchema = z.object({
  kind: z.enum(['text', 'image', 'audio', 'link', 'resource', 'other']),
  /** The role of a prompt message. */
  role: optionalString,
  /** The text of the block, or its JSON. It's truncated if it's too long for a page. */
  text: optionalString,
  isTruncated: z.exactOptional(z.boolean()),
  /** An image or audio as a `data:` URL. */
  data: z.exactOptional(
    z.string().check(z.regex(/^data:(image|audio)\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]*$/)),
  ),
  /** Number of bytes of binary content, which can be saved as a file. */
  byteCount: z.exactOptional(z.number()),
  uri: optionalString,
  name: optionalString,
  mimeType: optionalString,
  /** The description of the audience and the priority of the block. */
  note: optionalString,
  problems: z.exactOptional(readonlyList(responseProblemSchema)),
});
export type ContentBlock = z.infer<typeof contentBlockSchema>;

export const callViewSchema = z.object({
  key: z.string(),
  status: z.enum(['running', 'answered', 'failed', 'canceled']),
  progress: z.exactOptional(
    z.object({ done: z.number(), total: z.exactOptional(z.number()), message: optionalString }),
  ),
  /** Time of the call in milliseconds since the epoch. */
  startedAt: z.number(),
  durationMs: z.exactOptional(z.number()),
  /** Number of bytes of the result as JSON. */
  size: z.exactOptional(z.number()),
  /** Whether the tool reported an error. */
  isError: z.exactOptional(z.boolean()),
  blocks: readonlyList(contentBlockSchema),
  /** Number of omitted blocks. */
  omittedCount: z.exactOptional(z.number()),
  /** The JSON of the structured content, with all digits of its numbers. */
  structuredJson: optionalString,
  /** Problems of the result as a whole. */
  problems: z.exactOptional(readonlyList(responseProblemSchema)),
  /** Why the call failed. */
  failure: optionalString,
});
export type CallView = z.infer<typeof callViewSchema>;

export const messageLineSchema = z.object({
  index: z.number(),
  direction: z.enum(['sent', 'received']),
  kind: z.enum(['request', 'answer', 'error', 'notification']),
  method: z.string(),
  id: optionalString,
  /** The tool, prompt, or resource that the message is about. */
  subject: optionalString,
  /** Time of the message in milliseconds since the epoch. */
  timestamp: z.number(),
  /** The milliseconds between a request and its response, for both of them. */
  durationMs: z.exactOptional(z.number()),
  /** Length of the JSON text, in UTF-16 units. */
  size: z.number(),
  /** For a request, the length of the JSON text of its response, in UTF-16 units. */
  responseSize: z.exactOptional(z.number()),
  /** For a request, whether its response is an error. */
  hasFailed: z.exactOptional(z.boolean()),
  /** For a request, the index of its response. For a response, the index of its request. */
  pairIndex: z.exactOptional(z.number()),
  /** The matches of the regular expression in the message. */
  matches: z.exactOptional(readonlyList(z.string())),
});
export type MessageLine = z.infer<typeof messageLineSchema>;
