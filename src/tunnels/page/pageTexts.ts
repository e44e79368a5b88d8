import * as l10n from '@vscode/l10n';
import { createFindTexts } from '../../editor/webview/findTexts.ts';
import { createJsonTexts } from '../../editor/webview/jsonTexts.ts';
import type { RequestTextIssue } from '../requests/requestText.ts';

/** Returns the texts for the issues of an edited request. {0} is the number of the line, and {1} the method or header. */
const createRequestTextIssues = (): Readonly<Record<RequestTextIssue['kind'], string>> => ({
  tooLong: l10n.t('The request is too long. It can have at most 1,000,000 characters.'),
  headTooLong: l10n.t(
    'The headers are too long. They can have at most 60,000 characters and 1,000 lines. An empty line must separate them from the body.',
  ),
  noRequestLine: l10n.t('Line {0}: Enter the method and the path, such as "POST /".'),
  unknownMethod: l10n.t('Line {0}: {1} is not an HTTP method. Methods are in uppercase.'),
  invalidPath: l10n.t(
    'Line {0}: The path must begin with / and must not contain spaces or characters outside ASCII. Enter %20 for a space.',
  ),
  noColon: l10n.t(
    'Line {0}: A header must have the form "Name: value". An empty line must separate the headers from the body.',
  ),
  invalidHeaderName: l10n.t('Line {0}: "{1}" is not a valid name of a header.'),
  invalidHeaderValue: l10n.t('Line {0}: The value of {1} contains a character that headers do not support.'),
  automaticHeader: l10n.t('Line {0}: {1} is set when the request is sent. Remove this line.'),
  changedCredential: l10n.t(
    'Line {0}: ••• replaces the credential of the original line, which was changed or is no longer kept. Enter the credential.',
  ),
  tunnelClosed: l10n.t('The tunnel is closed. Open it again to send the request.'),
});

/** Returns the texts of the page of the tunnel. */
export function createTunnelPageTexts() {
  return {
    statuses: {
      opening: l10n.t('Opening'),
      open: l10n.t('Open'),
      interrupted: l10n.t('Interrupted'),
      displaced: l10n.t('Displaced'),
      closed: l10n.t('Closed'),
    },
    title: l10n.t('Tunnel'),
    publicUrl: l10n.t('Public URL'),
    localUrl: l10n.t('Server on this machine'),
    since: l10n.t('Open since'),
    actions: {
      copyUrl: l10n.t('Copy URL'),
      openUrl: l10n.t('Open in Browser'),
      inspect: l10n.t('Inspect Server'),
      audit: l10n.t('Run Audit...'),
      connectClient: l10n.t('Connect MCP Client...'),
      changePort: l10n.t('Change Port...'),
      close: l10n.t('Close Tunnel'),
      takeOver: l10n.t('Take Over'),
      tryAgain: l10n.t('Try Again Now'),
      openAgain: l10n.t('Open Again'),
    },
    requestActions: {
      replay: l10n.t('Replay'),
      cancel: l10n.t('Cancel Request'),
      editAndReplay: l10n.t('Edit and Replay...'),
      callInInspector: l10n.t('Call in Inspector'),
      copyCurl: l10n.t('Copy as curl'),
    },
    replayHint: l10n.t('Send this request to the server on this machine again'),
    curlHint: l10n.t(
      "Copy a curl command for the public URL. Each credential is replaced by SECRET. A body that isn't text or wasn't kept is replaced by the file BODY.",
    ),
    editHint: l10n.t('Edit a copy of this request and send it to the server on this machine'),
    requestToSend: l10n.t('Request to send'),
    requestToSendHint: l10n.t(
      'An empty line separates the headers from the body. ••• replaces an original credential.',
    ),
    send: l10n.t('Send'),
    sendHint: l10n.t('Send this request to the server on this machine (Ctrl+Enter)'),
    reset: l10n.t('Reset'),
    close: l10n.t('Close'),
    requestTextIssues: createRequestTextIssues(),
    showQrCode: l10n.t('Show QR Code'),
    qrCode: l10n.t('QR code of {0}'),
    requests: l10n.t('Requests'),
    listWidth: l10n.t('Width of the list'),
    noRequests: l10n.t('No requests yet. Requests to the public URL are listed as they arrive.'),
    noMatchingRequests: l10n.t('No requests match the filter.'),
    droppedCount: l10n.t('{0} older requests were dropped'),
    keepBodies: l10n.t('Keep Bodies'),
    keepBodiesHint: l10n.t(
      'Keep the first 64 KB of each body in memory while the tunnel is open. If turned off, kept bodies are removed.',
    ),
    find: {
      ...createFindTexts(),
      filterHint: l10n.t('Find in requests'),
      onlyMatches: l10n.t('Show Only Matches'),
      newBelowHint: l10n.t('Go to the newest requests'),
    },
    open: l10n.t('Open'),
    failed: l10n.t('Failed'),
    rpcError: l10n.t('JSON-RPC error'),
    replayed: l10n.t('Replayed'),
    request: l10n.t('Request'),
    response: l10n.t('Response'),
    noResponseYet: l10n.t('No response yet.'),
    headerCount: l10n.t('{0} headers'),
    oneHeader: l10n.t('1 header'),
    body: l10n.t('Body'),
    noBody: l10n.t('No body.'),
    binaryBody: l10n.t("The body isn't text. Its size is {0}."),
    bodyNotKept: l10n.t("The body wasn't kept. Its size is {0}."),
    eventCount: l10n.t('Data of {0} events.'),
    oneEvent: l10n.t('Data of 1 event.'),
    cutBody: l10n.t('Only the beginning was kept. The size of the body is {0}.'),
    detailsDropped: l10n.t('The headers and bodies of this request were dropped to save memory.'),
    jsonView: createJsonTexts(),
  };
}
export type TunnelPageTexts = ReturnType<typeof createTunnelPageTexts>;
