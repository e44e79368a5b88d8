import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { ContentBlock } from '../pageSchemas.ts';

/** Maximum number of UTF-16 units of a text that is drawn as Markdown. */
const maxMarkdownLength = 20_000;
/** Maximum number of rendered texts that are cached. */
const maxCachedTexts = 50;

/** Markdown that is rare in other texts: a heading, a code block, a table row, bold text, a link, or two list items. */
const markdownPattern =
  /^#{1,6} \S|^```|^\|.+\|\s*$|\*\*\S|\]\(https?:|^(?:[-*]|\d+\.) \S.*\n(?:[-*]|\d+\.) \S/m;

/** The switch between plain text and Markdown for one content block. */
export interface MarkdownToggle {
  /** Whether the text is shown as Markdown. */
  readonly isOn: boolean;
  /** Absent if the Markdown isn't drawn yet or is too large. */
  readonly part?: PageTemplate;
  /** Whether the text is nested too deeply or takes too long to parse. */
  readonly isTooLarge: boolean;
  toggle(): void;
}

interface RenderedMarkdown {
  readonly text: string;
  /** `undefined` if the text is too large. */
  readonly part: PageTemplate | undefined;
}

export type MarkdownToggles = ReturnType<typeof createMarkdownToggles>;

/** Returns a function that creates the switch of a text that is or looks like Markdown. The renderer is loaded on first use. */
export function createMarkdownToggles(draw: () => void) {
  const isOnByKey = new Map<string, boolean>();
  const rendered = new Map<string, RenderedMarkdown>();
  let markdownPart: typeof import('./markdown.ts').markdownPart | undefined;
  let isLoading = false;

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    import('./markdown.ts').then(
      (module) => {
        markdownPart = module.markdownPart;
        draw();
      },
      () => undefined,
    );
  }

  /** Parses each text once, although the page is drawn often. */
  function render(key: string, text: string): RenderedMarkdown | undefined {
    const cached = rendered.get(key);
    if (cached?.text === text) return cached;
    if (!markdownPart) return void load();
    let part: PageTemplate | undefined;
    try {
      const template = markdownPart(text);
      part = html`${guard([template], () => template)}`;
    } catch {
      // The text exceeds the limits of `readMarkdown` or the stack, and is shown as plain text.
    }
    rendered.delete(key);
    rendered.set(key, { text, part });
    for (const oldest of rendered.keys()) if (rendered.size > maxCachedTexts) rendered.delete(oldest);
    return rendered.get(key);
  }

  /** `key` identifies the block. Returns `undefined` if the text doesn't look like Markdown. */
  return (key: string, { text, isTruncated, mimeType = '' }: ContentBlock): MarkdownToggle | undefined => {
    const isMarkdown = /^text\/(?:x-)?markdown\b/.test(mimeType);
    if (
      text === undefined ||
      isTruncated ||
      text.length > maxMarkdownLength ||
      !(isMarkdown || markdownPattern.test(text))
    ) {
      return undefined;
    }
    const isOn = isOnByKey.get(key) ?? isMarkdown;
    const markdown = isOn ? render(key, text) : undefined;
    const toggle = (): void => {
      isOnByKey.set(key, !isOn);
      draw();
    };
    const isTooLarge = markdown !== undefined && markdown.part === undefined;
    return { isOn, isTooLarge, toggle, ...(markdown?.part !== undefined && { part: markdown.part }) };
  };
}
