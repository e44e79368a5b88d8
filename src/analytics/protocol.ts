import * as z from 'zod/mini';
import { isZone } from '../editor/webview/zone.ts';
import type { Chart } from './charts.ts';
import type { Strings } from './pageStrings.ts';
import type { Choice } from './span.ts';
import type { Words } from './words.ts';

/** What page and host say to each other. The page takes types from here only, so that it stays small. */

const choiceSchema = z.union([
  z.object({ kind: z.literal('recent'), range: z.string() }),
  z.object({ kind: z.literal('custom'), from: z.string(), to: z.string() }),
]) satisfies z.ZodMiniType<Choice>;

const identitySchema = z.object({
  /** Of the service: an ID means nothing elsewhere, and no other service shall see it. */
  baseUrl: z.string(),
  projectId: z.string(),
  projectName: z.string(),
});
/** Which project a page shows. */
export type Identity = z.infer<typeof identitySchema>;

const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page is there. `zone`: that of the person, which the host, on another computer, does not know. */
  z.object({ kind: z.literal('ready'), zone: z.string().check(z.refine(isZone)) }),
  z.object({ kind: z.literal('choose'), choice: choiceSchema }),
  z.object({ kind: z.literal('refresh') }),
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('remedy'), index: z.number() }),
  /** To the clipboard; without a chart, all of them. */
  z.object({ kind: z.literal('copy'), chart: z.exactOptional(z.string()) }),
  z.object({ kind: z.literal('export') }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;

/** `undefined`: not as agreed. */
export function readFromPage(raw: unknown): FromPage | undefined {
  return fromPageSchema.safeParse(raw).data;
}

// What the page keeps beside it is the page's own.
const savedSchema = z.object({ identity: identitySchema, choice: choiceSchema });

/** What the editor kept of a page; `undefined` if it is not, or no longer, of this shape. */
export function readSaved(raw: unknown): z.infer<typeof savedSchema> | undefined {
  return savedSchema.safeParse(raw).data;
}

/** A chart in words for the page: its names are of one line and draw nothing. */
export interface PageChart extends Chart, Words {
  /** There are more lines than a page takes. */
  readonly isCut: boolean;
}

export interface PageProblem {
  readonly message: string;
  readonly remedies: readonly { readonly label: string; readonly icon: string }[];
  /** Nothing failed: that is how it is here. */
  readonly isCalm: boolean;
}

/** A number that the page begins with, in words. */
export interface Headline {
  readonly title: string;
  readonly value: string;
  /** What it is made of, and how it changed, where that is known. */
  readonly notes: readonly string[];
}

/** What the service answered. */
export interface Shown {
  /** Another number for each answer. */
  readonly version: number;
  readonly from: number;
  readonly to: number;
  /** In which the service was asked, in words. */
  readonly zone: string;
  /** How far apart points are, in words, where the service says it. */
  readonly interval?: string;
  /** That there is no value at all, in words. */
  readonly nothing?: string;
  readonly headlines: readonly Headline[];
  readonly charts: readonly PageChart[];
  /** That there are more charts than a page takes, in words. */
  readonly more?: string;
}

/** All that a page shows; what it did not get yet is absent. */
export interface PageState {
  readonly identity: Identity;
  readonly choice: Choice;
  readonly isLoading: boolean;
  /** ms until it is tried again, as the service asked. */
  readonly waitsFor?: number;
  readonly problem?: PageProblem;
  readonly shown?: Shown;
}

export type ToPage =
  | { readonly kind: 'start'; readonly strings: Strings; readonly state: PageState }
  | { readonly kind: 'state'; readonly state: PageState }
  /** To be told to a screen reader. */
  | { readonly kind: 'said'; readonly text: string };
