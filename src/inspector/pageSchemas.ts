import * as z from 'zod/mini';
import { optionalString, readonlyList } from '../editor/webview/protocol.ts';

/** What the page of a server shows, by its parts. */

export const factSchema = z.object({ label: z.string(), value: z.string() });
const listKindSchema = z.enum(['tool', 'resource', 'template', 'prompt']);

export const lintIssueSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: z.string(),
  message: z.string(),
  why: z.string(),
  path: optionalString,
  /** Number of more places with the same fault. */
  unlisted: z.exactOptional(z.number()),
});

/** A rule that several items may break. */
export const lintSummarySchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  rule: z.string(),
  /** The message for the first place that has the fault. */
  message: z.string(),
  why: z.string(),
  /** Number of places. */
  count: z.number(),
  items: readonlyList(z.object({ key: z.string(), name: z.string() })),
  /** Number of items that aren't named. */
  moreItems: z.number(),
});
export type LintSummary = z.infer<typeof lintSummarySchema>;

const iconData = z.string().check(z.regex(/^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/));
/** An icon for light themes, and the one for dark themes if it is another one, as `data:` URIs. */
export const iconSchema = z.object({ light: iconData, dark: z.exactOptional(iconData) });
export type ThemedIcon = z.infer<typeof iconSchema>;

const itemSchema = z.object({
  /** Unique on the page, and the same after the list has changed. */
  key: z.string(),
  kind: listKindSchema,
  name: z.string(),
  title: optionalString,
  description: optionalString,
  icon: z.exactOptional(iconSchema),
  /** Of a resource, or the template of it (RFC 6570). */
  uri: optionalString,
  facts: readonlyList(factSchema),
  /** JSON Schema of what it takes; absent: it takes nothing. */
  input: z.optional(z.unknown()),
  /** JSON Schema of its structured content. */
  output: z.optional(z.unknown()),
  /** The JSON of that schema, where it has numbers with digits that a message to the page doesn't keep. */
  exactOutput: optionalString,
  /** The tool works in a task, and in no other way. */
  isTask: z.exactOptional(z.boolean()),
  lintIssues: readonlyList(lintIssueSchema),
});
export type InspectorItem = z.infer<typeof itemSchema>;

export const itemGroupSchema = z.object({
  kind: listKindSchema,
  title: z.string(),
  items: readonlyList(itemSchema),
  /** Number of items that are too many, or too large, for a page. */
  omitted: z.exactOptional(z.number()),
  /** Why the list isn't there, or isn't current. */
  failure: optionalString,
});
export type ItemGroup = z.infer<typeof itemGroupSchema>;

/** Arguments as a person left them: the page is gone while it's hidden, and the editor must not write them to the disk. */
export const argumentDraftSchema = z.object({
  key: z.string(),
  side: z.enum(['form', 'json']),
  value: z.optional(z.unknown()),
  /** Of the JSON side, where it isn't JSON yet. */
  text: optionalString,
});
export type ArgumentDraft = z.infer<typeof argumentDraftSchema>;

export const listingComparisonSchema = z.object({
  /** Of the other server, or of a snapshot of this one. */
  title: z.string(),
  /** From a snapshot to now; else from this server to the other one. */
  isSince: z.boolean(),
  /** Callers who go there, or who were right then, may be wrong. */
  breaks: z.boolean(),
  groups: readonlyList(
    z.object({
      title: z.string(),
      added: readonlyList(z.string()),
      removed: readonlyList(z.string()),
      /** Number of items that are too many for a page. */
      omitted: z.exactOptional(z.number()),
      changed: readonlyList(
        z.object({
          key: z.string(),
          breaks: z.boolean(),
          changes: readonlyList(z.object({ path: z.string(), message: z.string(), isBreaking: z.boolean() })),
        }),
      ),
    }),
  ),
});
export type ListingComparison = z.infer<typeof listingComparisonSchema>;

/** A field of an answer that is missing or of another type. `path`: a JSON Pointer. */
const responseProblemSchema = z.object({ path: z.string(), message: z.string() });
export type ResponseProblem = z.infer<typeof responseProblemSchema>;

const contentBlockSchema = z.object({
  kind: z.enum(['text', 'image', 'audio', 'link', 'resource', 'other']),
  /** Of a prompt's message. */
  role: optionalString,
  /** What it says, or its JSON; cut where it is too long for a page. */
  text: optionalString,
  isTruncated: z.exactOptional(z.boolean()),
  /** A picture or sound, as a URL that holds it. */
  data: z.exactOptional(
    z.string().check(z.regex(/^data:(image|audio)\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]*$/)),
  ),
  /** Number of bytes, of a block that can be saved as a file. */
  bytes: z.exactOptional(z.number()),
  uri: optionalString,
  name: optionalString,
  mimeType: optionalString,
  /** What the server says of whom it's for, and how much it matters. */
  note: optionalString,
  problems: z.exactOptional(readonlyList(responseProblemSchema)),
});
export type ContentBlock = z.infer<typeof contentBlockSchema>;

export const callViewSchema = z.object({
  key: z.string(),
  status: z.enum(['running', 'answered', 'failed', 'cancelled']),
  progress: z.exactOptional(
    z.object({ done: z.number(), total: z.exactOptional(z.number()), message: optionalString }),
  ),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Milliseconds. */
  durationMs: z.exactOptional(z.number()),
  /** Bytes of the answer as JSON. */
  size: z.exactOptional(z.number()),
  /** The tool says that it failed. */
  isError: z.exactOptional(z.boolean()),
  blocks: readonlyList(contentBlockSchema),
  /** Number of blocks that are too many for a page. */
  omitted: z.exactOptional(z.number()),
  /** The JSON of the structured content, with all digits of its numbers. */
  structured: optionalString,
  /** Problems of the answer as a whole. */
  problems: z.exactOptional(readonlyList(responseProblemSchema)),
  /** Why there is no answer. */
  failure: optionalString,
});
export type CallView = z.infer<typeof callViewSchema>;

export const messageLineSchema = z.object({
  index: z.number(),
  direction: z.enum(['sent', 'received']),
  kind: z.enum(['request', 'answer', 'error', 'notification']),
  method: z.string(),
  id: optionalString,
  /** What it is about: the tool, prompt or resource. */
  subject: optionalString,
  /** Milliseconds since 1970. */
  at: z.number(),
  durationMs: z.exactOptional(z.number()),
  size: z.number(),
  /** The index of the answer of a request, or of the request of an answer. */
  pair: z.exactOptional(z.number()),
  /** What a regular expression that is looked for matches in it. */
  matches: z.exactOptional(readonlyList(z.string())),
});
export type MessageLine = z.infer<typeof messageLineSchema>;
