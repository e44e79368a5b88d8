import * as vscode from 'vscode';
import { pageHtml } from './pageHtml.ts';

/** Loads the page into a panel. */
export function showPage({ webview, title }: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  const uri = (name: string) => String(webview.asWebviewUri(vscode.Uri.joinPath(dist, name)));
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = pageHtml({
    nonce: crypto.randomUUID(),
    cspSource: webview.cspSource,
    language: vscode.env.language,
    title,
    script: uri('logs.js'),
    styles: [uri('codicon.css'), uri('logs.css')],
  });
}
