import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { markInvisibleCharacters } from '../../editor/webview/markInvisibleCharacters.ts';
import { button, icon, type PageTemplate, textSpan } from '../../editor/webview/templates.ts';
import { createFormField } from '../form/createFormField.ts';
import type { FormField } from '../form/field.ts';
import { type FieldDrafts, withDraft } from '../form/fieldDraft.ts';
import { createInitialObject } from '../form/initialValue.ts';
import { type ValidationResult, validateBySchema } from '../form/validateBySchema.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage } from '../protocol.ts';
import type { JsonValue } from '../schema/json.ts';
import { encodePointer } from '../schema/pointer.ts';
import { isWaitingForUser, type PendingRequest } from '../serverRequests/pendingRequestSchema.ts';
import { formPart } from './form.ts';
import { afterPointerRelease, focusFirstInvalid, getBlurredFields } from './formFocus.ts';
import { samplingPart } from './sampling.ts';
import { urlElicitationPart } from './urlElicitation.ts';
import { problemCountPart, uncheckedPart } from './validationNotes.ts';

type RequestAction = 'accept' | 'decline' | 'cancel';

interface AnswerDraft {
  readonly schema: unknown;
  readonly field: FormField;
  value: JsonValue;
  drafts: FieldDrafts;
  /** JSON Pointers of the fields that the user has left. */
  readonly touchedFields: Set<string>;
  /** Whether the user tried to send an invalid form. If so, all issues are shown, and the next attempt sends the form. */
  isSubmitted: boolean;
  /** The text of a sampling answer. */
  text: string;
  /** The last answer of a chat model, which is compared with the next one. */
  answer: object | undefined;
  /** Whether the page of a URL elicitation is complete, which is announced once. */
  isDone: boolean;
}

/** Draws the pending requests of the server, which wait for answers of the user. */
export class ServerRequests {
  readonly #texts: InspectorTexts;
  readonly #host: Pick<PageHost<InspectorPage>, 'post' | 'announce'>;
  readonly #draw: () => void;
  readonly #drafts = new Map<number, AnswerDraft>();

  constructor(
    texts: InspectorTexts,
    host: Pick<PageHost<InspectorPage>, 'post' | 'announce'>,
    draw: () => void,
  ) {
    this.#texts = texts;
    this.#host = host;
    this.#draw = draw;
  }

  /** Draws the requests, and the number of requests that were rejected because too many are pending. */
  part(requests: readonly PendingRequest[], rejectedCount: number): PageTemplate {
    const texts = this.#texts;
    const ids = new Set(requests.map(({ id }) => id));
    for (const id of this.#drafts.keys()) if (!ids.has(id)) this.#drafts.delete(id);
    // Requests that the server waits for come first.
    const sorted = requests.toSorted(
      (one, other) => Number(isWaitingForUser(other)) - Number(isWaitingForUser(one)),
    );
    return html`<div class="server-requests" role="region" aria-label=${texts.serverRequests}>${
      rejectedCount === 0
        ? nothing
        : html`<p class="iconed" role="status">${icon('warning', 'poor')}${rejectedCount === 1 ? texts.oneRequestRejected : formatText(texts.requestsRejected, rejectedCount)}</p>`
    }${sorted.map((request) => this.#requestPart(request))}</div>`;
  }

  /** Returns the draft of an answer, and announces new requests and answers of a chat model. */
  #getDraft(request: PendingRequest): AnswerDraft {
    const { id, schema, sampling, urlElicitation } = request;
    let draft = this.#drafts.get(id);
    if (!draft) {
      const field = createFormField(schema ?? {});
      draft = {
        schema: schema ?? {},
        field,
        value: createInitialObject(field),
        drafts: {},
        touchedFields: new Set(),
        isSubmitted: false,
        text: '',
        answer: undefined,
        isDone: false,
      };
      this.#drafts.set(id, draft);
      this.#host.announce(serverRequestTitle(request, this.#texts));
    }
    const answer = sampling?.answer;
    if (answer && JSON.stringify(answer) !== JSON.stringify(draft.answer)) {
      Object.assign(draft, { answer, text: answer.text });
      this.#host.announce(this.#texts.modelAnswered);
    }
    const isDone = urlElicitation?.phase === 'done';
    if (isDone && !draft.isDone) this.#host.announce(this.#texts.urlElicitationComplete);
    draft.isDone = isDone;
    return draft;
  }

