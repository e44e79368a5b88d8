import type * as vscode from 'vscode';
import type { DeploySettings } from '../../api/environments.ts';
import { type McpTransport, type Project, transports } from '../../api/projects.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { getField } from '../../fields.ts';
import { type SettingKey, settingKeys } from '../../folder/buildSettings.ts';
import type { FolderContents, FolderFile } from '../../folder/contents.ts';
import type { ProjectSuggestions } from '../../folder/detectProject.ts';

/** The settings of a build. An empty string means that the service chooses. */
export type BuildSettings = { readonly [Key in SettingKey]?: string };

/** The data for the deployment of one folder, before it's sent. */
export interface FolderAnswers {
  readonly folder: vscode.Uri;
  /** The display name. */
  readonly folderName: string;
  readonly contents: FolderContents;
  /** Paths of the sensitive files that the user selected. */
  readonly selectedPaths: ReadonlySet<string>;
  readonly target: EnvironmentRef;
  /** Absent if the service doesn't return the project. */
  readonly project?: Project;
  /** The settings that the files suggest. */
  readonly suggestions: ProjectSuggestions;
  readonly enteredSettings: BuildSettings;
}

type SettingsSource = Pick<FolderAnswers, 'enteredSettings' | 'project' | 'suggestions'>;

/** Returns the value of a setting and its source: the user, the project, or the files, in this order. */
export function resolveSetting(
  { enteredSettings, project, suggestions }: SettingsSource,
  key: SettingKey,
): { readonly value: string; readonly source: 'entered' | 'project' | 'folder' | undefined } {
  const value = enteredSettings[key];
  if (value !== undefined) return { value, source: 'entered' };
  const projectValue = project?.[key]?.trim() ?? '';
  if (projectValue !== '' && (key !== 'transport' || isTransport(projectValue))) {
    return { value: projectValue, source: 'project' };
  }
  const suggestedValue = suggestions[key] ?? '';
  return { value: suggestedValue, source: suggestedValue === '' ? undefined : 'folder' };
}

/**
 * Returns the settings of the request, or `undefined` without a transport. In this case, the service inspects the
 * archive.
 */
export function collectSettings(answers: SettingsSource): DeploySettings | undefined {
  const getValue = (key: SettingKey): string => resolveSetting(answers, key).value.trim();
  const transport = getValue('transport');
  if (!isTransport(transport)) return undefined;
  const commands = settingKeys
    .filter((key) => key !== 'transport' && getValue(key) !== '')
    .map((key) => [key, getValue(key)]);
  return { transport, ...Object.fromEntries(commands) };
}

/**
 * Whether a transport must be selected: the user entered another setting, and the service accepts settings only with a
 * transport.
 */
export function needsTransport(answers: SettingsSource): boolean {
  const hasEnteredCommand = settingKeys.some(
    (key) => key !== 'transport' && (answers.enteredSettings[key] ?? '').trim() !== '',
  );
  return hasEnteredCommand && resolveSetting(answers, 'transport').value === '';
}

export function listFilesToSend({
  contents,
  selectedPaths,
}: Pick<FolderAnswers, 'contents' | 'selectedPaths'>): readonly FolderFile[] {
  const selected = contents.sensitiveFiles
    .map(({ file }) => file)
    .filter(({ path }) => selectedPaths.has(path));
  return [...contents.files, ...selected];
}

/** Returns the settings in the argument of a command. */
export function parseSettingsArgument(argument: unknown): BuildSettings {
  const argumentSettings = getField(argument, 'settings');
  const settings: { [Key in SettingKey]?: string } = {};
  for (const key of settingKeys) {
    const value = getField(argumentSettings, key);
    if (typeof value === 'string') settings[key] = value;
  }
  return settings;
}

/** Returns the sum of the file sizes in bytes. */
export function sumSizes(files: readonly FolderFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function isTransport(text: string): text is McpTransport {
  return (transports as readonly string[]).includes(text);
}
