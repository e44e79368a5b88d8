import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createElement } from '../../editor/webview/dom.ts';
import type { PageProblem, PageStart } from '../../editor/webview/protocol.ts';
import { icon, type PageTemplate, renderKeepingFocus } from '../../editor/webview/templates.ts';
import { getField } from '../../fields.ts';
import type { EnvironmentPage, SectionId } from '../page/protocol.ts';
import { environmentHead } from './head.ts';
import { type DrawContext, problemElement } from './parts.ts';
import {
  deploymentPart,
  environmentPart,
  intentsPart,
  playgroundPart,
  registryPart,
  telemetryPart,
  variablesPart,
} from './sections.ts';

/** Creates the page of an environment. */
export function createPage(
  app: HTMLElement,
  { texts, state: first }: PageStart<EnvironmentPage>,
  { post, savedState, save, liveRegion }: PageHost<EnvironmentPage>,
): PageHandlers<EnvironmentPage> {
  const drawContext: DrawContext = { texts, post, goToSection };
  const head = createElement('header', 'head');
  const main = createElement('main', '');
  const savedScroll = getField(savedState, 'scroll');
  let state = first;
  /** The section or the scroll position in px to keep in view while the content above it loads. */
  let scrollTarget: SectionId | number | undefined = typeof savedScroll === 'number' ? savedScroll : 0;
  app.replaceChildren(head, main, liveRegion);

  function section(id: SectionId, content: PageTemplate, isLoading?: boolean): TemplateResult {
    const busy = isLoading === undefined ? nothing : String(isLoading);
    return html`<section class=${id} aria-labelledby=${id} aria-busy=${busy}>
      <h2 id=${id} tabindex="-1">${texts[id]}</h2><div class="content">${content}</div>
    </section>`;
  }

  /** Draws a section that is read separately. */
  function part<Value>(
    id: SectionId,
    { isLoading, value, problem }: { isLoading: boolean; value?: Value; problem?: PageProblem },
    content: (value: Value, drawContext: DrawContext) => PageTemplate,
  ): TemplateResult {
    const loading = isLoading
      ? html`<p class="quiet">${icon('loading', 'codicon-modifier-spin')} ${texts.loading}</p>`
      : nothing;
    const sectionContent = value === undefined ? loading : content(value, drawContext);
    return section(id, html`${problemElement(problem, drawContext, id)}${sectionContent}`, isLoading);
  }

  function draw(): void {
    const { environment, deployment, telemetry, playground, problem, head: headState, identity } = state;
    // A project publishes the server of its production environment.
    const canPublish = headState.isProduction && identity.projectId !== undefined;
    renderKeepingFocus(app, '[data-key="refresh"], h1', () => {
      render(environmentHead(state, isLoadingAny(), drawContext), head);
      main.hidden = problem !== undefined;
      if (problem) return;
      render(
        html`${part('environment', environment, environmentPart)}${part('deployment', deployment, deploymentPart)}
        ${section('variables', variablesPart(state, drawContext))}
        ${part('telemetry', telemetry, telemetryPart)}${part('playground', playground, playgroundPart)}
        ${section('intents', intentsPart(drawContext))}
        ${canPublish ? section('registry', registryPart(drawContext)) : nothing}`,
        main,
      );
    });
    scrollToTarget();
    saveState();
  }

  function goToSection(id: SectionId): void {
    scrollTarget = id;
    document.getElementById(id)?.focus({ preventScroll: true });
    scrollToTarget();
  }

  function scrollToTarget(): void {
    if (typeof scrollTarget === 'number') window.scrollTo(0, scrollTarget);
    else if (scrollTarget !== undefined)
      main.querySelector(`section.${scrollTarget}`)?.scrollIntoView({ block: 'start' });
    if (!isLoadingAny()) scrollTarget = undefined;
  }

  function isLoadingAny(): boolean {
    const { environment, deployment, telemetry, playground } = state;
    return [environment, deployment, telemetry, playground].some(({ isLoading }) => isLoading);
  }

  function saveState(): void {
    save({
      identity: state.identity,
      scroll: typeof scrollTarget === 'number' ? scrollTarget : window.scrollY,
    });
  }

  // If the user scrolls, types, or clicks, the page must no longer scroll by itself.
  for (const event of ['wheel', 'keydown', 'pointerdown']) {
    window.addEventListener(event, () => (scrollTarget = undefined), { passive: true, capture: true });
  }
  window.addEventListener('scroll', saveState, { passive: true });
  draw();

  return {
    state(next) {
      state = next;
      draw();
    },
    showSection: ({ section }) => goToSection(section),
  };
}
