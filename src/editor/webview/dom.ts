/** Makes an element with classes, attributes and children. Texts become text nodes, never markup. */
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

/** A codicon; its meaning is said elsewhere. */
export function createIcon(id: string): HTMLElement {
  return createElement('span', `codicon codicon-${id}`, { 'aria-hidden': 'true' });
}

/** Makes `text` all that an element has. Its text node is kept: a new one would be laid out from nothing. */
export function setText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text) || firstChild.nextSibling) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
