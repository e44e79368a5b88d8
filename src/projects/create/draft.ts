import type { McpTransport, NewProject, Runtime } from '../../api/projects.ts';
import { normalizeTypedUrl } from '../../editor/normalizeTypedUrl.ts';
import { getField } from '../../fields.ts';
import { settingKeys } from '../../folder/buildSettings.ts';
import { toWebRemote } from '../../folder/remote.ts';

/** What a project is created with besides its variables, in the order of the summary. */
export const projectFieldKeys = [
  'name',
  'teamId',
  'sourceRepository',
  'branchName',
  'rootDirectory',
  'runtime',
  ...settingKeys,
] as const;
export type ProjectFieldKey = (typeof projectFieldKeys)[number];

/** An empty text leaves a field to the service. */
export type DraftValues = { readonly [Key in ProjectFieldKey]?: string };

/** A variable that was chosen. */
export interface DraftVariable {
  readonly key: string;
  readonly isSecret: boolean;
  /** Absent: it is asked for, or left out. */
  readonly value?: string;
}

/** A project before it is created: what the folder suggests, and what a person said instead. */
export interface ProjectDraft {
  readonly suggested: DraftValues;
  readonly entered: DraftValues;
  readonly variables: readonly DraftVariable[];
}

/** What counts for a field. */
export function draftValue({ suggested, entered }: ProjectDraft, key: ProjectFieldKey): string {
  return entered[key] ?? suggested[key] ?? '';
}

/** What equals the suggestion follows it, also when that changes. That there is no repository is an answer. */
export function setDraftValue(draft: ProjectDraft, key: ProjectFieldKey, value: string): ProjectDraft {
  const { [key]: _, ...others } = draft.entered;
  const suggested = draft.suggested[key] ?? (key === 'sourceRepository' ? undefined : '');
  const entered = value === suggested ? others : { ...others, [key]: value };
  return { ...draft, entered };
}

/** Whether no one has said anything yet. */
export function isEmptyDraft({ entered, variables }: ProjectDraft): boolean {
  return Object.keys(entered).length === 0 && variables.length === 0;
}

/** The team is to be chosen again. */
export function clearTeam({ entered: { teamId: _, ...said }, ...draft }: ProjectDraft): ProjectDraft {
  return { ...draft, entered: said };
}

/** What is to be answered before the project can be sent: nothing suggests it, and no one said it. */
export function findMissingFields(draft: ProjectDraft): readonly ProjectFieldKey[] {
  const missing: ProjectFieldKey[] = [];
  if (checkNameLength(draftValue(draft, 'name')) !== undefined) missing.push('name');
  const { entered, suggested } = draft;
  if (entered.sourceRepository === undefined && !suggested.sourceRepository) missing.push('sourceRepository');
  if (draftValue(draft, 'runtime').trim() === '') missing.push('runtime');
  return missing;
}

/** The rule that a name breaks. The service trims it; a character is a code point. */
export function checkNameLength(name: string): 'empty' | 'long' | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return 'empty';
  return length > 100 ? 'long' : undefined;
}

/** A name as long as the service takes it. */
export function truncateProjectName(name: string): string {
  return [...name.trim()].slice(0, 100).join('').trim();
}

/** An address without credentials; without a scheme it is meant with `https`. Anything else as it stands. */
export function normalizeRepository(text: string): string {
  return toWebRemote(addUrlScheme(text))?.url ?? text.trim();
}

/** `github.com/owner/name` with its scheme; `owner/name` has no host. */
export function addUrlScheme(text: string): string {
  const isHostFirst = /^[^/@]+\/[^/]+\/[^/]/.test(text.trim());
  return toWebRemote(text) === undefined && isHostFirst ? normalizeTypedUrl(text) : text;
}

/** The variables that are sent: those with a value. */
export function listVariablesToSend({ variables }: ProjectDraft) {
  return variables.flatMap(({ key, isSecret, value = '' }) =>
    value === '' ? [] : [{ key, value, isSecret }],
  );
}

/** What is sent. What is empty is left out; `runtime` and `transport` are checked where they are sent. */
export function toNewProject(draft: ProjectDraft): NewProject {
  const text = (key: ProjectFieldKey) => draftValue(draft, key).trim() || undefined;
  const settings = filled({
    installCommand: text('installCommand'),
    buildCommand: text('buildCommand'),
    buildOutputDir: text('buildOutputDir'),
    startCommand: text('startCommand'),
  });
  const variables = listVariablesToSend(draft);
  const sourceRepository = text('sourceRepository');
  return {
    name: text('name') ?? '',
    // The client refuses what is none, in words.
    runtime: text('runtime') as Runtime,
    ...filled({
      teamId: text('teamId'),
      sourceRepository,
      // A branch of nothing says nothing.
      branchName: sourceRepository === undefined ? undefined : text('branchName'),
      transport: text('transport') as McpTransport | undefined,
      rootDirectory: text('rootDirectory'),
      settings: Object.keys(settings).length > 0 ? settings : undefined,
      environmentVariables: variables.length > 0 ? variables : undefined,
    }),
  };
}

/** The answers that an argument carries. A variable is secret unless it says otherwise. */
export function draftFromArgument(argument: unknown): ProjectDraft {
  const entered: { [Key in ProjectFieldKey]?: string } = {};
  for (const key of projectFieldKeys) {
    const value = getField(argument, key);
    if (typeof value === 'string')
      entered[key] = key === 'sourceRepository' ? normalizeRepository(value) : value;
  }
  const list = getField(argument, 'environmentVariables');
  const variables = (Array.isArray(list) ? list : []).flatMap((one: unknown): DraftVariable[] => {
    const [key, value] = [getField(one, 'key'), getField(one, 'value')];
    if (typeof key !== 'string' || typeof value !== 'string') return [];
    return [{ key, value, isSecret: getField(one, 'isSecret') !== false }];
  });
  return { suggested: {}, entered, variables };
}

/** The field that the path of an issue names: `settings.installCommand`, `environmentVariables[1].value`. */
export function fieldForIssuePath(path: string): ProjectFieldKey | 'environmentVariables' | undefined {
  const name = path.replace(/^settings\./, '').replace(/[.[].*$/, '');
  if (name === 'environmentVariables') return name;
  return projectFieldKeys.find((key) => key === name);
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function filled<T extends object>(fields: T): Filled<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Filled<T>;
}
