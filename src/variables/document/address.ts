import type * as vscode from 'vscode';
import * as documents from '../../editor/serviceDocument/address.ts';

export { type DocumentAddress, part } from '../../editor/serviceDocument/address.ts';

/** Documents of this scheme are the variables of an environment. */
export const variablesScheme = 'hosted-mcp-variables';

const kind: documents.DocumentKind = { scheme: variablesScheme, ending: '.env' };

export const documentUri = (address: documents.DocumentAddress): vscode.Uri =>
  documents.documentUri(kind, address);

/** `undefined`: nothing that this extension has made. */
export const addressOf = (uri: vscode.Uri): documents.DocumentAddress | undefined =>
  documents.addressOf(kind, uri);
