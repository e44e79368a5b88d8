import * as l10n from '@vscode/l10n';
import { UserError } from '../../editor/userError.ts';
import type { ProcessEntry, ServerEntry } from './mcpFile.ts';
import {
  entryEnvironmentVariables,
  expandHome,
  isWindowsPath,
  mapTexts,
  replaceValueVariables,
} from './variables.ts';

/** A process that is to be started, with all that is needed for it. Holds secrets. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What is shown nowhere, even if the process says it. */
  readonly secrets: readonly string[];
}

interface LaunchContext {
  /** What the process gets besides. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables of the entry's file, if it names one. */
  readonly fileVariables: readonly { readonly key: string; readonly value: string }[];
  /** Where it runs if it says nothing. */
  readonly folder: string;
  readonly home: string;
}

/** The entry with its secrets put in. */
export const resolveEntryValues = <E extends ServerEntry>(
  entry: E,
  { environment, inputs }: Pick<LaunchContext, 'environment' | 'inputs'>,
): E => mapTexts(entry, (text) => replaceValueVariables(text, environment, inputs));

/** The entry with the home folder instead of `~`, where the editor does so. */
export const expandEntryHome = (entry: ProcessEntry, home: string): ProcessEntry => ({
  ...entry,
  command: expandHome(entry.command, home),
  args: entry.args.map((one) => expandHome(one, home)),
  cwd: entry.cwd === undefined ? undefined : expandHome(entry.cwd, home),
});

/** `entry`: with its places put in. */
export function createLaunch(entry: ProcessEntry, surroundings: LaunchContext): Launch {
  const { environment, fileVariables, folder, home } = surroundings;
  const { command, args, env, cwd } = expandEntryHome(resolveEntryValues(entry, surroundings), home);
  if (command.trim() === '') throw new UserError(l10n.t('The command is empty.'));
  const file = Object.fromEntries(fileVariables.map(({ key, value }) => [key, value]));
  return {
    command,
    args,
    cwd: toAbsolutePath(cwd, folder),
    env: Object.fromEntries(
      Object.entries(
        mergeEnvironment({ ...environment, ...file }, env, isWindowsPath(home) ? ';' : ':'),
      ).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    ),
    secrets: [
      ...entrySecrets(entry, surroundings),
      ...Object.values({ ...file, ...env }).filter(isRedactable),
    ],
  };
}

/** Returns the values of variables and inputs that an entry uses and that no text may show. */
export function entrySecrets(
  entry: ServerEntry,
  { environment, inputs }: Pick<LaunchContext, 'environment' | 'inputs'>,
): readonly string[] {
  const used = entryEnvironmentVariables(entry).map((key) => environment[key]);
  return [...Object.values(inputs), ...used].filter(isRedactable);
}

const isRedactable = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= minSecretLength;

/** The variables with those of an entry. As in the editor, its `PATH` is added to the end of the one that exists. */
function mergeEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  added: ProcessEntry['env'],
  delimiter: string,
): Readonly<Record<string, string | null | undefined>> {
  const whole = Object.entries(added).map(([key, value]) => {
    const before = variables[key];
    return [key, key.toUpperCase() === 'PATH' && before && value ? before + delimiter + value : value];
  });
  return { ...variables, ...Object.fromEntries(whole) };
}

/** Characters. To leave out shorter ones would leave out words of other texts. */
const minSecretLength = 4;

/** Where the process runs, or its file is: below the folder unless it says otherwise. */
export function toAbsolutePath(path: string | undefined, folder: string): string {
  if (path === undefined || path === '') return folder;
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path : `${folder}/${path}`;
}

/** A command as one would type it, for people. */
export const formatCommandLine = ({ command, args }: Pick<ProcessEntry, 'command' | 'args'>): string =>
  [command, ...args]
    .map((part) => (/^[\w@%+=:,./\\${}-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ');
