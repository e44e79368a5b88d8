import * as vscode from 'vscode';
import { renderPageHtml } from './pageHtml.ts';

/** Loads the page `name` into a panel: its script and its style sheet in `dist`, and the icons. */
export function showPage(
  { webview, title }: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  name: string,
  { showsImages = false, playsAudio = false }: { showsImages?: boolean; playsAudio?: boolean } = {},
): void {
  const dist = vscode.Uri.joinPath(extensionUri, 'dist');
  const uri = (file: string) => String(webview.asWebviewUri(vscode.Uri.joinPath(dist, file)));
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = renderPageHtml({
    nonce: crypto.randomUUID(),
    cspSource: webview.cspSource,
    language: vscode.env.language,
    title,
    showsImages,
    playsAudio,
    script: uri(`${name}.js`),
    styles: [uri('codicon.css'), uri(`${name}.css`)],
  });
}
