import { element, iconElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageDestination, PagePlayground } from '../page/protocol.ts';
import { actionButton, actionsElement, factsElement, iconButton, type Kit, said, words } from './parts.ts';

export function telemetryChildren(
  { destinations }: { readonly destinations: readonly PageDestination[] },
  kit: Kit,
): readonly HTMLElement[] {
  if (destinations.length === 0) return [element('p', 'quiet', {}, kit.strings.telemetryNone)];
  return [
    ...destinations.map((one, index) => destinationElement(one, `destination-${index}`, kit)),
    actionsElement(actionButton(kit, 'copyCollectorConfig', 'telemetry')),
  ];
}

function destinationElement(destination: PageDestination, id: string, { strings }: Kit): HTMLElement {
  const { title, status, isSuspended, failure, endpoint, protocol, scope, headers } = destination;
  return element(
    'article',
    isSuspended ? 'card warned' : 'card',
    { 'aria-labelledby': id },
    element('h3', '', { id }, words(title)),
    element(
      'p',
      isSuspended ? 'status suspended' : 'status',
      {},
      iconElement(isSuspended ? 'warning' : 'pass'),
      words(status),
    ),
    ...(failure
      ? [
          factsElement([
            [isSuspended ? strings.failure : strings.lastFailure, failure.reason],
            [
              strings.whatToDo,
              element('div', '', {}, ...failure.remedies.map((remedy) => words(remedy, 'p'))),
            ],
          ]),
        ]
      : []),
    factsElement([
      [strings.endpoint, endpoint === undefined ? strings.none : words(endpoint, 'code')],
      [strings.protocol, protocol],
      [strings.requests, scope],
      [strings.headers, headers.length === 0 ? strings.none : headersElement(headers)],
      [strings.destinationId, words(destination.id, 'code')],
    ]),
  );
}

function headersElement(
  headers: readonly {
    readonly name: string;
    readonly kind: string;
    readonly description?: string | undefined;
  }[],
): HTMLElement {
  return element(
    'ul',
    'plain',
    {},
    ...headers.map(({ name, kind, description }) =>
      element(
        'li',
        '',
        {},
        words(name, 'code'),
        ' ',
        words(kind, 'span', 'quiet'),
        ...(description === undefined ? [] : [words(description, 'p')]),
      ),
    ),
  );
}

export function playgroundChildren(playground: PagePlayground, kit: Kit): readonly HTMLElement[] {
  const { strings, post } = kit;
  const { isEnabled, status, isWritable, invitation, name, description, prompts, headers } = playground;
  const copy = (index: number, title: string) =>
    iconButton(formatText(strings.copyPrompt, title), `prompt-${index}`, () =>
      post({ kind: 'copyPrompt', index }),
    );
  return [
    element(
      'p',
      isEnabled ? 'status passed' : 'status',
      {},
      iconElement(isEnabled ? 'pass-filled' : 'circle-slash'),
      element('span', '', {}, status),
    ),
    ...(invitation === undefined
      ? [
          factsElement([
            [strings.name, said(name)],
            [strings.description, description === undefined ? undefined : words(description, 'p', 'written')],
            [strings.headers, headers.length === 0 ? undefined : headersElement(headers)],
          ]),
          element('h3', '', {}, strings.prompts),
          ...(prompts.length === 0
            ? [element('p', 'quiet', {}, strings.noPrompts)]
            : prompts.map(({ title, prompt }, index) =>
                element(
                  'div',
                  'prompt',
                  {},
                  element('div', 'line', {}, element('h4', '', {}, words(title)), copy(index, title)),
                  words(prompt, 'p', 'written'),
                ),
              )),
        ]
      : [element('p', 'quiet', {}, invitation)]),
    ...(isWritable ? [actionsElement(actionButton(kit, 'editPlayground', 'playground'))] : []),
  ];
}
