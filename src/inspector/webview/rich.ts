import type { Part } from '../../editor/webview/parts.ts';
import type { Block } from '../shapes.ts';

/** UTF-16 units of a text at most: a longer one is read as a document. */
const longest = 20_000;

/** Signs of Markdown that other texts seldom have. */
const signs = /^#{1,6} \S|^```|^\|.+\|\s*$|\*\*\S|\]\(https?:|^(?:[-*]|\d+\.) \S.*\n(?:[-*]|\d+\.) \S/m;

/** How a text may be read besides as it stands. */
export interface Rich {
  /** It is read as Markdown now. */
  readonly isOn: boolean;
  /** Absent: it isn't drawn yet, or can't be. */
  readonly part?: Part;
  toggle(): void;
}

/** Texts of answers as Markdown, where they are, or look like it. What draws it is loaded when it is first wanted. */
export function createRich(draw: () => void) {
  const chosen = new Map<string, boolean>();
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

  function partOf(text: string): Part | undefined {
    if (!loaded) return void load();
    try {
      return loaded(text);
    } catch {
      // Nested deeper than a stack holds: it stands as it is.
      return undefined;
    }
  }

  /** `key`: of the block; `undefined`: it has one way to be read only. */
  return (key: string, { text, isCut, mimeType = '' }: Block): Rich | undefined => {
    const isMarkdown = /^text\/(?:x-)?markdown\b/.test(mimeType);
    if (text === undefined || isCut || text.length > longest || !(isMarkdown || signs.test(text))) {
      return undefined;
    }
    const isOn = chosen.get(key) ?? isMarkdown;
    const part = isOn ? partOf(text) : undefined;
    const toggle = (): void => {
      chosen.set(key, !isOn);
      draw();
    };
    return { isOn, toggle, ...(part !== undefined && { part }) };
  };
}
