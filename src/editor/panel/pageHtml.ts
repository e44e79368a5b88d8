/** The content of a page's HTML. All URIs must be webview URIs. */
interface PageHtmlOptions {
  readonly nonce: string;
  readonly cspSource: string;
  readonly language: string;
  readonly title: string;
  /** The text until the page has its state. */
  readonly loading: string;
  /** Whether the page can show images with `data:` URIs. It can't load other images. */
  readonly showsImages?: boolean;
  readonly playsAudio?: boolean;
  readonly script: string;
  readonly styles: readonly string[];
}

/**
 * Returns the HTML of a page. The page can load only the script with the nonce, the script's imports, and style sheets
 * and fonts of the extension.
 */
export function renderPageHtml(options: PageHtmlOptions): string {
  const { nonce, cspSource, language, title, loading, showsImages, playsAudio, script, styles } = options;
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
    <div id="app" data-loading="${escapeHtml(loading)}"></div>
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
