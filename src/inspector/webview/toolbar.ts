import { html, nothing } from 'lit/html.js';
import { button, type PageTemplate } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorState } from '../protocol.ts';

/** An action for the connection or the whole page. */
export type PageAction =
  | 'reconnect'
  | 'cancelConnection'
  | 'editHeaders'
  | 'editInputs'
  | 'openOutput'
  | 'copyUrl'
  | 'compare'
  | 'saveSnapshot'
  | 'signIn'
  | 'signOut';

/** Draws the buttons of the page. */
export function toolbarPart(
  { phase, isSignedIn, process, hasInputs, canSaveSnapshot }: InspectorState,
  strings: InspectorTexts,
  post: (message: { readonly kind: PageAction }) => void,
): PageTemplate {
  const way = (kind: PageAction, label: string, icon: string, key: string = kind): PageTemplate =>
    button(label, { icon, key }, () => post({ kind }));
  return html`
    ${phase === 'connecting' ? way('cancelConnection', strings.cancelConnection, 'close') : nothing}
    ${way('reconnect', strings.reconnect, 'refresh')}
    ${process ? nothing : way('editHeaders', strings.headers, 'key', 'headers')}
    ${hasInputs ? way('editInputs', strings.inputs, 'edit') : nothing}
    ${phase === 'connected' ? way('compare', strings.compare, 'diff') : nothing}
    ${phase === 'connected' && canSaveSnapshot ? way('saveSnapshot', strings.saveSnapshot, 'save') : nothing}
    ${isSignedIn ? way('signOut', strings.signOut, 'sign-out') : nothing}
    ${process ? way('openOutput', strings.openOutput, 'output') : way('copyUrl', strings.copyUrl, 'copy')}`;
}
