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

/** The content of a playground document. */
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

/** The content of a playground on the service. Fields that were never set are absent. */
export type ServiceContent = Pick<PlaygroundContent, 'isPlaygroundEnabled'> & Partial<PlaygroundContent>;

export function toServiceContent({ isPlaygroundEnabled, serverMetadata }: Playground): ServiceContent {
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

/**
 * Returns the initial content of a document: the content of the service, with defaults for fields that were never set.
 */
export function toFormContent(serviceContent: ServiceContent, suggestedName: string): PlaygroundContent {
  return { name: suggestedName, description: '', headers: [], examplePrompts: [], ...serviceContent };
}

/** The possible changes when a document is saved. */
export interface SavePlan {
  /** The fields that the user changed in the document and that differ from the service. */
  readonly mine: PlaygroundChange;
  /** The fields that other users changed and that differ from the document. */
  readonly theirs: readonly PlaygroundField[];
  /** All fields that differ between the document and the service. */
  readonly all: PlaygroundChange;
}

/**
 * Plans the changes. `base`: the content that the document was created from, if known. `suggestedName`: the name in the
 * initial document of a server without a description. Without `base`, only `all` is planned.
 */
export function planSave(
  base: ServiceContent | undefined,
  documentContent: PlaygroundContent,
  serviceContent: ServiceContent,
  suggestedName: string,
): SavePlan {
  const different = playgroundFields.filter(
    (field) => !isEqual(fieldValue(documentContent, field), fieldValue(serviceContent, field)),
  );
  const all = pickFields(documentContent, different);
  if (!base) return { mine: {}, theirs: [], all };
  // If another user has described the server in the meantime, the defaults in the initial document don't count as
  // changes.
  const original = serviceContent.name === undefined ? base : toFormContent(base, suggestedName);
  return {
    mine: pickFields(
      documentContent,
      different.filter((field) => !isEqual(fieldValue(documentContent, field), fieldValue(original, field))),
    ),
    theirs: different.filter((field) => !isEqual(fieldValue(base, field), fieldValue(serviceContent, field))),
    all,
  };
}

/**
 * Returns the value of a field, or `undefined` for an empty description, which the service rejects, and for an empty
 * list, which needn't be sent.
 */
function fieldValue(content: Partial<PlaygroundContent>, field: PlaygroundField): unknown {
  const value = content[field];
  const isEmpty = field === 'description' ? value === '' : Array.isArray(value) && value.length === 0;
  return isEmpty ? undefined : value;
}

export function isSameContent(one: ServiceContent, other: ServiceContent): boolean {
  return isEqual(one, other);
}

/** Whether the playground has all values of a change. */
export function containsChange(playground: Playground, change: PlaygroundChange): boolean {
  const content = toServiceContent(playground);
  return playgroundFields.every(
    (field) => change[field] === undefined || isEqual(change[field], content[field]),
  );
}

/** Returns a change with some fields. Absent fields stay absent. */
export function pickFields(
  content: Partial<PlaygroundContent>,
  fields: readonly PlaygroundField[],
): PlaygroundChange {
  return Object.fromEntries(fields.map((field) => [field, content[field]]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortFields(one)) === JSON.stringify(sortFields(other));
}

/** Sorts the fields of all objects, so that they can be compared as JSON. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .map(([name, part]) => [name, sortFields(part)])
    .toSorted();
}
