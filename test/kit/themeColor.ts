import type { Locator } from '@playwright/test';

/** Returns the first of these colors that the theme defines, in the format of the browser. */
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
