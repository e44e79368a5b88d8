import { element, iconElement } from '../../editor/webview/dom.ts';
import { defined } from '../../fields.ts';
import type { Action } from '../page/actions.ts';
import type { FromPage, Note, PageProblem, SectionId, Tone } from '../page/protocol.ts';
import type { Strings } from '../page/strings.ts';

/** What the parts of a page draw with. */
export interface Kit {
  readonly strings: Strings;
  readonly post: (message: FromPage) => void;
  /** Brings a section into view, and the focus to it. */
  readonly lead: (section: SectionId) => void;
}

/** A text of the service: never markup, and its direction stays its own. */
export function words(
  text: string,
  tag: 'span' | 'p' | 'pre' | 'code' = 'span',
  className = '',
): HTMLElement {
  return element(tag, className, { dir: 'auto' }, text);
}

const icons: Readonly<Record<Action, string>> = {
  deploy: 'rocket',
  showLogs: 'output',
  openDeploymentLogs: 'output',
  openDeploymentPage: 'link-external',
  editVariables: 'edit',
  runAudit: 'checklist',
  copyServerUrl: 'copy',
  openInBrowser: 'link-external',
  showAnalytics: 'graph',
  copyEnvironmentId: 'copy',
  copyProjectId: 'copy',
  copyDeploymentId: 'copy',
  copyCommitId: 'copy',
  dismissRedeploy: 'close',
  copyCollectorConfig: 'copy',
  editPlayground: 'edit',
};

/** `key`: the same button when it is drawn anew has the same, so that it keeps the focus. */
export function button(
  label: string,
  icon: string,
  key: string,
  run: () => void,
  className = 'action',
): HTMLElement {
  const made = element('button', className, { type: 'button', 'data-key': key }, iconElement(icon), label);
  made.addEventListener('click', run);
  return made;
}

/** A button that has the host do something. `place`: where it stands. */
export function actionButton(
  { strings, post }: Kit,
  action: Action,
  place: string,
  className = 'action',
): HTMLElement {
  const run = (): void => post({ kind: 'run', action });
  return button(strings[action], icons[action], `${place}-${action}`, run, className);
}

/** A value with a small button behind it that copies it. */
export function copied(kit: Kit, value: HTMLElement, action: Action, place: string): HTMLElement {
  return element(
    'span',
    'copied',
    {},
    value,
    iconButton(kit.strings[action], `${place}-${action}`, () => kit.post({ kind: 'run', action })),
  );
}

/** One whose words are for screen readers, and for who rests on it. */
export function iconButton(label: string, key: string, run: () => void): HTMLElement {
  const attributes = { type: 'button', 'data-key': key, 'aria-label': label, title: label };
  const made = element('button', 'tool', attributes, iconElement('copy'));
  made.addEventListener('click', run);
  return made;
}

export type Fact = readonly [name: string, value: HTMLElement | string | undefined];

/** Names and values; what is absent is left out. */
export function factsElement(facts: readonly Fact[]): HTMLElement {
  return element(
    'dl',
    'facts',
    {},
    ...facts.flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            element(
              'div',
              '',
              {},
              element('dt', '', {}, name),
              element('dd', '', {}, typeof value === 'string' ? words(value) : value),
            ),
          ],
    ),
  );
}

/** Absent where nobody says it. */
export function said(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : words(text);
}

/** A time as people here write it; what is none stays as it is. */
export function timeElement(iso: string | undefined): HTMLElement | undefined {
  if (iso === undefined) return undefined;
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return words(iso);
  const language = document.documentElement.lang || undefined;
  const shown = date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return element('time', '', { datetime: iso, title: iso }, shown);
}

const toneIcons: Readonly<Record<Tone, string>> = {
  running: 'sync codicon-modifier-spin',
  passed: 'pass-filled',
  failed: 'error',
  canceled: 'circle-slash',
  none: 'circle-outline',
  unknown: 'info',
};

/** How something stands: in words, with a shape, and in a colour. */
export function statusElement(tone: Tone, text: string): HTMLElement {
  return element('p', `status ${tone}`, {}, iconElement(toneIcons[tone]), words(text));
}

/** Ways to what waits further down. */
export function notesElement(notes: readonly Note[], { lead }: Kit): HTMLElement {
  return element(
    'ul',
    'notes',
    {},
    ...notes.map(({ section, text }) => {
      const icon = section === 'telemetry' ? 'warning' : 'info';
      const way = button(text, icon, `note-${section}`, () => lead(section), `note ${section}`);
      return element('li', '', {}, way);
    }),
  );
}

/** What is wrong, and what may be done about it. Without a section it is about the whole page. */
export function problemElement(
  { message, remedies, isCalm }: PageProblem,
  { post }: Kit,
  section?: SectionId,
): HTMLElement {
  return element(
    'div',
    `notice ${isCalm ? 'calm' : 'error'}`,
    {},
    iconElement(isCalm ? 'info' : 'error'),
    words(message, 'span', 'words'),
    ...(remedies.length === 0
      ? []
      : [
          element(
            'span',
            'actions',
            {},
            ...remedies.map(({ label, icon }, index) =>
              button(label, icon, `${section ?? 'page'}-remedy-${index}`, () =>
                post({ kind: 'remedy', index, ...defined({ section }) }),
              ),
            ),
          ),
        ]),
  );
}

export function loadingElement({ strings }: Kit): HTMLElement {
  return element('p', 'quiet', {}, iconElement('loading codicon-modifier-spin'), ' ', strings.loading);
}

export function actionsElement(...buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', 'actions', {}, ...buttons);
}
