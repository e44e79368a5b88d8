/** Creates an element with classes, attributes, and children. Strings become text nodes, never markup. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (className !== '') created.className = className;
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

/** Creates a codicon that screen readers ignore. */
export function createIcon(id: string): HTMLElement {
  return createElement('span', `codicon codicon-${id}`, { 'aria-hidden': 'true' });
}

/** Sets the text of an element. Reuses its text node, because a new node would require a full layout. */
export function setText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text) || firstChild.nextSibling) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
