import type { McpTransport, NewProject, Runtime } from '../../api/projects.ts';
import { normalizeTypedUrl } from '../../editor/normalizeTypedUrl.ts';
import { getField } from '../../fields.ts';
import { settingKeys } from '../../folder/buildSettings.ts';
import { toWebRemote } from '../../folder/remote.ts';

/** The fields of a new project, without variables, in the order of the summary. */
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

/** The values of fields. An empty string means that the service chooses. */
export type DraftValues = { readonly [Key in ProjectFieldKey]?: string };

/** A variable that the user selected to be sent with the project. */
export interface DraftVariable {
  readonly key: string;
  readonly isSecret: boolean;
  /** Absent if neither a file nor the user has provided it. A variable without a value isn't sent. */
  readonly value?: string;
}

/** A project that isn't created yet: suggestions of the folder, and values that the user entered instead. */
export interface ProjectDraft {
  readonly suggestedValues: DraftValues;
  readonly enteredValues: DraftValues;
  readonly variables: readonly DraftVariable[];
}

/** Returns the entered value of a field, otherwise the suggestion, otherwise an empty string. */
export function getDraftValue(
  { suggestedValues, enteredValues }: ProjectDraft,
  key: ProjectFieldKey,
): string {
  return enteredValues[key] ?? suggestedValues[key] ?? '';
}

/**
 * Sets the value of a field. A value that equals the suggestion isn't stored, so that it follows the suggestion. An
 * empty repository is stored if none was suggested, because this choice must be explicit.
 */
export function setDraftValue(draft: ProjectDraft, key: ProjectFieldKey, value: string): ProjectDraft {
  const { [key]: _, ...others } = draft.enteredValues;
  const suggested = draft.suggestedValues[key] ?? (key === 'sourceRepository' ? undefined : '');
  const enteredValues = value === suggested ? others : { ...others, [key]: value };
  return { ...draft, enteredValues };
}

/** Whether no values were entered, and no variables were selected. */
export function isEmptyDraft({ enteredValues, variables }: ProjectDraft): boolean {
  return Object.keys(enteredValues).length === 0 && variables.length === 0;
}

/** Removes the team, so that the user selects one again. */
export function clearTeam({
  enteredValues: { teamId: _, ...entered },
  ...draft
}: ProjectDraft): ProjectDraft {
  return { ...draft, enteredValues: entered };
}

/**
 * Returns the required fields without a value, and the name if it's invalid. An empty repository counts as a value if
 * it was entered.
 */
export function findMissingFields(draft: ProjectDraft): readonly ProjectFieldKey[] {
  const missingFields: ProjectFieldKey[] = [];
  if (checkNameLength(getDraftValue(draft, 'name')) !== undefined) missingFields.push('name');
  const { enteredValues, suggestedValues } = draft;
  if (enteredValues.sourceRepository === undefined && !suggestedValues.sourceRepository)
    missingFields.push('sourceRepository');
  if (getDraftValue(draft, 'runtime').trim() === '') missingFields.push('runtime');
  return missingFields;
}

/** Returns the rule that a name breaks, or `undefined`. The service trims names and counts code points. */
export function checkNameLength(name: string): 'empty' | 'long' | undefined {
  const { length: characterCount } = [...name.trim()];
  if (characterCount === 0) return 'empty';
  return characterCount > 100 ? 'long' : undefined;
}

/** Trims white space, and cuts a name off at its maximum length. */
export function truncateProjectName(name: string): string {
  return [...name.trim()].slice(0, 100).join('').trim();
}

/**
 * Returns a repository URL without credentials, with `https` if it has no scheme. Any other text is returned trimmed.
 */
export function normalizeRepository(text: string): string {
  return toWebRemote(addUrlScheme(text))?.url ?? text.trim();
}

/** Adds `https` to a text such as `github.com/owner/name`. `owner/name` has no host, so it's returned unchanged. */
export function addUrlScheme(text: string): string {
  // `host/owner/name` without a user name.
  const isHostFirst = /^[^/@]+\/[^/]+\/[^/]/.test(text.trim());
  return toWebRemote(text) === undefined && isHostFirst ? normalizeTypedUrl(text) : text;
}

/** Returns the variables with a value. */
export function listVariablesToSend({ variables }: ProjectDraft) {
  return variables.flatMap(({ key, isSecret, value = '' }) =>
    value === '' ? [] : [{ key, value, isSecret }],
  );
}

/** Returns the request body. Empty fields are omitted. The client validates `runtime` and `transport`. */
export function toNewProject(draft: ProjectDraft): NewProject {
  const getText = (key: ProjectFieldKey) => getDraftValue(draft, key).trim() || undefined;
  const settings = filled({
    installCommand: getText('installCommand'),
    buildCommand: getText('buildCommand'),
    buildOutputDir: getText('buildOutputDir'),
    startCommand: getText('startCommand'),
  });
  const variables = listVariablesToSend(draft);
  const sourceRepository = getText('sourceRepository');
  return {
    name: getText('name') ?? '',
    // The client reports an invalid runtime.
    runtime: getText('runtime') as Runtime,
    ...filled({
      teamId: getText('teamId'),
      sourceRepository,
      // A branch requires a repository.
      branchName: sourceRepository === undefined ? undefined : getText('branchName'),
      transport: getText('transport') as McpTransport | undefined,
      rootDirectory: getText('rootDirectory'),
      settings: Object.keys(settings).length > 0 ? settings : undefined,
      environmentVariables: variables.length > 0 ? variables : undefined,
    }),
  };
}

/** Returns the draft in the argument of a command. A variable is secret unless it has `isSecret: false`. */
export function parseDraftArgument(argument: unknown): ProjectDraft {
  const enteredValues: { [Key in ProjectFieldKey]?: string } = {};
  for (const key of projectFieldKeys) {
    const value = getField(argument, key);
    if (typeof value === 'string')
      enteredValues[key] = key === 'sourceRepository' ? normalizeRepository(value) : value;
  }
  const list = getField(argument, 'environmentVariables');
  const variables = (Array.isArray(list) ? list : []).flatMap((one: unknown): DraftVariable[] => {
    const [key, value] = [getField(one, 'key'), getField(one, 'value')];
    if (typeof key !== 'string' || typeof value !== 'string') return [];
    return [{ key, value, isSecret: getField(one, 'isSecret') !== false }];
  });
  return { suggestedValues: {}, enteredValues, variables };
}

/**
 * Returns the field to which the path of an issue belongs, such as `settings.installCommand` or
 * `environmentVariables[1].value`.
 */
export function findFieldByIssuePath(path: string): ProjectFieldKey | 'environmentVariables' | undefined {
  const name = path.replace(/^settings\./, '').replace(/[.[].*$/, '');
  if (name === 'environmentVariables') return name;
  return projectFieldKeys.find((key) => key === name);
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function filled<T extends object>(fields: T): Filled<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Filled<T>;
}
