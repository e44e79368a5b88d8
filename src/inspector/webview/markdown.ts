import { html, nothing } from 'lit/html.js';
import type { MarkedToken, Token, Tokens } from 'marked';
import { markInvisibleCharacters as withMarks } from '../../editor/webview/markInvisibleCharacters.ts';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { readMarkdown } from './markdownTokens.ts';

/**
 * Draws Markdown with elements and text nodes only. HTML is shown as text, images aren't loaded, and only web URLs become
 * links, which the editor confirms before it opens them. Throws `MarkdownTooLargeError`.
 */
export const markdownPart = (text: string): PageTemplate =>
  html`<div class="markdown" dir="auto">${tokenParts(readMarkdown(text))}</div>`;

const tokenParts = (tokens: readonly Token[] | undefined): readonly PageTemplate[] =>
  (tokens ?? []).map(tokenPart);

function tokenPart(anyToken: Token): PageTemplate {
  const token = anyToken as MarkedToken;
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'heading':
      return headingPart(token);
    case 'paragraph':
      return html`<p>${tokenParts(token.tokens)}</p>`;
    case 'blockquote':
      return html`<blockquote>${tokenParts(token.tokens)}</blockquote>`;
    case 'list':
      return listPart(token);
    case 'list_item':
      return html`<li>${tokenParts(token.tokens)}</li>`;
    case 'checkbox':
      return token.checked ? html`☑ ` : html`☐ `;
    case 'table':
      return tablePart(token);
    case 'code':
      return html`<pre tabindex="0">${withMarks(token.text)}</pre>`;
    case 'hr':
      return html`<hr>`;
    case 'br':
      return html`<br>`;
    case 'strong':
      return html`<strong>${tokenParts(token.tokens)}</strong>`;
    case 'em':
      return html`<em>${tokenParts(token.tokens)}</em>`;
    case 'del':
      return html`<del>${tokenParts(token.tokens)}</del>`;
    case 'codespan':
      return html`<code>${withMarks(token.text)}</code>`;
    case 'link':
      return markdownLinkPart(token);
    case 'image':
      return html`<span class="quiet" title=${toVisibleText(token.href)}>${withMarks(token.text || token.href)}</span>`;
    case 'text':
      return 'tokens' in token && token.tokens
        ? html`${tokenParts(token.tokens)}`
        : withMarks(decodeEntities(token.text));
    case 'escape':
      return withMarks(token.text);
    default:
      return withMarks(token.raw);
  }
}

/** Draws a heading below the heading levels of the page. */
function headingPart({ depth, tokens }: Tokens.Heading): PageTemplate {
  const content = tokenParts(tokens);
  if (depth === 1) return html`<h4 class="first">${content}</h4>`;
  return depth === 2 ? html`<h5>${content}</h5>` : html`<h6>${content}</h6>`;
}

function listPart({ ordered, start, items }: Tokens.List): PageTemplate {
  const content = tokenParts(items);
  return ordered ? html`<ol start=${Number(start) || 1}>${content}</ol>` : html`<ul>${content}</ul>`;
}

function tablePart({ header, rows }: Tokens.Table): PageTemplate {
  const row = (cells: readonly Tokens.TableCell[]): PageTemplate =>
    html`<tr>${cells.map(({ header: isHead, tokens }) => (isHead ? html`<th>${tokenParts(tokens)}</th>` : html`<td>${tokenParts(tokens)}</td>`))}</tr>`;
  return html`<table><thead>${row(header)}</thead><tbody>${rows.map(row)}</tbody></table>`;
}

function markdownLinkPart({ href, tokens }: Tokens.Link): PageTemplate {
  const content = tokenParts(tokens);
  if (!URL.canParse(href) || !['https:', 'http:'].includes(new URL(href).protocol)) {
    return html`<span title=${toVisibleText(href)}>${content}</span>`;
  }
  return html`<a href=${href} title=${toVisibleText(href)}>${content}</a>`;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/** Decodes character references, which Markdown allows outside of code. */
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => namedEntities[name] ?? whole);
