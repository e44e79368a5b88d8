import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createElement } from '../../editor/webview/dom.ts';
import type { PageProblem, PageStart } from '../../editor/webview/protocol.ts';
import { icon, type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import { getField } from '../../fields.ts';
import type { EnvironmentPage, SectionId } from '../page/protocol.ts';
import { environmentHead } from './head.ts';
import { type DrawContext, problemElement } from './parts.ts';
import { deploymentPart, environmentPart, playgroundPart, telemetryPart, variablesPart } from './sections.ts';

/** Creates the page of an environment. */
export function createPage(
  app: HTMLElement,
  { strings, state: first }: PageStart<EnvironmentPage>,
  { post, savedState, save, liveRegion }: PageHost<EnvironmentPage>,
): PageHandlers<EnvironmentPage> {
  const kit: DrawContext = { strings, post, goToSection: lead };
  const head = createElement('header', 'head');
  const main = createElement('main', '');
  const keptScroll = getField(savedState, 'scroll');
  let state = first;
  /** The section or the scroll position in px to keep in view while the content above it loads. */
  let goal: SectionId | number | undefined = typeof keptScroll === 'number' ? keptScroll : 0;
  app.replaceChildren(head, main, liveRegion);

  function section(id: SectionId, content: PageTemplate, isLoading?: boolean): TemplateResult {
    const busy = isLoading === undefined ? nothing : String(isLoading);
    return html`<section class=${id} aria-labelledby=${id} aria-busy=${busy}>
      <h2 id=${id} tabindex="-1">${strings[id]}</h2><div class="content">${content}</div>
    </section>`;
  }

  /** Draws a section that is read separately. */
  function part<Value>(
    id: SectionId,
    { isLoading, value, problem }: { isLoading: boolean; value?: Value; problem?: PageProblem },
    content: (value: Value, kit: DrawContext) => PageTemplate,
  ): TemplateResult {
    const loading = isLoading
      ? html`<p class="quiet">${icon('loading', 'codicon-modifier-spin')} ${strings.loading}</p>`
      : nothing;
    const shown = value === undefined ? loading : content(value, kit);
    return section(id, html`${problemElement(problem, kit, id)}${shown}`, isLoading);
  }

  function draw(): void {
    const { environment, deployment, telemetry, playground, problem } = state;
    renderKeepingFocus(app, '[data-key="refresh"], h1', () => {
      render(environmentHead(state, isReading(), kit), head);
      main.hidden = problem !== undefined;
      if (problem) return;
      render(
        html`${part('environment', environment, environmentPart)}${part('deployment', deployment, deploymentPart)}
        ${section('variables', variablesPart(state, kit))}
        ${part('telemetry', telemetry, telemetryPart)}${part('playground', playground, playgroundPart)}`,
        main,
      );
    });
    toGoal();
    keep();
  }

  function lead(id: SectionId): void {
    goal = id;
    document.getElementById(id)?.focus({ preventScroll: true });
    toGoal();
  }

  function toGoal(): void {
    if (typeof goal === 'number') window.scrollTo(0, goal);
    else if (goal !== undefined) main.querySelector(`section.${goal}`)?.scrollIntoView({ block: 'start' });
    if (!isReading()) goal = undefined;
  }

  function isReading(): boolean {
    const { environment, deployment, telemetry, playground } = state;
    return [environment, deployment, telemetry, playground].some(({ isLoading }) => isLoading);
  }

  function keep(): void {
    save({ identity: state.identity, scroll: typeof goal === 'number' ? goal : window.scrollY });
  }

  // The user has moved on.
  for (const event of ['wheel', 'keydown', 'pointerdown']) {
    window.addEventListener(event, () => (goal = undefined), { passive: true, capture: true });
  }
  window.addEventListener('scroll', keep, { passive: true });
  draw();

  return {
    state(next) {
      state = next;
      draw();
    },
    lead: ({ section }) => lead(section),
  };
}
