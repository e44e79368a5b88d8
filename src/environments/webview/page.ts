import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { PageHandlers, PageHost } from '../../editor/webview/connect.ts';
import { createElement } from '../../editor/webview/dom.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageProblem, PageStart } from '../../editor/webview/protocol.ts';
import { type PageTemplate, renderKeepingFocus, textSpan } from '../../editor/webview/templates.ts';
import { getField } from '../../fields.ts';
import type { EnvironmentPage, EnvironmentPageState, SectionId } from '../page/protocol.ts';
import { environmentHead } from './head.ts';
import { type DrawContext, loadingElement, problemElement } from './parts.ts';
import {
  auditPart,
  detailsPart,
  errorsNote,
  errorsPart,
  playgroundPart,
  suspendedNote,
  telemetryPart,
} from './sections.ts';
import { type SelectedIntervals, usagePart, usagePlaceholder } from './usage.ts';

type PageSectionId = SectionId | 'audit';

interface PartOptions {
  /** Shown before the data is loaded. */
  readonly placeholder?: PageTemplate;
  /** The text of the heading if it depends on the state. */
  readonly title?: string | undefined;
  /** A short text beside the heading. */
  readonly note?: PageTemplate;
}

/** Creates the page of an environment. */
export function createPage(
  app: HTMLElement,
  { texts, state: first }: PageStart<EnvironmentPage>,
  { post, savedState, save, liveRegion, timeZone, announce }: PageHost<EnvironmentPage>,
): PageHandlers<EnvironmentPage> {
  const drawContext: DrawContext = { texts, post, goToSection };
  const head = createElement('header', 'head');
  const main = createElement('main', '');
  const savedScroll = getField(savedState, 'scroll');
  const selectedIntervals: SelectedIntervals = new Map();
  let state = first;
  let isDetailsOpen = getField(savedState, 'isDetailsOpen') === true;
  /** The section at which a command opened the page. It's shown even if it has no content. */
  let requestedSection: SectionId | undefined;
  /** The section or the scroll position in px to keep in view while the content above it loads. */
  let scrollTarget: SectionId | number | undefined = typeof savedScroll === 'number' ? savedScroll : 0;
  app.replaceChildren(head, main, liveRegion);

  function section(
    id: Exclude<PageSectionId, 'environment' | 'deployment' | 'reason'>,
    content: PageTemplate,
    { isLoading, title = texts[id], note = nothing }: PartOptions & { readonly isLoading?: boolean } = {},
  ): TemplateResult {
    const busy = isLoading === undefined ? nothing : String(isLoading);
    return html`<section class=${id} aria-labelledby=${id} aria-busy=${busy}>
      <div class="heading"><h2 id=${id} tabindex="-1">${textSpan(title)}</h2>${note}</div>
      <div class="content">${content}</div>
    </section>`;
  }

  /** Draws a section that is read separately. */
  function part<Value>(
    id: 'usage' | 'errors' | 'telemetry' | 'playground',
    { isLoading, value, problem }: { isLoading: boolean; value?: Value; problem?: PageProblem },
    content: (value: Value, drawContext: DrawContext) => PageTemplate,
    { placeholder = html`<p>${loadingElement(texts)}</p>`, ...options }: PartOptions = {},
  ): TemplateResult {
    const sectionContent =
      value === undefined ? (isLoading ? placeholder : nothing) : content(value, drawContext);
    return section(id, html`${problemElement(problem, drawContext, id)}${sectionContent}`, {
      ...options,
      isLoading,
    });
  }

  /** Draws a section, or nothing if it has no content, and no command has opened the page at it. */
  const unlessHidden = (id: 'telemetry' | 'playground', content: () => TemplateResult): PageTemplate =>
    state.hiddenSections.includes(id) && requestedSection !== id ? nothing : content();

  function draw(): void {
    const { usage, errors, audit, telemetry, playground, problem } = state;
    const usageContext = { ...drawContext, timeZone, selectedIntervals, announce, redraw: draw };
    const hasErrors = (errors.value?.rows.length ?? 0) > 0 || errors.problem !== undefined;
    const hasUsage = usage.value !== undefined || usage.isLoading || usage.problem !== undefined;
    const hasDeploymentPage = state.menu.some((group) => group.includes('openDeploymentPage'));
    const { project } = state.head;
    const usageTitle = project === undefined ? undefined : formatText(texts.usageOfProject, project);
    const toggleDetails = (isOpen: boolean): void => {
      isDetailsOpen = isOpen;
      saveState();
    };
    renderKeepingFocus(app, '[data-key="refresh"], h1', () => {
      render(environmentHead(state, isLoadingAny(state), drawContext), head);
      main.hidden = problem !== undefined;
      if (problem) return;
      render(
        html`${hasErrors ? part('errors', errors, errorsPart, { note: errorsNote(errors.value) }) : nothing}
        ${hasUsage ? part('usage', usage, (value) => usagePart(value, usageContext), { placeholder: usagePlaceholder(), title: usageTitle }) : nothing}
        ${audit ? section('audit', auditPart(audit, drawContext)) : nothing}
        ${unlessHidden('telemetry', () => part('telemetry', telemetry, (value, context) => telemetryPart(value, context, hasDeploymentPage), { note: suspendedNote(telemetry.value) }))}
        ${unlessHidden('playground', () => part('playground', playground, playgroundPart))}
        <section class="environment" aria-labelledby="environment" aria-busy=${String(state.environment.isLoading)}>
          ${detailsPart(state, isDetailsOpen, toggleDetails, drawContext)}
        </section>`,
        main,
      );
    });
    scrollToTarget();
    saveState();
  }

  function goToSection(id: SectionId): void {
    scrollTarget = id;
    main.classList.add('scrolls-past-end');
    document.getElementById(id)?.focus({ preventScroll: true });
    scrollToTarget();
  }

  function scrollToTarget(): void {
    if (typeof scrollTarget === 'number') window.scrollTo(0, scrollTarget);
    else if (scrollTarget !== undefined)
      main.querySelector(`section.${scrollTarget}`)?.scrollIntoView({ block: 'start' });
    if (!isLoadingAny(state)) scrollTarget = undefined;
  }

  function saveState(): void {
    save({
      identity: state.identity,
      isDetailsOpen,
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
    showSection: ({ section }) => {
      requestedSection = section;
      draw();
      goToSection(section);
    },
  };
}

function isLoadingAny(state: EnvironmentPageState): boolean {
  const { environment, deployment, telemetry, playground, usage, errors, reason } = state;
  return [environment, deployment, telemetry, playground, usage, errors, reason].some(
    (one) => one?.isLoading,
  );
}
