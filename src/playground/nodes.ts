import * as vscode from 'vscode';
import type { Playground } from '../api/playground.ts';
import { type EnvironmentRef, toEnvironmentRef } from '../domain/environment.ts';
import { toPlainText, truncateText } from '../domain/plainText.ts';
import type { Remedy } from '../editor/problem.ts';
import type { EnvironmentRow, Node } from '../explorer/node.ts';
import { createActionRow } from '../explorer/rows.ts';

export interface PlaygroundNode extends Node, EnvironmentRef {
  readonly kind: 'playground';
}

/** The row of an example prompt. It contains the prompt for the command that copies it. */
interface PromptNode extends Node, EnvironmentRef {
  readonly kind: 'examplePrompt';
  readonly prompt: string;
}

const maxTextLength = 200;

export function createPlaygroundNode(environment: EnvironmentRow): PlaygroundNode {
  return {
    kind: 'playground',
    id: `${environment.id}/playground`,
    ...toEnvironmentRef(environment),
    label: vscode.l10n.t('Playground'),
    icon: { id: 'beaker' },
    context: 'refreshable',
    tooltip: vscode.l10n.t(
      "Page where people can try {0}'s server with example prompts",
      environment.environmentName,
    ),
    accessibilityLabel: vscode.l10n.t('Playground of {0}', environment.environmentName),
  };
}

/**
 * Adds the status to the row of a playground. `isWritable`: whether the service supports changes. Assumed until a
 * change fails.
 */
export function decoratePlaygroundNode(
  node: PlaygroundNode,
  { isPlaygroundEnabled, serverMetadata }: Playground,
  isWritable: boolean,
): PlaygroundNode {
  const status = [
    isPlaygroundEnabled ? vscode.l10n.t('enabled') : vscode.l10n.t('disabled'),
    ...(serverMetadata ? [] : [vscode.l10n.t('no description yet')]),
  ];
  return {
    ...node,
    description: status.join(' · '),
    context: [
      node.context,
      isPlaygroundEnabled ? 'enabled' : 'disabled',
      ...(isWritable ? ['writable'] : []),
      ...((serverMetadata?.examplePrompts.length ?? 0) > 0 ? ['prompts'] : []),
    ].join(' '),
    accessibilityLabel: [node.accessibilityLabel ?? node.label, ...status].join(', '),
  };
}

/** Creates the nodes below a playground. If something is missing in it, returns an action that adds it. */
export function createPlaygroundNodes(
  node: PlaygroundNode,
  { serverMetadata }: Playground,
  isWritable: boolean,
): readonly Node[] {
  if (!serverMetadata) return [createUndescribedNode(node, isWritable)];
  const { name = '', description = '', headers, examplePrompts } = serverMetadata;
  return [
    ...(name === '' && description === '' ? [] : [createAboutNode(node, name, description)]),
    ...examplePrompts.map((one, index) => createPromptNode(node, one, index)),
    ...(examplePrompts.length === 0 && isWritable
      ? [
          createActionRow(
            `${node.id}/noPrompts`,
            createEditAction(node, vscode.l10n.t('Add Example Prompts...')),
            vscode.l10n.t('No example prompts yet.'),
            vscode.l10n.t('Example prompts show people how to use the server. You can add up to 5.'),
          ),
        ]
      : []),
    ...headers.map((header, index) => createPlaygroundHeaderNode(node, header, index)),
  ];
}

function createAboutNode(node: PlaygroundNode, name: string, description: string): Node {
  const text = truncateText(description, maxTextLength);
  return {
    kind: 'note',
    id: `${node.id}/about`,
    label: name === '' ? text : name,
    ...(name !== '' && { description: text }),
    tooltip: toPlainText(description),
    icon: { id: 'info' },
  };
}

function createUndescribedNode(node: PlaygroundNode, isWritable: boolean): Node {
  if (isWritable) {
    return createActionRow(
      `${node.id}/describe`,
      createEditAction(node, vscode.l10n.t('Describe This Server...')),
      vscode.l10n.t('This server has no description yet.'),
      vscode.l10n.t(
        'This server has no description yet. A name, a description, and example prompts show people what the server is for.',
      ),
    );
  }
  const showAction = {
    label: vscode.l10n.t('Open Playground'),
    icon: 'open-preview',
    command: 'hostedMcp.showPlayground',
    arguments: [toEnvironmentRef(node)],
  };
  return createActionRow(`${node.id}/readOnly`, showAction, readOnlyText());
}

function createEditAction(node: PlaygroundNode, label: string): Remedy {
  return { label, icon: 'edit', command: 'hostedMcp.editPlayground', arguments: [toEnvironmentRef(node)] };
}

function createPromptNode(
  node: PlaygroundNode,
  { title = '', prompt = '' }: { readonly title?: string; readonly prompt?: string },
  index: number,
): PromptNode {
  const numbered = vscode.l10n.t('Example prompt {0}', index + 1);
  const label = toPlainText(title) || numbered;
  const shortPrompt = truncateText(prompt, maxTextLength);
  return {
    kind: 'examplePrompt',
    id: `${node.id}/prompt/${index}`,
    ...toEnvironmentRef(node),
    prompt,
    label,
    description: shortPrompt,
    tooltip: prompt,
    icon: { id: 'comment' },
    command: { label: vscode.l10n.t('Open Playground'), command: 'hostedMcp.showPlayground' },
    accessibilityLabel:
      label === numbered
        ? vscode.l10n.t('{0}: {1}', label, shortPrompt)
        : vscode.l10n.t('Example prompt {0}: {1}', label, shortPrompt),
  };
}

function createPlaygroundHeaderNode(
  node: PlaygroundNode,
  {
    name,
    description = '',
    isRequired,
    isSecret,
  }: { name: string; description?: string; isRequired: boolean; isSecret: boolean },
  index: number,
): Node {
  const properties = [
    isRequired ? vscode.l10n.t('required') : vscode.l10n.t('optional'),
    ...(isSecret ? [vscode.l10n.t('secret')] : []),
  ];
  const label = toPlainText(name) || vscode.l10n.t('(no name)');
  return {
    kind: 'playgroundHeader',
    id: `${node.id}/header/${index}`,
    label,
    description: [vscode.l10n.t('header'), ...properties].join(' · '),
    tooltip: [label, toPlainText(description)].filter(Boolean).join(': '),
    icon: { id: isSecret ? 'lock' : 'symbol-constant' },
    accessibilityLabel: [vscode.l10n.t('Header {0}', label), ...properties].join(', '),
  };
}

export function readOnlyText(): string {
  return vscode.l10n.t("This service doesn't support changing playgrounds from an editor.");
}
