import * as l10n from '@vscode/l10n';
import { UserError } from '../../editor/userError.ts';
import type { ServerEntry } from './mcpFile.ts';

/** Matches a variable in a text: `${name}` or `${name:argument}`. */
const variablePattern = /\$\{([A-Za-z]+|\/)(?::([^}]*))?\}/g;

/** Variables of the editor that require an open file, a setting, or a command. */
const unsupportedVariables: readonly string[] = [
  'config',
  'command',
  'extensionInstallFolder',
  'execPath',
  'execInstallFolder',
  'lineNumber',
  'columnNumber',
  'selectedText',
  'file',
  'fileWorkspaceFolder',
  'fileWorkspaceFolderBasename',
  'fileDirname',
  'fileDirnameBasename',
  'fileExtname',
  'fileBasename',
  'fileBasenameNoExtension',
  'relativeFile',
  'relativeFileDirname',
];

/** Paths that replace variables such as `${workspaceFolder}`. */
interface PathVariables {
  /** The folder of the file; for a workspace file, the only open folder. */
  readonly folder: string | undefined;
  /** All open folders by name. */
  readonly folders: Readonly<Record<string, string>>;
  readonly home: string;
}

/**
 * Replaces path variables in a text. Keeps variables that might be secrets, and names that aren't variables of the editor.
 * Throws `UserError` if a variable has no value.
 */
export function replacePathVariables(text: string, paths: PathVariables): string {
  return text.replace(variablePattern, (whole, name: string, argument?: string) =>
    isValueVariable(name) ? whole : resolvePathVariable(whole, name, argument, paths),
  );
}

/** Replaces environment variables and inputs, which might be secrets. Variables in their values aren't replaced. */
export function replaceValueVariables(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  inputs: Readonly<Record<string, string>>,
): string {
  return text.replace(variablePattern, (whole, name: string, argument = '') => {
    if (name === 'env') return ownValue(env, argument) ?? '';
    if (name !== 'input') return whole;
    const value = ownValue(inputs, argument);
    if (value === undefined) throw new UserError(l10n.t('The input "{0}" isn\'t defined.', argument));
    return value;
  });
}

/** Replaces environment variables and inputs by the same text. */
export const maskValueVariables = (text: string, replacement = '*'): string =>
  text.replace(variablePattern, (whole, name: string) => (isValueVariable(name) ? replacement : whole));

/** Whether a text contains environment variables or inputs. */
export const hasValueVariables = (text: string): boolean => maskValueVariables(text, '') !== text;

export const isWindowsPath = (path: string): boolean => /^(?:[A-Za-z]:)?\\/.test(path);

/** Replaces a leading `~` by the home folder, as the editor does for the command, arguments, and working directory. */
export const expandHome = (path: string, home: string): string => path.replace(/^~(?=$|[/\\])/, () => home);

/** Returns the distinct IDs of inputs in texts. */
export const findInputIds = (texts: readonly string[]): readonly string[] =>
  findVariableArguments(texts, 'input');

/** Returns the distinct IDs of inputs in an entry, in their order. */
export const listEntryInputIds = (entry: ServerEntry): readonly string[] => findInputIds(entryTexts(entry));

/** Returns the distinct environment variables in an entry. */
export const listEntryEnvironmentVariables = (entry: ServerEntry): readonly string[] =>
  findVariableArguments(entryTexts(entry), 'env');

function findVariableArguments(texts: readonly string[], kind: 'env' | 'input'): readonly string[] {
  const matches = texts.flatMap((text) => [...text.matchAll(variablePattern)]);
  return [
    ...new Set(
      matches.flatMap(([, name, argument]) => (name === kind && argument !== undefined ? [argument] : [])),
    ),
  ];
}

/** Returns an entry with each of its texts replaced. */
export function mapTexts<E extends ServerEntry>(entry: E, map: (text: string) => string): E;
export function mapTexts(entry: ServerEntry, map: (text: string) => string): ServerEntry {
  if (entry.kind === 'url') {
    return { ...entry, url: map(entry.url), headers: mapValues(entry.headers, map) };
  }
  const { command, args, env, envFile, cwd } = entry;
  return {
    ...entry,
    command: map(command),
    args: args.map(map),
    env: mapValues(env, (value) => (value === null ? null : map(value))),
    envFile: envFile === undefined ? undefined : map(envFile),
    cwd: cwd === undefined ? undefined : map(cwd),
  };
}

function entryTexts(entry: ServerEntry): readonly string[] {
  const texts: string[] = [];
  mapTexts(entry, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

const mapValues = <A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

const isValueVariable = (name: string): boolean => name === 'env' || name === 'input';

function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function resolvePathVariable(
  whole: string,
  name: string,
  argument: string | undefined,
  paths: PathVariables,
): string {
  switch (name) {
    case 'userHome':
      return paths.home;
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return resolveFolderVariable(whole, argument, paths);
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
      return resolveFolderVariable(whole, argument, paths).split(/[\\/]/).at(-1) ?? '';
    case 'pathSeparator':
    case '/':
      return isWindowsPath(paths.home) ? '\\' : '/';
  }
  if (unsupportedVariables.includes(name))
    throw new UserError(
      l10n.t("The inspector doesn't support the variable {0} in server definitions.", whole),
    );
  return whole;
}

function resolveFolderVariable(whole: string, argument: string | undefined, paths: PathVariables): string {
  const folder = argument ? ownValue(paths.folders, argument) : paths.folder;
  if (folder !== undefined) return folder;
  throw new UserError(
    argument
      ? l10n.t('No open folder has the name specified in {0}.', whole)
      : l10n.t('{0} requires a folder name because multiple folders are open.', whole),
  );
}
