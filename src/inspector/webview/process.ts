import { html, nothing } from 'lit/html.js';
import { markInvisible } from '../../editor/webview/invisibleMarks.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorState } from '../protocol.ts';

/** Draws the end of the process's standard error. */
export function serverOutputPart({ process }: InspectorState, strings: InspectorTexts): PageTemplate {
  if (!process || process.output === '') return nothing;
  return html`<h2 id="output">${strings.output}</h2>
    <pre class="output" tabindex="0" dir="ltr" aria-labelledby="output">${markInvisible(process.output)}</pre>`;
}

/** Returns the file name and its folder from a URI. */
export const shortFilePath = (uri: string): string => tryDecode(uri.split('/').slice(-2).join('/'));

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
