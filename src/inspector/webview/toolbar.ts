import { html, nothing } from 'lit/html.js';
import type { PageHost } from '../../editor/webview/connect.ts';
import { button, type PageTemplate, toolButton } from '../../editor/webview/templates.ts';
import type { InspectorTexts } from '../pageTexts.ts';
import type { InspectorPage, InspectorState } from '../protocol.ts';

/** An action for the connection or the whole page. */
type PageAction =
  | 'reconnect'
  | 'editHeaders'
  | 'editInputs'
  | 'openOutput'
  | 'copyUrl'
  | 'compare'
  | 'saveSnapshot'
  | 'signIn'
  | 'signOut';

/** Draws the buttons of the page, which are icons because they are secondary to the button that calls an item. */
export function toolbarPart(
  { phase, failure, isSignedIn, process, hasInputs, canSaveSnapshot, isUnreachable }: InspectorState,
  texts: InspectorTexts,
  post: PageHost<InspectorPage>['post'],
): PageTemplate {
  const actionButton = (kind: PageAction, label: string, icon: string, key: string = kind): PageTemplate =>
    toolButton(label, icon, () => post({ kind }), { key });
  // Below a failure, these actions are buttons with labels.
  const hasRemedies = phase === 'failed' && failure !== undefined;
  return html`
    ${phase === 'connecting' ? button(texts.cancelConnection, { icon: 'close', key: 'cancelConnection' }, () => post({ kind: 'cancelConnection' })) : nothing}
    ${actionButton('reconnect', texts.reconnect, 'refresh')}
    ${process || (hasRemedies && !isUnreachable) ? nothing : actionButton('editHeaders', texts.headers, 'key', 'headers')}
    ${hasInputs && !hasRemedies ? actionButton('editInputs', texts.inputs, 'edit') : nothing}
    ${phase === 'connected' ? actionButton('compare', texts.compare, 'diff') : nothing}
    ${phase === 'connected' && canSaveSnapshot ? actionButton('saveSnapshot', texts.saveSnapshot, 'save') : nothing}
    ${isSignedIn ? actionButton('signOut', texts.signOut, 'sign-out') : nothing}
    ${process ? (hasRemedies ? nothing : actionButton('openOutput', texts.openOutput, 'output')) : actionButton('copyUrl', texts.copyUrl, 'copy')}`;
}
