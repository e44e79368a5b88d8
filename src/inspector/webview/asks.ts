import { html, nothing } from 'lit/html.js';
import { button, icon, type Part, words } from '../../editor/webview/parts.ts';
import { type Drafts, withDraft } from '../form/draft.ts';
import { fieldOf } from '../form/fieldOf.ts';
import { issuesOf } from '../form/issues.ts';
import type { Json } from '../form/json.ts';
import { startValue } from '../form/startValue.ts';
import type { Ask } from '../shapes.ts';
import type { InspectorStrings } from '../strings.ts';
import { form } from './form.ts';

interface AsksDeps {
  readonly strings: InspectorStrings;
  readonly draw: () => void;
  readonly answer: (id: number, action: 'accept' | 'decline' | 'cancel', content?: unknown) => void;
}

interface Answering {
  value: Json;
  drafts: Drafts;
  text: string;
}

/** What the server asks while it works. Each waits until the person has answered. */
export function createAsksPart({ strings, draw, answer }: AsksDeps): (asks: readonly Ask[]) => Part {
  const answers = new Map<number, Answering>();

  function answering({ id, schema }: Ask): Answering {
    const known = answers.get(id) ?? { value: startValue(fieldOf(schema ?? {})), drafts: {}, text: '' };
    answers.set(id, known);
    return known;
  }

  function askPart(ask: Ask): Part {
    const { id, kind, message, lines } = ask;
    const state = answering(ask);
    const settle = (action: 'accept' | 'decline' | 'cancel', content?: unknown): void => {
      answers.delete(id);
      answer(id, action, content);
    };
    const title = titleOf(ask, strings);
    const content = (): unknown =>
      kind === 'elicitation' ? state.value : kind === 'sampling' ? state.text : undefined;
    const mayAccept = kind !== 'sampling' || state.text.trim() !== '';
    return html`<section class="ask" aria-labelledby="ask-${id}">
      <h2 id="ask-${id}" class="iconed">${icon('question')}${title}</h2>
      ${message === '' ? nothing : html`<p class="text">${words(message)}</p>`}
      ${
        lines.length === 0
          ? nothing
          : html`<dl class="facts">${lines.map(({ label, value }) => html`<dt>${words(label)}</dt><dd>${words(value)}</dd>`)}</dl>`
      }
      ${kind === 'elicitation' ? formPart(ask, state) : nothing}
      ${
        kind === 'sampling'
          ? html`<textarea aria-label=${strings.yourAnswer} placeholder=${strings.yourAnswer} rows="4" .value=${state.text}
              @input=${({ target }: Event) => {
                state.text = (target as HTMLTextAreaElement).value;
                draw();
              }}></textarea>`
          : nothing
      }
      <p class="actions">
        <button type="button" class="action primary" data-key="accept-${id}" ?disabled=${!mayAccept}
          @click=${() => settle('accept', content())}>${kind === 'roots' ? strings.allow : strings.send}</button>
        ${button(strings.decline, { icon: 'close', key: `decline-${id}` }, () => settle('decline'))}
      </p>
    </section>`;
  }

  function formPart({ id, schema }: Ask, state: Answering): Part {
    return form({
      ...{ id: `ask-${id}`, field: fieldOf(schema ?? {}), value: state.value },
      drafts: state.drafts,
      issues: issuesOf(schema ?? {}, state.value, strings.form),
      strings: strings.form,
      setValue: (value, drafts) => {
        Object.assign(state, { value, drafts });
        draw();
      },
      setDraft: (path, draft) => {
        state.drafts = withDraft(state.drafts, path, draft);
        draw();
      },
    });
  }

  return (asks) =>
    html`<div class="asks" role="region" aria-label=${strings.asks}>${asks.map(askPart)}</div>`;
}

function titleOf({ kind }: Ask, strings: InspectorStrings): string {
  if (kind === 'elicitation') return strings.asksForInput;
  return kind === 'sampling' ? strings.asksForModel : strings.asksForFolders;
}
