import { guard } from 'lit/directives/guard.js';
import { html, render } from 'lit/html.js';
import { createJsonView } from '../../editor/webview/jsonView.ts';
import { icon, type PageTemplate } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import { stringifyExact } from '../schema/exactJson.ts';

/** Draws JSON, which keeps its folded rows until the text changes. */
export function jsonPart(text: string, label: string, { jsonView: texts }: InspectorTexts): PageTemplate {
  return html`${guard([text], () => {
    const view = createJsonView({ texts, label });
    view.show(text);
    return view.root;
  })}`;
}

/**
 * Draws a schema that users can expand. Its rows are created then. `json`: the exact text of the schema. Without it, the
 * digits of numbers might have been rounded, which is noted.
 */
export function schemaPart(
  label: string,
  schema: unknown,
  json: string | undefined,
  { jsonView: texts, form }: InspectorTexts,
): PageTemplate {
  const show = ({ currentTarget }: Event): void => {
    const container = (currentTarget as HTMLElement).querySelector<HTMLElement>(':scope > .below');
    if (!container || container.childElementCount > 0) return;
    const note = json === undefined ? { roundedNote: form.digitsMightDiffer } : {};
    const view = createJsonView({ texts, label, ...note });
    view.show(json ?? stringifySchema(schema));
    render(view.root, container);
  };
  return html`<details class="schema" @toggle=${show}><summary>${icon('chevron-right')}${label}</summary>
    ${guard([schema, json], () => html`<div class="below"></div>`)}</details>`;
}

/** Returns a schema as JSON; empty if it's nested too deeply. */
function stringifySchema(schema: unknown): string {
  try {
    return stringifyExact(schema) ?? '';
  } catch {
    return '';
  }
}
