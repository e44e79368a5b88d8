import * as l10n from '@vscode/l10n';
import { UserError } from '../../editor/userError.ts';
import type { Entry } from './mcpFile.ts';

/** A variable in a text: `${name}` or `${name:argument}`. */
const variable = /\$\{([A-Za-z]+)(?::([^}]*))?\}/g;

/** Where a file and its folder are. */
interface Places {
  /** The folder of the file; of a workspace's own file, its only folder. */
  readonly folder: string | undefined;
  /** All that are open, by their names. */
  readonly folders: Readonly<Record<string, string>>;
  readonly home: string;
}

/** With the places put in; what may be a secret stays as it is written. Throws a `UserError` where there is no such thing. */
export function withPlaces(text: string, places: Places): string {
  return text.replace(variable, (whole, name: string, argument?: string) =>
    isAsked(name) ? whole : placeOf(whole, name, argument, places),
  );
}

/** Puts in what may be a secret, after the places. What a person gives isn't looked at again. */
export function withValues(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  inputs: Readonly<Record<string, string>>,
): string {
  return text.replace(variable, (whole, name: string, argument = '') => {
    if (name === 'env') return env[argument] ?? '';
    if (name !== 'input') return whole;
    const value = inputs[argument];
    if (value === undefined) throw new UserError(l10n.t('There is no input “{0}”.', argument));
    return value;
  });
}

/** The same with a sign in the place of what may be a secret. */
export const withoutValues = (text: string): string =>
  text.replace(variable, (whole, name: string) => (isAsked(name) ? '*' : whole));

/** The inputs that an entry uses, in their order. */
export function inputsOf(entry: Entry): readonly string[] {
  const found = textsOf(entry).flatMap((text) => [...text.matchAll(variable)]);
  return [...new Set(found.flatMap(([, name, id]) => (name === 'input' && id !== undefined ? [id] : [])))];
}

/** Variables of the environment that an entry uses. */
export function environmentOf(entry: Entry): readonly string[] {
  const found = textsOf(entry).flatMap((text) => [...text.matchAll(variable)]);
  return [...new Set(found.flatMap(([, name, key]) => (name === 'env' && key !== undefined ? [key] : [])))];
}

/** The entry with each of its texts replaced. */
export function mapTexts<E extends Entry>(entry: E, map: (text: string) => string): E;
export function mapTexts(entry: Entry, map: (text: string) => string): Entry {
  if (entry.kind === 'url') {
    return { ...entry, url: map(entry.url), headers: mapValues(entry.headers, map) };
  }
  const { command, args, env, envFile, cwd } = entry;
  return {
    ...{ ...entry, command: map(command), args: args.map(map) },
    env: mapValues(env, (value) => (value === null ? null : map(value))),
    envFile: envFile === undefined ? undefined : map(envFile),
    cwd: cwd === undefined ? undefined : map(cwd),
  };
}

function textsOf(entry: Entry): readonly string[] {
  const texts: string[] = [];
  mapTexts(entry, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

const mapValues = <A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

const isAsked = (name: string): boolean => name === 'env' || name === 'input';

function placeOf(whole: string, name: string, argument: string | undefined, places: Places): string {
  switch (name) {
    case 'userHome':
      return places.home;
    case 'workspaceFolder': {
      const folder = argument === undefined ? places.folder : places.folders[argument];
      if (folder !== undefined) return folder;
      throw new UserError(
        argument === undefined
          ? l10n.t('{0} needs the name of a folder here: several are open.', whole)
          : l10n.t('No folder of this name is open: {0}.', whole),
      );
    }
    case 'workspaceFolderBasename':
      if (places.folder !== undefined) return places.folder.split(/[\\/]/).at(-1) ?? '';
  }
  throw new UserError(l10n.t("The variable {0} isn't supported here.", whole));
}
