import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { ContentBlock } from '../pageSchemas.ts';

/** UTF-16 units of a text at most: a longer one is read as a document. */
const maxMarkdownLength = 20_000;
/** Texts that are kept as Markdown at most; the newest stay. */
const maxRendered = 50;

/** Signs of Markdown that other texts seldom have. */
const markdownSigns =
  /^#{1,6} \S|^```|^\|.+\|\s*$|\*\*\S|\]\(https?:|^(?:[-*]|\d+\.) \S.*\n(?:[-*]|\d+\.) \S/m;

/** How a text may be read besides as it stands. */
export interface MarkdownToggle {
  /** It is read as Markdown now. */
  readonly isOn: boolean;
  /** Absent: it isn't drawn yet, or can't be. */
  readonly part?: PageTemplate;
  /** It nests too deep, or takes too long to read, to be shown as Markdown. */
  readonly isTooLarge: boolean;
  toggle(): void;
}

interface RenderedMarkdown {
  readonly text: string;
  /** `undefined`: it is too large. */
  readonly part: PageTemplate | undefined;
}

/** Texts of answers as Markdown, where they are, or look like it. What draws it is loaded when it is first wanted. */
export function createMarkdownToggles(draw: () => void) {
  const chosen = new Map<string, boolean>();
  const kept = new Map<string, RenderedMarkdown>();
  let loaded: typeof import('./markdown.ts').markdownPart | undefined;
  let isLoading = false;

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    import('./markdown.ts').then(
      ({ markdownPart }) => {
        loaded = markdownPart;
        draw();
      },
      () => undefined,
    );
  }

  /** Reads each text once, however often the page is drawn. */
  function read(key: string, text: string): RenderedMarkdown | undefined {
    const known = kept.get(key);
    if (known?.text === text) return known;
    if (!loaded) return void load();
    let part: PageTemplate | undefined;
    try {
      const made = loaded(text);
      part = html`${guard([made], () => made)}`;
    } catch {
      // Beyond the limits of `readMarkdown` or the depth of the stack: shown as plain text.
    }
    kept.delete(key);
    kept.set(key, { text, part });
    for (const oldest of kept.keys()) if (kept.size > maxRendered) kept.delete(oldest);
    return kept.get(key);
  }

  /** `key`: of the block; `undefined`: it has one way to be read only. */
  return (key: string, { text, isTruncated, mimeType = '' }: ContentBlock): MarkdownToggle | undefined => {
    const isMarkdown = /^text\/(?:x-)?markdown\b/.test(mimeType);
    if (
      text === undefined ||
      isTruncated ||
      text.length > maxMarkdownLength ||
      !(isMarkdown || markdownSigns.test(text))
    ) {
      return undefined;
    }
    const isOn = chosen.get(key) ?? isMarkdown;
    const shown = isOn ? read(key, text) : undefined;
    const toggle = (): void => {
      chosen.set(key, !isOn);
      draw();
    };
    const isTooLarge = shown !== undefined && shown.part === undefined;
    return { isOn, isTooLarge, toggle, ...(shown?.part !== undefined && { part: shown.part }) };
  };
}
