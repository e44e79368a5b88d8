import * as z from 'zod/mini';
import { readonlyList } from '../../editor/webview/protocol.ts';

/** The actions for a deployment that the page offers. */
export const verdictActions = [
  'deploy',
  'editVariables',
  'inspectServer',
  'copyServerUrl',
  'runAudit',
  'explain',
] as const;
export type VerdictAction = (typeof verdictActions)[number];

const rowSchema = z.object({ id: z.number(), time: z.number() });

const stepSchema = z.object({
  label: z.string(),
  state: z.enum(['done', 'running', 'failed', 'canceled']),
  /** Milliseconds, for a running step until now. Absent if it's unknown. */
  durationMs: z.exactOptional(z.number()),
  /** The row with which the step begins. */
  row: rowSchema,
});

/** The result of a deployment, which its log begins with. Texts are localized by the host. */
export const verdictSchema = z.object({
  tone: z.enum(['running', 'deployed', 'failed', 'other']),
  icon: z.string(),
  headline: z.string(),
  /** The commit, its author, and the environment. */
  facts: z.string(),
  steps: readonlyList(stepSchema),
  /** The errors, or the last line if no error was found. */
  errors: readonlyList(
    z.object({
      text: z.string(),
      row: rowSchema,
      /** The position in a file of the workspace. Absent if there is no such file. */
      position: z.exactOptional(z.string()),
    }),
  ),
  /** The label of the errors. */
  errorsLabel: z.string(),
  /** The number of further errors, as a text. */
  moreErrors: z.exactOptional(z.string()),
  /** The button that opens the file of the first error whose file is in the workspace. The most useful action. */
  openFile: z.exactOptional(z.object({ label: z.string(), position: z.string() })),
  /** The first one is the most useful after `openFile`. */
  actions: readonlyList(z.enum(verdictActions)),
});
export type Verdict = z.infer<typeof verdictSchema>;
export type VerdictStep = z.infer<typeof stepSchema>;
