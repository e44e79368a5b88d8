import type { Playground, PlaygroundChange } from '../api/playground.ts';

export interface PlaygroundHeader {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

export interface ExamplePrompt {
  readonly title: string;
  readonly prompt: string;
}

/** All that can be said of a playground. */
export interface PlaygroundContent {
  readonly isPlaygroundEnabled: boolean;
  readonly name: string;
  readonly description: string;
  readonly headers: readonly PlaygroundHeader[];
  readonly examplePrompts: readonly ExamplePrompt[];
}

export type PlaygroundField = keyof PlaygroundContent;
export const playgroundFields = [
  'isPlaygroundEnabled',
  'name',
  'description',
  'headers',
  'examplePrompts',
] as const satisfies readonly PlaygroundField[];

/** What the service has; what is absent was never said. */
export type KnownContent = Pick<PlaygroundContent, 'isPlaygroundEnabled'> & Partial<PlaygroundContent>;

export function toKnownContent({ isPlaygroundEnabled, serverMetadata }: Playground): KnownContent {
  if (!serverMetadata) return { isPlaygroundEnabled };
  const { name = '', description = '', headers, examplePrompts } = serverMetadata;
  return {
    isPlaygroundEnabled,
    name,
    description,
    headers: headers.map(toPlaygroundHeader),
    examplePrompts: examplePrompts.map(({ title = '', prompt = '' }) => ({ title, prompt })),
  };
}

export function toPlaygroundHeader(
  header: Omit<PlaygroundHeader, 'description'> & { readonly description?: string | undefined },
): PlaygroundHeader {
  return { ...header, description: header.description ?? '' };
}

/** What a form begins with: what the service has, else nothing but a name. */
export function toFormContent(known: KnownContent, suggestedName: string): PlaygroundContent {
  return { name: suggestedName, description: '', headers: [], examplePrompts: [], ...known };
}

/** What can become of a document that is saved. */
export interface SavePlan {
  /** What its text says differently from what it stands on, and the service from both. */
  readonly mine: PlaygroundChange;
  /** What others have changed since, and the text says differently. */
  readonly theirs: readonly PlaygroundField[];
  /** All that the text says differently from the service. */
  readonly all: PlaygroundChange;
}

/** `base`: what the text stands on, where that is known; `suggestedName`: what it was given for a name. */
export function planSave(
  base: KnownContent | undefined,
  wanted: PlaygroundContent,
  now: KnownContent,
  suggestedName: string,
): SavePlan {
  const different = playgroundFields.filter(
    (field) => !isEqual(fieldValue(wanted, field), fieldValue(now, field)),
  );
  const all = pickFields(wanted, different);
  if (!base) return { mine: {}, theirs: [], all };
  // What a form begins with is no one's wish once someone else has described the server.
  const from = now.name === undefined ? base : toFormContent(base, suggestedName);
  return {
    mine: pickFields(
      wanted,
      different.filter((field) => !isEqual(fieldValue(wanted, field), fieldValue(from, field))),
    ),
    theirs: different.filter((field) => !isEqual(fieldValue(base, field), fieldValue(now, field))),
    all,
  };
}

/** What it says in a field. What is empty says nothing: that need not be sent, and an empty description is refused. */
function fieldValue(content: Partial<PlaygroundContent>, field: PlaygroundField): unknown {
  const value = content[field];
  const isEmpty = field === 'description' ? value === '' : Array.isArray(value) && value.length === 0;
  return isEmpty ? undefined : value;
}

/** Whether the service has the same as before. */
export function isSameContent(one: KnownContent, other: KnownContent): boolean {
  return isEqual(one, other);
}

/** Whether the service has what was to be changed. */
export function containsChange(playground: Playground, change: PlaygroundChange): boolean {
  const known = toKnownContent(playground);
  return playgroundFields.every(
    (field) => change[field] === undefined || isEqual(change[field], known[field]),
  );
}

/** These fields of it; what is absent stays so. */
export function pickFields(
  content: Partial<PlaygroundContent>,
  chosen: readonly PlaygroundField[],
): PlaygroundChange {
  return Object.fromEntries(chosen.map((field) => [field, content[field]]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortFields(one)) === JSON.stringify(sortFields(other));
}

/** With the fields of each record in one order, whoever wrote them. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, part]) => [name, sortFields(part)])
    .toSorted();
}
