import { element } from '../../editor/webview/dom.ts';
import type { FromPage, Identity, PageProblem, PageState, SectionId } from '../page/protocol.ts';
import type { Strings } from '../page/strings.ts';
import { playgroundChildren, telemetryChildren } from './details.ts';
import { deploymentChildren, environmentChildren, variablesChildren } from './environment.ts';
import { headChildren } from './head.ts';
import { type Kit, loadingElement, problemElement } from './parts.ts';

export interface Page {
  draw(state: PageState): void;
  /** Brings a section into view, and the focus to it. */
  lead(section: SectionId): void;
  /** Tells it to a screen reader. */
  say(text: string): void;
}

interface PageHost {
  readonly post: (message: FromPage) => void;
  /** What `save` was given last. */
  readonly kept: unknown;
  readonly save: (state: { readonly identity: Identity; readonly scroll: number }) => void;
}

interface Block {
  readonly root: HTMLElement;
  /** What it shows, as text: the same is not drawn anew. */
  drawn?: string;
}

/** The page of an environment. Only what has changed is drawn anew, and the focus stays where it was. */
export function createPage(app: HTMLElement, strings: Strings, host: PageHost): Page {
  const kit: Kit = { strings, post: host.post, lead };
  const head: Block = { root: element('header', 'head') };
  const sections: Readonly<Record<SectionId, Block & { readonly content: HTMLElement }>> = {
    environment: section('environment', strings.environment),
    deployment: section('deployment', strings.deployment),
    variables: section('variables', strings.variables),
    telemetry: section('telemetry', strings.telemetry),
    playground: section('playground', strings.playground),
  };
  const main = element('main', '', {}, ...Object.values(sections).map(({ root }) => root));
  const spoken = element('div', 'unseen', { role: 'status' });
  let state: PageState | undefined;
  /** The section, or how far down in px, that stays in view while what is above comes. */
  let goal: SectionId | number | undefined = scrollOf(host.kept);
  app.replaceChildren(head.root, main, spoken);

  function drawBlock(block: Block, shows: unknown, children: () => readonly HTMLElement[]): void {
    const text = JSON.stringify(shows);
    if (block.drawn === text) return;
    block.drawn = text;
    const key = block.root.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
    const place = 'content' in block && block.content instanceof HTMLElement ? block.content : block.root;
    place.replaceChildren(...children());
    if (key === undefined) return;
    const same = app.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const next = same ?? app.querySelector<HTMLElement>('[data-key="refresh"], h1');
    next?.focus({ preventScroll: true });
  }

  function drawPart<Value>(
    id: SectionId,
    part: { readonly isLoading: boolean; readonly value?: Value; readonly problem?: PageProblem },
    children: (value: Value) => readonly HTMLElement[],
  ): void {
    const { isLoading, value, problem } = part;
    sections[id].root.setAttribute('aria-busy', String(isLoading));
    drawBlock(sections[id], [value, problem, value === undefined && isLoading], () => [
      ...(problem ? [problemElement(problem, kit, id)] : []),
      ...(value === undefined ? [] : children(value)),
      ...(value === undefined && isLoading ? [loadingElement(kit)] : []),
    ]);
  }

  function draw(next: PageState): void {
    state = next;
    const { environment, deployment, telemetry, playground, changed, problem } = next;
    drawBlock(head, [next.head, problem, next.actions], () => headChildren(next, kit));
    main.hidden = problem !== undefined;
    if (!problem) {
      drawPart('environment', environment, (value) => environmentChildren(value, kit));
      drawPart('deployment', deployment, (value) => deploymentChildren(value, kit));
      drawBlock(sections.variables, [changed, next.actions], () => variablesChildren(next, kit));
      drawPart('telemetry', telemetry, (value) => telemetryChildren(value, kit));
      drawPart('playground', playground, (value) => playgroundChildren(value, kit));
    }
    const refresh = head.root.querySelector('[data-key="refresh"] .codicon');
    refresh?.classList.toggle('codicon-modifier-spin', isReading(next));
    toGoal();
    save();
  }

  function lead(id: SectionId): void {
    goal = id;
    sections[id].root.querySelector('h2')?.focus({ preventScroll: true });
    toGoal();
  }

  function toGoal(): void {
    if (typeof goal === 'number') window.scrollTo(0, goal);
    else if (goal !== undefined) sections[goal].root.scrollIntoView({ block: 'start' });
    if (state && !isReading(state)) goal = undefined;
  }

  function save(): void {
    const scroll = typeof goal === 'number' ? goal : window.scrollY;
    if (state) host.save({ identity: state.identity, scroll });
  }

  // Who scrolls or types goes on from there.
  for (const event of ['wheel', 'keydown', 'pointerdown']) {
    window.addEventListener(event, () => (goal = undefined), { passive: true, capture: true });
  }
  window.addEventListener('scroll', save, { passive: true });

  return {
    draw,
    lead,
    say(text) {
      // The same words again are told again.
      spoken.textContent = '';
      spoken.textContent = text;
    },
  };
}

function section(id: SectionId, title: string): Block & { readonly content: HTMLElement } {
  const content = element('div', 'content');
  const heading = element('h2', '', { id, tabindex: '-1' }, title);
  return { content, root: element('section', id, { 'aria-labelledby': id }, heading, content) };
}

function isReading({ environment, deployment, telemetry, playground }: PageState): boolean {
  return [environment, deployment, telemetry, playground].some(({ isLoading }) => isLoading);
}

function keyOf(focused: Element | null): string | undefined {
  return focused instanceof HTMLElement ? focused.dataset['key'] : undefined;
}

function scrollOf(kept: unknown): number {
  const scroll: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'scroll') : undefined;
  return typeof scroll === 'number' ? scroll : 0;
}
