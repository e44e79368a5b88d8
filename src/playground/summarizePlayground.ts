import * as l10n from '@vscode/l10n';
import type { Playground } from '../api/playground.ts';
import type { PlaygroundSummary } from '../domain/environmentSummary.ts';

/**
 * Describes a playground (`environments.getPlayground`) for the page of its environment. `isWritable`: whether the
 * service supports changes. Assumed until a change fails.
 */
export function summarizePlayground(
  { isPlaygroundEnabled, serverMetadata }: Playground,
  isWritable: boolean,
): PlaygroundSummary {
  const status = isPlaygroundEnabled
    ? l10n.t('The playground is enabled. People can use it to try the server.')
    : l10n.t('The playground is disabled.');
  const state = { isEnabled: isPlaygroundEnabled, status, isWritable };
  if (!serverMetadata) {
    const invitation = isWritable
      ? l10n.t(
          'This server has no description yet. A name, a description, and example prompts show people what the server is for. To add them, use Edit Playground.',
        )
      : l10n.t(
          "This server has no description yet. A name, a description, and example prompts show people what the server is for. This service doesn't support changing playgrounds from an editor.",
        );
    return { ...state, invitation, prompts: [], headers: [] };
  }
  const { name = '', description = '', headers, examplePrompts } = serverMetadata;
  return {
    ...state,
    name: name.trim() === '' ? l10n.t('(no name)') : name,
    description: description.trim() === '' ? l10n.t('No description.') : description,
    prompts: examplePrompts.map(({ title = '', prompt = '' }, index) => ({
      title: title.trim() === '' ? l10n.t('Example prompt {0}', index + 1) : title,
      prompt,
    })),
    headers: headers.map((header) => ({
      name: header.name,
      description: header.description,
      kind: [
        header.isRequired ? l10n.t('required') : l10n.t('optional'),
        ...(header.isSecret ? [l10n.t('secret')] : []),
      ].join(', '),
    })),
  };
}
