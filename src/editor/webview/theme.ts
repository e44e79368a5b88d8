/** Calls back when the editor has got another theme. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
}
