import { html, nothing } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisible } from '../../editor/webview/invisibleMarks.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { createFormField } from '../form/createFormField.ts';
import type { FormField } from '../form/field.ts';
import { type FieldDrafts, withDraft } from '../form/fieldDraft.ts';
import { createInitialObject } from '../form/initialValue.ts';
import { encodePointer, type JsonValue } from '../form/json.ts';
import { type ValidationResult, validateBySchema } from '../form/validateBySchema.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { isWaitingForUser, type PendingRequest } from '../serverRequests/pendingRequest.ts';
import { formPart } from './form.ts';
import { afterPointerRelease, blurredFields, focusFirstInvalid } from './formFocus.ts';
import { problemCountPart } from './problemCount.ts';
import { samplingPart } from './sampling.ts';
import { uncheckedPart } from './unchecked.ts';
import { urlElicitationPart } from './urlElicitation.ts';

type RequestAction = 'accept' | 'decline' | 'cancel';

interface AsksDeps {
  readonly strings: InspectorTexts;
  readonly draw: () => void;
  readonly say: (text: string) => void;
  readonly answer: (id: number, action: RequestAction, content?: unknown) => void;
  readonly act: (kind: 'visitAsked' | 'useModel' | 'stopModel', id: number) => void;
}

interface AnswerDraft {
  readonly schema: unknown;
  readonly field: FormField;
  value: JsonValue;
  drafts: FieldDrafts;
  /** JSON Pointers of the fields that the user left. */
  readonly touchedFields: Set<string>;
  /** Whether the user tried to send an invalid form. All issues are shown then, and the next attempt sends it. */
  isSubmitted: boolean;
  text: string;
  /** The last answer of a chat model, which is compared with the next one. */
  answer: object | undefined;
  isDone: boolean;
}

