import type { Locator } from '@playwright/test';

/** The first of these colours that the theme has, as a browser writes it. */
export function readThemeColor(body: Locator, ...names: readonly string[]): Promise<string> {
  return body.evaluate((element, all) => {
    const style = getComputedStyle(element);
    const probe = document.createElement('span');
    probe.style.color = all.map((name) => style.getPropertyValue(name)).find((value) => value !== '') ?? '';
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, names);
}
