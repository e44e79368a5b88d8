/** Makes `text` all that an element has. Its text node is kept: a new one would be laid out from nothing. */
export function setText(element: HTMLElement, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text) || firstChild.nextSibling) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}
