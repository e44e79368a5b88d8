import { guard } from 'lit/directives/guard.js';
import { html } from 'lit/html.js';
import type { PageTemplate } from '../../editor/webview/templates.ts';
import type { ContentBlock } from '../pageSchemas.ts';

/** Maximum number of UTF-16 units of a text that is drawn as Markdown. */
const maxMarkdownLength = 20_000;
/** Number of the newest rendered texts that are kept. */
const maxRendered = 50;

/** Matches Markdown syntax that is rare in other texts. */
const markdownSigns =
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

/** Creates the switches of texts that are, or look like, Markdown. The renderer is loaded on first use. */
export function createMarkdownToggles(draw: () => void) {
  const choices = new Map<string, boolean>();
  const rendered = new Map<string, RenderedMarkdown>();
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

  /** Parses each text once, although the page is drawn often. */
  function read(key: string, text: string): RenderedMarkdown | undefined {
    const cached = rendered.get(key);
    if (cached?.text === text) return cached;
    if (!loaded) return void load();
    let part: PageTemplate | undefined;
    try {
      const template = loaded(text);
      part = html`${guard([template], () => template)}`;
    } catch {
      // The text exceeds the limits of `readMarkdown` or the stack, and is shown as plain text.
    }
    rendered.delete(key);
    rendered.set(key, { text, part });
    for (const oldest of rendered.keys()) if (rendered.size > maxRendered) rendered.delete(oldest);
    return rendered.get(key);
  }

  /** `key` identifies the block. Returns `undefined` if the text doesn't look like Markdown. */
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
    const isOn = choices.get(key) ?? isMarkdown;
    const markdown = isOn ? read(key, text) : undefined;
    const toggle = (): void => {
      choices.set(key, !isOn);
      draw();
    };
    const isTooLarge = markdown !== undefined && markdown.part === undefined;
    return { isOn, isTooLarge, toggle, ...(markdown?.part !== undefined && { part: markdown.part }) };
  };
}