/** Creates the pending requests of the server. Each waits for the user's answer. */
export function createServerRequestsPart({
  strings,
  draw,
  say,
  answer,
  act,
}: AsksDeps): (asks: readonly PendingRequest[], refusedCount: number) => PageTemplate {
  const answers = new Map<number, AnswerDraft>();

  function answering(ask: PendingRequest): AnswerDraft {
    const { id, schema, sampling, urlElicitation } = ask;
    let state = answers.get(id);
    if (!state) {
      const field = createFormField(schema ?? {});
      const form = {
        schema: schema ?? {},
        field,
        value: createInitialObject(field),
        drafts: {},
        touchedFields: new Set<string>(),
        isSubmitted: false,
      };
      state = { ...form, text: '', answer: undefined, isDone: false };
      answers.set(id, state);
      say(serverRequestTitle(ask, strings));
    }
    const { answer: got } = sampling ?? {};
    if (got && JSON.stringify(got) !== JSON.stringify(state.answer)) {
      Object.assign(state, { answer: got, text: got.text });
      say(strings.modelAnswered);
    }
    if (urlElicitation?.phase === 'done' && !state.isDone) say(strings.urlElicitationComplete);
    state.isDone = urlElicitation?.phase === 'done';
    return state;
  }

  function askPart(ask: PendingRequest): PageTemplate {
    const { id, kind, message, lines, sampling } = ask;
    const state = answering(ask);
    const settle = (action: RequestAction, content?: unknown): void => {
      answers.delete(id);
      answer(id, action, content);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (kind === 'elicitation') settle('cancel');
      else if (sampling?.running !== undefined) act('stopModel', id);
    };
    const decline = button(strings.decline, { icon: 'close', key: `decline-${id}` }, () => settle('decline'));
    const cancel =
      kind === 'elicitation'
        ? button(strings.cancel, { icon: 'circle-slash', key: `cancel-${id}`, hint: strings.cancelKey }, () =>
            settle('cancel'),
          )
        : nothing;
    const ways = html`${decline}${cancel}`;
    return html`<section class="ask" aria-labelledby="ask-${id}" @keydown=${onKey}>
      <h2 id="ask-${id}" class="iconed">${icon('question')}${serverRequestTitle(ask, strings)}</h2>
      ${message === '' ? nothing : html`<p class="text" dir="auto">${markInvisible(message)}</p>`}
      ${
        lines.length === 0
          ? nothing
          : html`<dl class="facts">${lines.map(({ label, value }) => html`<dt>${textSpan(label)}</dt><dd class="text" dir="auto">${markInvisible(value)}</dd>`)}</dl>`
      }
      ${partOf(ask, state, settle, ways)}
    </section>`;
  }

  function partOf(
    ask: PendingRequest,
    state: AnswerDraft,
    settle: (action: RequestAction, content?: unknown) => void,
    ways: PageTemplate,
  ): PageTemplate {
    const { id, kind, urlElicitation, sampling } = ask;
    if (urlElicitation) {
      return urlElicitationPart(id, urlElicitation, strings, {
        open: () => act('visitAsked', id),
        leave: () => settle('cancel'),
        ways,
      });
    }
    if (sampling) {
      return samplingPart(id, sampling, strings, {
        text: state.text,
        ways,
        setText(text) {
          state.text = text;
          draw();
        },
        send: () => settle('accept', state.text),
        act: (what) => act(what, id),
      });
    }
    const label = kind === 'roots' ? strings.allow : strings.send;
    const problems = kind === 'roots' ? 0 : check(state).issues.length;
    const accept = ({ currentTarget }: Event): void => {
      if (problems > 0 && !state.isSubmitted) {
        state.isSubmitted = true;
        draw();
        const section = (currentTarget as Element).closest('.ask');
        if (section) focusFirstInvalid(section);
      } else settle('accept', kind === 'roots' ? undefined : state.value);
    };
    return html`${kind === 'roots' ? nothing : requestFormPart(ask, state)}
      <p class="actions"><button type="button" class="action primary" data-key="accept-${id}" @click=${accept}>${label}</button>${ways}${
        state.isSubmitted ? problemCountPart(problems, strings) : nothing
      }</p>`;
  }

  const check = ({ schema, value }: AnswerDraft): ValidationResult =>
    validateBySchema(schema, value, strings.form);

  function requestFormPart({ id }: PendingRequest, state: AnswerDraft): PageTemplate {
    const left = (event: FocusEvent): void => {
      const places = blurredFields(event).filter((place) => !state.touchedFields.has(place));
      if (places.length === 0) return;
      afterPointerRelease(() => {
        for (const place of places) state.touchedFields.add(place);
        draw();
      });
    };
    const whole = formPart({
      id: `ask-${id}`,
      field: state.field,
      value: state.value,
      drafts: state.drafts,
      issues: check(state).issues,
      isTouched: (path) => state.isSubmitted || state.touchedFields.has(encodePointer(path)),
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
    return html`<div @focusout=${left}>${check(state).isUnchecked ? uncheckedPart(strings.form) : nothing}${whole}</div>`;
  }

  return (asks, refusedCount) => {
    const ids = new Set(asks.map(({ id }) => id));
    for (const id of answers.keys()) if (!ids.has(id)) answers.delete(id);
    // Requests that the server waits for come first.
    const sorted = asks.toSorted(
      (one, other) => Number(isWaitingForUser(other)) - Number(isWaitingForUser(one)),
    );
    return html`<div class="asks" role="region" aria-label=${strings.serverRequests}>${
      refusedCount === 0
        ? nothing
        : html`<p class="iconed" role="status">${icon('warning', 'poor')}${refusedCount === 1 ? strings.oneRequestRejected : formatText(strings.requestsRejected, refusedCount)}</p>`
    }${sorted.map(askPart)}</div>`;
  };
}

function serverRequestTitle({ kind, urlElicitation }: PendingRequest, strings: InspectorTexts): string {
  if (urlElicitation)
    return urlElicitation.isRequired ? strings.urlElicitationRequired : strings.urlElicitationRequested;
  if (kind === 'elicitation') return strings.inputRequested;
  return kind === 'sampling' ? strings.samplingRequested : strings.rootsRequested;
}
