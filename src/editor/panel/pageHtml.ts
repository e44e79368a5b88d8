/** What the page is made of; all URIs as the webview can load them. */
interface PageHtmlOptions {
  readonly nonce: string;
  readonly cspSource: string;
  readonly language: string;
  readonly title: string;
  /** Those that a message holds; it can load none. The same of sounds. */
  readonly showsImages?: boolean;
  readonly playsAudio?: boolean;
  readonly script: string;
  readonly styles: readonly string[];
}

/** The panel's page: one script, allowed by its nonce, what it imports, and style sheets of the extension; nothing else can load. */
export function renderPageHtml(parts: PageHtmlOptions): string {
  const { nonce, cspSource, language, title, showsImages, playsAudio, script, styles } = parts;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    ...(showsImages ? ['img-src data:'] : []),
    ...(playsAudio ? ['media-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n    ');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    ${links}
  </head>
  <body>
    <div id="app"></div>
    <script type="module" nonce="${nonce}" src="${escapeHtml(script)}"></script>
  </body>
</html>`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