  #answer(id: number, action: RequestAction, content?: unknown): void {
    this.#drafts.delete(id);
    this.#host.post({ kind: 'answerRequest', id, action, content });
  }

  #requestPart(request: PendingRequest): PageTemplate {
    const { id, kind, message, lines, sampling } = request;
    const draft = this.#getDraft(request);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (kind === 'elicitation') this.#answer(id, 'cancel');
      else if (sampling?.runningModel !== undefined) this.#host.post({ kind: 'stopModel', id });
    };
    return html`<section class="server-request" aria-labelledby="ask-${id}" @keydown=${onKey}>
      <h2 id="ask-${id}" class="iconed">${icon('question')}${serverRequestTitle(request, this.#texts)}</h2>
      ${message === '' ? nothing : html`<p class="text" dir="auto">${markInvisibleCharacters(message)}</p>`}
      ${
        lines.length === 0
          ? nothing
          : html`<dl class="facts">${lines.map(({ label, value }) => html`<dt>${textSpan(label)}</dt><dd class="text" dir="auto">${markInvisibleCharacters(value)}</dd>`)}</dl>`
      }
      ${this.#answerPart(request, draft)}
    </section>`;
  }

  /** Draws the buttons that decline or cancel a request. */
  #rejectButtons({ id, kind }: PendingRequest): PageTemplate {
    const { decline, cancel, cancelWithEscape } = this.#texts;
    const declineButton = button(decline, { icon: 'close', key: `decline-${id}` }, () =>
      this.#answer(id, 'decline'),
    );
    const cancelButton =
      kind === 'elicitation'
        ? button(cancel, { icon: 'circle-slash', key: `cancel-${id}`, hint: cancelWithEscape }, () =>
            this.#answer(id, 'cancel'),
          )
        : nothing;
    return html`${declineButton}${cancelButton}`;
  }

  #answerPart(request: PendingRequest, draft: AnswerDraft): PageTemplate {
    const { id, kind, urlElicitation, sampling } = request;
    const rejectButtons = this.#rejectButtons(request);
    if (urlElicitation) {
      return urlElicitationPart(id, urlElicitation, this.#texts, {
        rejectButtons,
        open: () => this.#host.post({ kind: 'openElicitationUrl', id }),
        close: () => this.#answer(id, 'cancel'),
      });
    }
    if (sampling) {
      return samplingPart(id, sampling, this.#texts, {
        rejectButtons,
        text: draft.text,
        post: this.#host.post,
        setText: (text) => {
          draft.text = text;
          this.#draw();
        },
        send: () => this.#answer(id, 'accept', draft.text),
      });
    }
    const isRoots = kind === 'roots';
    const issueCount = isRoots ? 0 : this.#validate(draft).issues.length;
    return html`${isRoots ? nothing : this.#formPart(id, draft)}
      <p class="actions"><button type="button" class="action primary" data-key="accept-${id}"
        @click=${(event: Event) => this.#accept(request, draft, event)}>${isRoots ? this.#texts.allow : this.#texts.send}</button>${rejectButtons}${
          draft.isSubmitted ? problemCountPart(issueCount, this.#texts) : nothing
        }</p>`;
  }

  /** Sends the answer. The first attempt to send an invalid form only shows its issues. */
  #accept({ id, kind }: PendingRequest, draft: AnswerDraft, { currentTarget }: Event): void {
    if (kind === 'roots') {
      this.#answer(id, 'accept');
      return;
    }
    if (draft.isSubmitted || this.#validate(draft).issues.length === 0) {
      this.#answer(id, 'accept', draft.value);
      return;
    }
    draft.isSubmitted = true;
    this.#draw();
    const section = (currentTarget as Element).closest('.server-request');
    if (section) focusFirstInvalid(section);
  }

  #validate({ schema, value }: AnswerDraft): ValidationResult {
    return validateBySchema(schema, value, this.#texts.form);
  }

  #formPart(id: number, draft: AnswerDraft): PageTemplate {
    const { form: formTexts } = this.#texts;
    const { issues, isUnchecked } = this.#validate(draft);
    const form = formPart({
      id: `ask-${id}`,
      field: draft.field,
      value: draft.value,
      drafts: draft.drafts,
      issues,
      isTouched: (path) => draft.isSubmitted || draft.touchedFields.has(encodePointer(path)),
      texts: formTexts,
      setValue: (value, drafts) => {
        Object.assign(draft, { value, drafts });
        this.#draw();
      },
      setDraft: (path, fieldDraft) => {
        draft.drafts = withDraft(draft.drafts, path, fieldDraft);
        this.#draw();
      },
    });
    return html`<div @focusout=${(event: FocusEvent) => this.#onFocusOut(draft, event)}>${isUnchecked ? uncheckedPart(formTexts) : nothing}${form}</div>`;
  }

  #onFocusOut(draft: AnswerDraft, event: FocusEvent): void {
    const pointers = getBlurredFields(event).filter((pointer) => !draft.touchedFields.has(pointer));
    if (pointers.length === 0) return;
    afterPointerRelease(() => {
      for (const pointer of pointers) draft.touchedFields.add(pointer);
      this.#draw();
    });
  }
}

function serverRequestTitle({ kind, urlElicitation }: PendingRequest, texts: InspectorTexts): string {
  if (urlElicitation)
    return urlElicitation.isRequired ? texts.urlElicitationRequired : texts.urlElicitationRequested;
  if (kind === 'elicitation') return texts.inputRequested;
  return kind === 'sampling' ? texts.samplingRequested : texts.rootsRequested;
}
