import { html, nothing } from 'lit/html.js';
import * as z from 'zod/mini';
import type { PageHost } from '../../editor/webview/connect.ts';
import { formatText } from '../../editor/webview/formatText.ts';
import { button, type PageTemplate } from '../../editor/webview/templates.ts';
import { textEditor } from '../../editor/webview/textEditor.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { TunnelPageTexts } from '../page/pageTexts.ts';
import type { TunnelPage } from '../page/protocol.ts';
import {
  type EditableRequest,
  formatRequestText,
  parseRequestText,
  type RequestTextIssue,
} from '../requests/requestText.ts';

/** Maximum number of edited requests whose texts are kept. */
const maxDrafts = 10;
/** Maximum number of issues that are listed. */
const maxIssues = 5;

const draftKey = {
  /** The number of the tunnel. Each has IDs of its own. */
  generation: z.number(),
  exchangeId: z.number(),
};

/** The state of the editor, which the page has again after it was hidden. */
export const editorStateSchema = z.object({
  /** The request whose editor is open. */
  open: z.exactOptional(z.object(draftKey)),
  /** The texts that the user changed. */
  drafts: z.array(z.object({ ...draftKey, text: z.string() })),
});
type EditorState = z.infer<typeof editorStateSchema>;
type DraftKey = Omit<EditorState['drafts'][number], 'text'>;

interface RequestEditorOptions {
  readonly texts: TunnelPageTexts;
  readonly host: Pick<PageHost<TunnelPage>, 'request'>;
  /** Called after the text, the issues, or the open request have changed. */
  readonly onChange: () => void;
  /** Called after the user has closed the editor. */
  readonly onClose: () => void;
  /** Called with the `replayOf` of the row that is about to be added. */
  readonly onSend: (replayOf: number) => void;
}

/** The editor of a request that the user sends again with changes. */
export class RequestEditor {
  readonly #options: RequestEditorOptions;
  #state: EditorState = { drafts: [] };
  /** The open request without changes. `undefined`: it isn't loaded, or is no longer kept. */
  #original: EditableRequest | undefined;
  #isLoaded = false;
  /** The issues for which the text wasn't sent. */
  #hostIssues: readonly RequestTextIssue[] = [];
  #isSending = false;

  constructor(options: RequestEditorOptions) {
    this.#options = options;
  }

  get state(): EditorState {
    return this.#state;
  }

  restore(state: EditorState): void {
    this.#state = state;
    if (state.open) void this.#load(state.open);
  }

  /** The open request, or `undefined` if none is open. */
  get openKey(): DraftKey | undefined {
    return this.#state.open;
  }

  #isOpen({ generation, exchangeId }: DraftKey): boolean {
    const { open } = this.#state;
    return open?.generation === generation && open.exchangeId === exchangeId;
  }

  /** Opens the editor with the earlier changes of the user, if there are any. Resolves when it has a text. */
  async open(key: DraftKey): Promise<void> {
    this.#state = { ...this.#state, open: key };
    await this.#load(key);
  }

  #close(): void {
    this.#state = { drafts: this.#state.drafts };
    this.#isLoaded = false;
    this.#original = undefined;
    this.#options.onChange();
  }

  async #load(key: DraftKey): Promise<void> {
    const { host, onChange } = this.#options;
    this.#isLoaded = false;
    this.#original = undefined;
    this.#hostIssues = [];
    onChange();
    const { request } = await host.request('readEditableRequest', key).catch(() => ({ request: undefined }));
    if (!this.#isOpen(key)) return;
    this.#isLoaded = true;
    this.#original = request;
    onChange();
  }

  get #originalText(): string | undefined {
    return this.#original && formatRequestText(this.#original);
  }

  #findDraft(): string | undefined {
    return this.#state.drafts.find((draft) => this.#isOpen(draft))?.text;
  }

  get #text(): string | undefined {
    return this.#findDraft() ?? this.#originalText;
  }

  /** Replaces the draft of the open request. Without a text, removes it. */
  #setDraft(text: string | undefined): void {
    const { open, drafts } = this.#state;
    if (!open) return;
    const others = drafts.filter((draft) => !this.#isOpen(draft));
    const isChanged = text !== undefined && text !== this.#originalText;
    this.#state = { open, drafts: [...others, ...(isChanged ? [{ ...open, text }] : [])].slice(-maxDrafts) };
    this.#hostIssues = [];
    this.#options.onChange();
  }

  async #send(text: string): Promise<void> {
    const { host, onChange, onSend } = this.#options;
    const { open } = this.#state;
    if (!open || this.#isSending) return;
    this.#isSending = true;
    onChange();
    try {
      const { issues, replayOf } = await host.request('sendRequestText', { ...open, text });
      if (replayOf !== undefined) {
        // Until the response, the user can have changed the text or have opened another request.
        if (this.#isOpen(open) && text === this.#text) {
          this.#setDraft(undefined);
          this.#close();
        }
        onSend(replayOf);
      } else if (this.#isOpen(open)) this.#hostIssues = issues;
    } finally {
      this.#isSending = false;
      onChange();
    }
  }

  /** Renders the editor of the open request. `generation` is the number of the current tunnel. */
  render(generation: number): PageTemplate {
    const { texts } = this.#options;
    const text = this.#text;
    if (text === undefined && this.#isLoaded) return html`<p class="quiet note">${texts.detailsDropped}</p>`;
    if (text === undefined) return html`<p aria-busy="true"></p>`;
    // The credentials of an earlier tunnel are no longer kept.
    const original = this.openKey?.generation === generation ? this.#original : undefined;
    const { issues: ownIssues } = parseRequestText(text, original);
    const issues = ownIssues.length > 0 ? ownIssues : this.#hostIssues;
    const canSend = ownIssues.length === 0 && !this.#isSending;
    const send = (): void => {
      if (canSend) void this.#send(text);
    };
    const close = (): void => {
      this.#close();
      this.#options.onClose();
    };
    return html`<div class="editing">
      <p class="actions">
        ${button(texts.send, { icon: 'play', className: 'action primary', key: 'send', hint: texts.sendHint, isDisabled: !canSend }, send)}
        ${this.#original && text !== this.#originalText ? button(texts.reset, { icon: 'discard', key: 'reset' }, () => this.#setDraft(undefined)) : nothing}
        ${button(texts.close, { icon: 'close', key: 'close-editor' }, close)}
      </p>
      <p class="quiet">${texts.requestToSendHint}</p>
      ${textEditor({
        key: 'request-text',
        label: texts.requestToSend,
        text,
        issues: issues.slice(0, maxIssues).map((issue) => describeIssue(issue, texts)),
        isInvalid: issues.length > 0,
        setText: (edited) => this.#setDraft(edited),
        submit: send,
      })}
    </div>`;
  }
}

const describeIssue = ({ kind, line = 0, detail = '' }: RequestTextIssue, texts: TunnelPageTexts): string =>
  formatText(texts.requestTextIssues[kind], line, toVisibleText(detail));
