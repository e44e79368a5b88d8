import type * as vscode from 'vscode';
import type { DeploySettings } from '../../api/environments.ts';
import { type McpTransport, type Project, transports } from '../../api/projects.ts';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { getField } from '../../fields.ts';
import { type SettingKey, settingKeys } from '../../folder/buildSettings.ts';
import type { FolderContents, FolderFile } from '../../folder/contents.ts';
import type { ProjectSuggestions } from '../../folder/detectProject.ts';

/** An empty text leaves a setting to the service. */
export type BuildSettings = { readonly [Key in SettingKey]?: string };

/** All that is known of one folder before it is sent. */
export interface FolderAnswers {
  readonly folder: vscode.Uri;
  /** As people call it. */
  readonly folderName: string;
  readonly contents: FolderContents;
  /** Paths of the questionable files that someone said yes to. */
  readonly chosen: ReadonlySet<string>;
  readonly target: EnvironmentRef;
  /** Absent: the service doesn't tell of it. */
  readonly project?: Project;
  /** What the files suggest. */
  readonly found: ProjectSuggestions;
  readonly said: BuildSettings;
}

type SettingsSource = Pick<FolderAnswers, 'said' | 'project' | 'found'>;

/** What counts for a setting, and whose word it is: a person's, the project's, else that of the files. */
export function resolveSetting(
  { said, project, found }: SettingsSource,
  key: SettingKey,
): { readonly value: string; readonly from: 'said' | 'project' | 'folder' | undefined } {
  const entered = said[key];
  if (entered !== undefined) return { value: entered, from: 'said' };
  const ofProject = project?.[key]?.trim() ?? '';
  if (ofProject !== '' && (key !== 'transport' || isTransport(ofProject))) {
    return { value: ofProject, from: 'project' };
  }
  const suggested = found[key] ?? '';
  return { value: suggested, from: suggested === '' ? undefined : 'folder' };
}

/** What is sent. None without a transport: then the service looks into the archive itself. */
export function collectSettings(answers: SettingsSource): DeploySettings | undefined {
  const value = (key: SettingKey): string => resolveSetting(answers, key).value.trim();
  const transport = value('transport');
  if (!isTransport(transport)) return undefined;
  const commands = settingKeys
    .filter((key) => key !== 'transport' && value(key) !== '')
    .map((key) => [key, value(key)]);
  return { transport, ...Object.fromEntries(commands) };
}

/** A command that someone said is sent only with a transport. */
export function lacksTransport(answers: SettingsSource): boolean {
  const isSaid = settingKeys.some((key) => key !== 'transport' && (answers.said[key] ?? '').trim() !== '');
  return isSaid && resolveSetting(answers, 'transport').value === '';
}

/** The files that go. */
export function listFilesToSend({
  contents,
  chosen,
}: Pick<FolderAnswers, 'contents' | 'chosen'>): readonly FolderFile[] {
  const asked = contents.questionable.map(({ file }) => file).filter(({ path }) => chosen.has(path));
  return [...contents.files, ...asked];
}

/** The settings that an argument carries. */
export function settingsFromArgument(argument: unknown): BuildSettings {
  const given = getField(argument, 'settings');
  const said: { [Key in SettingKey]?: string } = {};
  for (const key of settingKeys) {
    const value = getField(given, key);
    if (typeof value === 'string') said[key] = value;
  }
  return said;
}

/** bytes */
export function totalSize(files: readonly FolderFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function isTransport(text: string): text is McpTransport {
  return (transports as readonly string[]).includes(text);
}
