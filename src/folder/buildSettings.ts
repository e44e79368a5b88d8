import * as l10n from '@vscode/l10n';
import { type McpTransport, transports } from '../api/projects.ts';

/** The keys of the settings of a build, in the order in which summaries show them. */
export const settingKeys = [
  'transport',
  'installCommand',
  'buildCommand',
  'buildOutputDir',
  'startCommand',
] as const;
export type SettingKey = (typeof settingKeys)[number];

/** Returns the labels of settings. */
export function settingLabels(): Readonly<Record<SettingKey, string>> {
  return {
    transport: l10n.t('Transport'),
    installCommand: l10n.t('Install command'),
    buildCommand: l10n.t('Build command'),
    buildOutputDir: l10n.t('Build output directory'),
    startCommand: l10n.t('Start command'),
  };
}

/** Returns the prompts of the settings that are entered as text. */
export function settingPrompts(): Readonly<Record<Exclude<SettingKey, 'transport'>, string>> {
  return {
    installCommand: l10n.t('Enter the install command. To let the service choose, leave the box empty.'),
    buildCommand: l10n.t('Enter the build command. To let the service choose, leave the box empty.'),
    buildOutputDir: l10n.t(
      'Enter the build output directory. To let the service choose, leave the box empty.',
    ),
    startCommand: l10n.t('Enter the start command. To let the service choose, leave the box empty.'),
  };
}

/** Returns the text of a setting's value in a summary. Unknown values are returned unchanged. */
export function settingText(key: SettingKey, value: string): string {
  const transport = key === 'transport' ? transports.find((one) => one === value) : undefined;
  return transport === undefined ? value : transportName(transport);
}

export function transportName(transport: McpTransport): string {
  switch (transport) {
    case 'streamablehttp':
      return l10n.t('Streamable HTTP');
    case 'sse':
      return l10n.t('Server-sent events (SSE)');
    case 'stdio':
      return l10n.t('Standard input and output (stdio)');
  }
}
