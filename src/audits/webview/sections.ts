import { element, iconElement } from '../../editor/webview/dom.ts';
import type { Check } from '../report/checks.ts';
import type { Kind } from '../report/kinds.ts';
import type { Section } from '../report/view.ts';
import type { ToReport } from '../reportProtocol.ts';
import { checkElement } from './checkElement.ts';
import { searchText } from './filter.ts';
import { kindIcons, words } from './parts.ts';

interface DrawnCheck {
  readonly check: Check;
  readonly text: string;
  readonly root: HTMLElement;
}

interface DrawnCategory {
  /** The same in the next report. */
  readonly key: string;
  readonly root: HTMLDetailsElement;
  readonly count: HTMLElement;
  readonly checks: readonly DrawnCheck[];
}

/** The checks of one kind, as they are drawn. */
export interface DrawnSection {
  readonly kind: Kind;
  readonly root: HTMLElement;
  readonly count: HTMLElement;
  readonly categories: readonly DrawnCategory[];
}

interface SectionActions {
  isOpen(index: number): boolean;
  toggledCheck(index: number, isOpen: boolean): void;
  toggledCategory(key: string, isOpen: boolean): void;
  find(index: number): void;
}

export function drawSection(section: Section, message: ToReport, actions: SectionActions): DrawnSection {
  const { kind, title } = section;
  const aboutTools = new Set(message.aboutTools);
  const count = element('span', 'count', {}, String(section.count));
  const categories = section.categories.map(({ name, checks }): DrawnCategory => {
    const key = `${kind}/${name}`;
    const drawn = checks.map((check) => ({
      check,
      text: searchText(check, name),
      root: checkElement(check, {
        strings: message.strings,
        isAboutTool: aboutTools.has(check.index),
        isOpen: actions.isOpen(check.index),
        find: () => actions.find(check.index),
        toggled: (isOpen) => actions.toggledCheck(check.index, isOpen),
      }),
    }));
    const inIt = element('span', 'count', {}, String(checks.length));
    const summary = element(
      'summary',
      '',
      { 'data-key': `category-${key}` },
      iconElement('chevron-right'),
      element('h3', '', {}, words(name), inIt),
    );
    const root = element('details', 'category', {}, summary, ...drawn.map((one) => one.root));
    // Only what a person does: a filter opens categories, too.
    summary.addEventListener('click', () => actions.toggledCategory(key, !root.open));
    return { key, root, count: inIt, checks: drawn };
  });
  const root = element(
    'section',
    `kind ${kind}`,
    { 'aria-labelledby': `kind-${kind}` },
    element('h2', '', { id: `kind-${kind}` }, iconElement(kindIcons[kind]), title, count),
    ...categories.map((one) => one.root),
  );
  return { kind, root, count, categories };
}
