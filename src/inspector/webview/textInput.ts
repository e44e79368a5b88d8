import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { html, nothing, render } from 'lit/html.js';
import { formatText } from '../../editor/webview/formatText.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import type { TextField } from '../form/field.ts';
import {
  type FieldContext,
  fieldButton,
  fieldRow,
  getAriaAttributes,
  getFieldDraft,
  getFieldId,
  getFieldIssues,
  omitField,
  setFieldValue,
} from './fieldContext.ts';
import { getAccessibleName, getPlaceholder } from './formInputs.ts';

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Placeholders of inputs without a value, by format. */
const formatSamples: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T10:30:00Z',
  time: '10:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
};

/** Draws a text input with one line, or a text area if the text has several lines or its field is multiline. */
export function textInput(context: FieldContext, field: TextField): PageTemplate {
  const { value, isRequired, view } = context;
  const { texts } = view;
  const text = typeof value === 'string' ? value : '';
  const isMultiline = field.isMultiline || getFieldDraft(context).isMultiline === true || /[\r\n]/.test(text);
  const note =
    value === '' && canOmit(context) ? html`<p class="about">${texts.emptyStringSent}</p>` : nothing;
  return fieldRow(
    { ...context, actions: html`${emptyStringButton(context, field)}${context.actions ?? nothing}` },
    isMultiline ? drawTextArea() : drawLine(),
    { note },
  );

  function onText(newText: string, isLong = isMultiline && !field.isMultiline): void {
    if (newText === '' && canOmit(context)) omitField(context);
    else setFieldValue(context, newText, isLong ? { isMultiline: true } : {});
  }

  function drawTextArea(): ReturnType<typeof html> {
    const { describedBy, isInvalid } = getAriaAttributes(context);
    return html`<textarea id=${getFieldId(context)} data-key=${getFieldId(context)} rows=${Math.min(12, Math.max(3, text.split('\n').length))}
      aria-label=${getAccessibleName(context)} aria-describedby=${describedBy} aria-invalid=${isInvalid} aria-required=${isRequired ? 'true' : 'false'}
      placeholder=${getPlaceholder(context)} .value=${live(text)}
      @input=${(event: Event) => onText((event.currentTarget as TextBox).value)}></textarea>`;
  }

  function drawLine(): ReturnType<typeof html> {
    const { describedBy, isInvalid } = getAriaAttributes(context);
    const { format = '' } = field;
    const canComplete = view.completions !== undefined;
    const type = inputType(format, text);
    const onInput = ({ currentTarget }: Event): void => {
      const input = currentTarget as HTMLInputElement;
      onText(input.value);
      void showCompletions(context, input.value);
    };
    return html`<input id=${getFieldId(context)} data-key=${getFieldId(context)} type=${type} inputmode=${ifDefined(inputMode(format))}
      spellcheck="false" autocomplete="off" title=${ifDefined(type === 'text' ? texts.lineBreakHint : undefined)}
      aria-label=${getAccessibleName(context)} aria-describedby=${describedBy}
      aria-invalid=${isInvalid} aria-required=${isRequired ? 'true' : 'false'}
      placeholder=${getPlaceholder(context) || (formatSamples[format] ?? '')} list=${ifDefined(canComplete ? getFieldId(context, '-list') : undefined)}
      .value=${live(text)} @input=${onInput} @keydown=${onKey} @paste=${onPaste}
      @focus=${() => void showCompletions(context, text)}>${
        canComplete ? html`<datalist id=${getFieldId(context, '-list')}></datalist>` : nothing
      }`;
  }

  /** Inserts line breaks, which turns the input into a text area. */
  function insertLines(input: HTMLInputElement, lines: string): void {
    const { selectionStart, selectionEnd } = input;
    const start = selectionStart ?? input.value.length;
    onText(input.value.slice(0, start) + lines + input.value.slice(selectionEnd ?? start), true);
    const { id } = input;
    requestAnimationFrame(() => {
      const textArea = document.getElementById(id);
      if (!(textArea instanceof HTMLTextAreaElement)) return;
      textArea.focus();
      textArea.setSelectionRange(start + lines.length, start + lines.length);
    });
  }

  function onKey(event: KeyboardEvent): void {
    const input = event.currentTarget as HTMLInputElement;
    if (event.key !== 'Enter' || !event.shiftKey || event.isComposing || input.type !== 'text') return;
    event.preventDefault();
    insertLines(input, '\n');
  }

  function onPaste(event: ClipboardEvent): void {
    const lines = event.clipboardData?.getData('text/plain').replaceAll(/\r\n?/g, '\n') ?? '';
    const input = event.currentTarget as HTMLInputElement;
    if (!lines.trimEnd().includes('\n') || input.type !== 'text') return;
    event.preventDefault();
    insertLines(input, lines);
  }
}

/**
 * Whether an empty input leaves out the field. If the field is required, it's missing then. An item of a list and a property
 * that the user added keep an empty string, because they would disappear.
 */
const canOmit = ({ path, isAdded = false }: FieldContext): boolean =>
  typeof path.at(-1) === 'string' && !isAdded;

/** Draws a button that sets or removes an empty string, because an empty input is left out. */
function emptyStringButton(context: FieldContext, field: TextField): PageTemplate {
  const { value, isRequired, label, view } = context;
  const { texts } = view;
  // A required string is usually entered, so that the choice appears only when it's reported as missing.
  const isOffered = !isRequired || value === '' || getFieldIssues(context).length > 0;
  const canBeEmpty = value === '' || (!field.minLength && !field.format && !field.pattern);
  const isEmpty = value === '' || typeof value !== 'string';
  if (!canOmit(context) || !isOffered || !isEmpty || !canBeEmpty) return nothing;
  return value === undefined
    ? fieldButton(
        getFieldId(context, '-empty'),
        { icon: 'add', label: texts.emptyString, hint: formatText(texts.emptyStringHint, label) },
        () => setFieldValue(context, ''),
      )
    : fieldButton(
        getFieldId(context, '-empty'),
        { icon: 'close', label: texts.omit, hint: formatText(texts.omitHint, label) },
        () => omitField(context),
      );
}

/** Returns the type of an input. A date that isn't valid is shown as text, because an input for dates would show nothing. */
function inputType(format: string, text: string): string {
  if (format === 'password') return 'password';
  return format === 'date' && (text === '' || /^\d{4}-\d\d-\d\d$/.test(text)) ? 'date' : 'text';
}

/** Returns the keyboard type of touch screens. Inputs with `type="email"` or `type="url"` would change the text. */
function inputMode(format: string): string | undefined {
  if (format === 'email' || format === 'idn-email') return 'email';
  return format === 'uri' || format === 'url' || format === 'iri' ? 'url' : undefined;
}

/** Requests completions of a text, and shows them unless the text has changed in the meantime. */
async function showCompletions({ view, path }: FieldContext, text: string): Promise<void> {
  if (!view.completions) return;
  const completions = await view.completions(path, text).catch(() => []);
  const list = document.getElementById(getFieldId({ view, path }, '-list'));
  const input = document.getElementById(getFieldId({ view, path }));
  if (!list || !(input instanceof HTMLInputElement) || input.value !== text) return;
  render(
    completions
      .slice(0, 100)
      .map((completion) => html`<option value=${completion} label=${toVisibleText(completion)}></option>`),
    list,
  );
}
