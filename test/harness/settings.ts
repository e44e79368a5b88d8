import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/** On: a folder is restricted until its user trusts it. */
export const workspaceTrust = 'security.workspace.trust.enabled';

/** No welcome page, chat, trust question, update or key of the machine between a test and what it looks for. */
export const quietSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  [workspaceTrust]: false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.showReleaseNotes': false,
  'telemetry.telemetryLevel': 'off',
  'git.enabled': false,
  'window.restoreWindows': 'none',
  'hostedMcp.messages.machineKey': false,
};

/** The user settings of a server with this data folder. */
export function settingsFile(dataDir: string): string {
  return join(dataDir, 'data', 'User', 'settings.json');
}

/** Replaces the user settings. */
export function writeSettings(dataDir: string, settings: Settings): void {
  const file = settingsFile(dataDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
}

/** What the user settings hold; a file that isn't plain JSON is put aside as `settings.json.bak`. */
export function readSettings(dataDir: string): Settings {
  const file = settingsFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Comments are allowed there, but not worth a parser here.
  }
  renameSync(file, `${file}.bak`);
  return {};
}
