import { live } from 'lit/directives/live.js';
import { html } from 'lit/html.js';
import { icon, type PageTemplate } from './templates.ts';

interface TextEditorView {
  /** Identifies the text area, so that it keeps the focus. */
  readonly key: string;
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  /** Errors if the text is invalid, or else notes. */
  readonly issues: readonly string[];
  readonly isInvalid: boolean;
  setText(text: string): void;
  /** Called for Ctrl+Enter, or Command+Enter. */
  submit(): void;
}

/** Renders a text area with the issues of its text below. */
export function textEditor(view: TextEditorView): PageTemplate {
  const { key, label, text, issues, isInvalid, setText, submit } = view;
  const issuesId = `${key}-issues`;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return html`<textarea data-key=${key} spellcheck="false" dir="ltr" aria-label=${label} aria-describedby=${issuesId}
      aria-invalid=${String(isInvalid)} .value=${live(text)} @keydown=${onKey}
      @input=${({ target }: Event) => setText((target as HTMLTextAreaElement).value)}></textarea>
    <div id=${issuesId} role="status"><ul>${issues.map(
      (issue) =>
        html`<li class="iconed">${isInvalid ? icon('error', 'bad') : icon('info', 'note')}<span>${issue}</span></li>`,
    )}</ul></div>`;
}
