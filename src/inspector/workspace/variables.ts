import * as l10n from '@vscode/l10n';
import { UserError } from '../../editor/userError.ts';
import type { ServerEntry } from './mcpFile.ts';

/** A variable in a text: `${name}` or `${name:argument}`. */
const variablePattern = /\$\{([A-Za-z]+|\/)(?::([^}]*))?\}/g;

/** Variables of the editor that can't be replaced, because they need an open file, a setting, or a command. */
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

/** Where a file and its folder are. */
interface PathVariables {
  /** The folder of the file; of a workspace's own file, its only folder. */
  readonly folder: string | undefined;
  /** All that are open, by their names. */
  readonly folders: Readonly<Record<string, string>>;
  readonly home: string;
}

/**
 * The text with its places filled in. What may be a secret stays as it is written, and so does what is no variable of the editor. Throws
 * a `UserError` where a variable of the editor has no value.
 */
export function replacePathVariables(text: string, places: PathVariables): string {
  return text.replace(variablePattern, (whole, name: string, argument?: string) =>
    isValueVariable(name) ? whole : resolvePathVariable(whole, name, argument, places),
  );
}

/** Puts in what may be a secret, after the places. What a person gives isn't looked at again. */
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

/** The text with the same replacement for each variable that may be a secret. */
export const maskValueVariables = (text: string, replacement = '*'): string =>
  text.replace(variablePattern, (whole, name: string) => (isValueVariable(name) ? replacement : whole));

/** Whether a text has a variable that may be a secret. */
export const hasValueVariables = (text: string): boolean => maskValueVariables(text, '') !== text;

export const isWindowsPath = (path: string): boolean => /^(?:[A-Za-z]:)?\\/.test(path);

/** The path with the home folder instead of its first `~`, as the editor does for a command, its arguments, and its folder. */
export const expandHome = (path: string, home: string): string => path.replace(/^~(?=$|[/\\])/, () => home);

/** The IDs of the inputs that texts use, each once. */
export const findInputIds = (texts: readonly string[]): readonly string[] =>
  findVariableArguments(texts, 'input');

/** The inputs that an entry uses, in their order. */
export const entryInputIds = (entry: ServerEntry): readonly string[] => findInputIds(entryTexts(entry));

/** Variables of the environment that an entry uses. */
export const entryEnvironmentVariables = (entry: ServerEntry): readonly string[] =>
  findVariableArguments(entryTexts(entry), 'env');

function findVariableArguments(texts: readonly string[], kind: 'env' | 'input'): readonly string[] {
  const found = texts.flatMap((text) => [...text.matchAll(variablePattern)]);
  return [
    ...new Set(
      found.flatMap(([, name, argument]) => (name === kind && argument !== undefined ? [argument] : [])),
    ),
  ];
}

/** The entry with each of its texts replaced. */
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
  places: PathVariables,
): string {
  switch (name) {
    case 'userHome':
      return places.home;
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'cwd':
      return resolveFolderVariable(whole, argument, places);
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
      return resolveFolderVariable(whole, argument, places).split(/[\\/]/).at(-1) ?? '';
    case 'pathSeparator':
    case '/':
      return isWindowsPath(places.home) ? '\\' : '/';
  }
  if (unsupportedVariables.includes(name))
    throw new UserError(
      l10n.t("The inspector doesn't support the variable {0} in server definitions.", whole),
    );
  return whole;
}

function resolveFolderVariable(whole: string, argument: string | undefined, places: PathVariables): string {
  const folder = argument ? ownValue(places.folders, argument) : places.folder;
  if (folder !== undefined) return folder;
  throw new UserError(
    argument
      ? l10n.t('No open folder has the name specified in {0}.', whole)
      : l10n.t('{0} requires a folder name because multiple folders are open.', whole),
  );
}
