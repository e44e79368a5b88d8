import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { button, type PageTemplate } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage, InspectorState } from '../protocol.ts';

/** An action for the connection or the whole page. */
type PageAction =
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
  texts: InspectorTexts,
  post: PageHost<InspectorPage>['post'],
): PageTemplate {
  const actionButton = (kind: PageAction, label: string, icon: string, key: string = kind): PageTemplate =>
    button(label, { icon, key }, () => post({ kind }));
  return html`
    ${phase === 'connecting' ? actionButton('cancelConnection', texts.cancelConnection, 'close') : nothing}
    ${actionButton('reconnect', texts.reconnect, 'refresh')}
    ${process ? nothing : actionButton('editHeaders', texts.headers, 'key', 'headers')}
    ${hasInputs ? actionButton('editInputs', texts.inputs, 'edit') : nothing}
    ${phase === 'connected' ? actionButton('compare', texts.compare, 'diff') : nothing}
    ${phase === 'connected' && canSaveSnapshot ? actionButton('saveSnapshot', texts.saveSnapshot, 'save') : nothing}
    ${isSignedIn ? actionButton('signOut', texts.signOut, 'sign-out') : nothing}
    ${process ? actionButton('openOutput', texts.openOutput, 'output') : actionButton('copyUrl', texts.copyUrl, 'copy')}`;
}
