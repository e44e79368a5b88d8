/** A text where the editor would draw `$(name)` as an icon: it stands as text. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
