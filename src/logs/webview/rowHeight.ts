/** Sets and answers the height of a row in pixels: it follows the editor's font size, which people choose. */
export function setRowHeight(app: HTMLElement, grid: HTMLElement): number {
  const fontSize = Number.parseFloat(getComputedStyle(grid).fontSize);
  const height = Math.max(22, Math.round(fontSize * 1.6));
  app.style.setProperty('--row-height', `${height}px`);
  return height;
}
