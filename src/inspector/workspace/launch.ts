import * as l10n from '@vscode/l10n';
import { UserError } from '../../editor/userError.ts';
import type { ProcessEntry, ServerEntry } from './mcpFile.ts';
import {
  expandHome,
  isWindowsPath,
  listEntryEnvironmentVariables,
  mapTexts,
  replaceValueVariables,
} from './variables.ts';

/** The command, environment, and folder of a process. Contains secrets. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Values to mask in all output. */
  readonly secrets: readonly string[];
}

interface LaunchContext {
  /** Environment variables of this machine. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables of the entry's `envFile`. */
  readonly fileVariables: readonly { readonly key: string; readonly value: string }[];
  /** Default working directory. */
  readonly folder: string;
  readonly home: string;
}

/** Replaces variables of the environment and inputs in an entry. */
export const resolveEntryValues = <E extends ServerEntry>(
  entry: E,
  { environment, inputs }: Pick<LaunchContext, 'environment' | 'inputs'>,
): E => mapTexts(entry, (text) => replaceValueVariables(text, environment, inputs));

/** Replaces `~` in an entry, in the same fields as the editor. */
export const expandEntryHome = (entry: ProcessEntry, home: string): ProcessEntry => ({
  ...entry,
  command: expandHome(entry.command, home),
  args: entry.args.map((one) => expandHome(one, home)),
  cwd: entry.cwd === undefined ? undefined : expandHome(entry.cwd, home),
});

/** Creates the launch of an entry whose path variables are already replaced. */
export function createLaunch(entry: ProcessEntry, context: LaunchContext): Launch {
  const { environment, fileVariables, folder, home } = context;
  const { command, args, env, cwd } = expandEntryHome(resolveEntryValues(entry, context), home);
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
      ...listEntrySecrets(entry, context),
      ...Object.values({ ...file, ...env }).filter(isRedactable),
    ],
  };
}

/** Returns the values of variables and inputs in an entry that must be masked. */
export function listEntrySecrets(
  entry: ServerEntry,
  { environment, inputs }: Pick<LaunchContext, 'environment' | 'inputs'>,
): readonly string[] {
  const used = listEntryEnvironmentVariables(entry).map((key) => environment[key]);
  return [...Object.values(inputs), ...used].filter(isRedactable);
}

const isRedactable = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= minSecretLength;

/** Adds the variables of an entry. As in the editor, its `PATH` is appended to the existing one. */
function mergeEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  added: ProcessEntry['env'],
  delimiter: string,
): Readonly<Record<string, string | null | undefined>> {
  const addedEntries = Object.entries(added).map(([key, value]) => {
    const existingValue = variables[key];
    return [
      key,
      key.toUpperCase() === 'PATH' && existingValue && value ? existingValue + delimiter + value : value,
    ];
  });
  return { ...variables, ...Object.fromEntries(addedEntries) };
}

/** Minimum number of characters of a masked value. Shorter ones also appear in ordinary words. */
const minSecretLength = 4;

/** Resolves a path against a folder. Without a path, returns the folder. */
export function toAbsolutePath(path: string | undefined, folder: string): string {
  if (path === undefined || path === '') return folder;
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path : `${folder}/${path}`;
}

/** Formats a command for display, with quotation marks where necessary. */
export const formatCommandLine = ({ command, args }: Pick<ProcessEntry, 'command' | 'args'>): string =>
  [command, ...args]
    .map((part) => (/^[\w@%+=:,./\\${}-]+$/.test(part) ? part : JSON.stringify(part)))
    .join(' ');
