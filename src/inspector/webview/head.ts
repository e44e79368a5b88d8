import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage, InspectorState } from '../protocol.ts';
import { serverIcon } from './serverIcon.ts';
import { toolbarPart } from './toolbar.ts';

interface HeadView {
  readonly language: string;
  /** Whether the connection details are expanded. */
  readonly isOpen: boolean;
  readonly post: PageHost<InspectorPage>['post'];
  toggle(isOpen: boolean): void;
}

type StepOutcome = InspectorState['steps'][number]['outcome'];

function stepIcon(outcome: StepOutcome): PageTemplate {
  if (outcome === 'passed') return icon('pass', 'good');
  if (outcome === 'failed') return icon('error', 'bad');
  return icon(outcome === 'none' ? 'circle-slash' : 'circle-outline');
}

/** Draws the head of the page: the server's name, connection, and output. */
export function inspectorHeadPart(
  state: InspectorState,
  texts: InspectorTexts,
  view: HeadView,
): PageTemplate {
  const { identity, phase, failure, notice, facts } = state;
  const { post } = view;
  const isOpen = view.isOpen || phase === 'failed';
  return html`<header>
    <div class="bar">
      <h1 tabindex="-1">${state.icon ? serverIcon(state.icon) : nothing}${textSpan(identity.title)}</h1>
      <span class="phase ${phase}" role="status">${phaseIcon(phase)}${phaseText(state, texts, view.language)}</span>
      ${phase === 'failed' ? nothing : detailsToggle(state, texts, isOpen, view.toggle)}
      <span class="actions">${toolbarPart(state, texts, post)}</span>
    </div>
    ${failure === undefined ? nothing : html`<p class="iconed" role="alert">${icon('error', 'bad')}${textSpan(failure)}</p>${remediesPart(state, texts, post)}`}
    ${notice === undefined ? nothing : html`<p class="iconed" role="status">${icon('info')}${textSpan(notice)}</p>`}
    <section class="connection" aria-label=${texts.connectionDetails} ?hidden=${!isOpen}>
      <dl class="facts">${
        state.process
          ? html`<dt>${texts.command}</dt><dd>${textSpan(state.process.command)}</dd>`
          : html`<dt>URL</dt><dd>${textSpan(state.url ?? identity.url)}</dd>`
      }${identity.entry ? html`<dt>${texts.file}</dt><dd>${textSpan(shortFilePath(identity.entry.file))}</dd>` : nothing}
        ${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${textSpan(value)}</dd>`)}</dl>
      <h2 id="steps">${texts.steps}</h2>
      <ol class="steps" aria-labelledby="steps">${state.steps.map(
        ({ label, outcome, text }) =>
          html`<li class="iconed">${stepIcon(outcome)}<span>${label}</span>
            <span class="quiet">${toVisibleText(text === undefined || text === failure ? stepText(outcome, texts) : text)}</span></li>`,
      )}</ol>
      ${serverOutputPart(state, texts)}
    </section>
  </header>`;
}

/** Draws the buttons that can solve the failure. *Try Again* is the primary one. */
function remediesPart(
  { phase, canSignIn, probedPath, process, hasInputs, isUnreachable }: InspectorState,
  texts: InspectorTexts,
  post: HeadView['post'],
): PageTemplate {
  const hasFailed = phase === 'failed';
  const remedies = [
    hasFailed &&
      button(texts.tryAgain, { className: 'action primary', key: 'tryAgain' }, () =>
        post({ kind: 'reconnect' }),
      ),
    canSignIn && button(texts.signIn, { icon: 'sign-in', key: 'signIn' }, () => post({ kind: 'signIn' })),
    probedPath !== undefined &&
      button(
        formatText(texts.inspectProbedPath, toVisibleText(probedPath)),
        { icon: 'arrow-right', key: 'inspectProbedPath' },
        () => post({ kind: 'inspectProbedPath' }),
      ),
    hasFailed &&
      !process &&
      !isUnreachable &&
      button(texts.headers, { icon: 'key', key: 'headers' }, () => post({ kind: 'editHeaders' })),
    hasFailed &&
      hasInputs &&
      button(texts.inputs, { icon: 'edit', key: 'editInputs' }, () => post({ kind: 'editInputs' })),
    hasFailed &&
      process &&
      button(texts.openOutput, { icon: 'output', key: 'openOutput' }, () => post({ kind: 'openOutput' })),
  ].filter((remedy) => remedy !== false && remedy !== undefined);
  return remedies.length === 0 ? nothing : html`<p class="remedies">${remedies}</p>`;
}

/** Draws the button with the most important facts that expands the connection details. */
function detailsToggle(
  { facts }: InspectorState,
  texts: InspectorTexts,
  isOpen: boolean,
  toggle: (isOpen: boolean) => void,
): PageTemplate {
  const values = facts.slice(0, 3).map(({ value }) => toVisibleText(value));
  return html`<button type="button" class="tool details-toggle" data-key="steps" title=${texts.connectionDetails}
    aria-expanded=${isOpen} @click=${() => toggle(!isOpen)}>${icon(isOpen ? 'chevron-down' : 'chevron-right')}<span
      class="quiet one-line">${
        values.length === 0
          ? texts.connectionDetails
          : values.map((value, index) => html`<span class="fact">${index === 0 ? '' : ' · '}${value}</span>`)
      }</span></button>`;
}

function phaseIcon(phase: InspectorState['phase']): PageTemplate {
  if (phase === 'connecting') return icon('loading', 'codicon-modifier-spin');
  return phase === 'connected' ? icon('pass', 'good') : icon('error', 'bad');
}

function phaseText({ phase, connectedAt }: InspectorState, texts: InspectorTexts, language: string): string {
  if (phase === 'connecting') return texts.connecting;
  if (phase === 'failed' || connectedAt === undefined) return texts.failed;
  return formatText(
    texts.connected,
    new Date(connectedAt).toLocaleTimeString(language, { timeStyle: 'short' }),
  );
}

function stepText(outcome: StepOutcome, texts: InspectorTexts): string {
  switch (outcome) {
    case 'passed':
      return texts.stepPassed;
    case 'failed':
      return texts.stepFailed;
    case 'waiting':
      return texts.stepNotTried;
    case 'none':
      return texts.stepNotUsed;
  }
}

/** Draws the end of the process's standard error. */
function serverOutputPart({ process }: InspectorState, texts: InspectorTexts): PageTemplate {
  if (!process || process.output === '') return nothing;
  return html`<h2 id="output">${texts.lastOutputLines}</h2>
    <pre class="output" tabindex="0" dir="ltr" aria-labelledby="output">${markInvisibleCharacters(process.output)}</pre>`;
}

/** Returns the last folder and the file name of a URI. */
const shortFilePath = (uri: string): string => tryDecode(uri.split('/').slice(-2).join('/'));

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
