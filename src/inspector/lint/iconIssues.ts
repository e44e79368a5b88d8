import * as l10n from '@vscode/l10n';
import { isDataUri, listIcons, maxIconLength, readIcon, readIconSizes } from '../icons.ts';
import { stringFieldOf } from '../schema/json.ts';
import type { LintFinding, LintRule } from './lintIssue.ts';

const notShownText = () => l10n.t("Clients that check icons don't show this icon.");

/** Rules for the icons of offers and servers, besides the types of their fields. */
export const iconRules = {
  'icon-address': {
    severity: 'warning',
    message: (src = '') => l10n.t('The icon "{0}" is neither an HTTPS URL nor a data: URI.', src),
    why: () => l10n.t('MCP requires clients to reject icons that have neither an HTTPS URL nor a data: URI.'),
  },
  'icon-data': {
    severity: 'warning',
    message: () => l10n.t("The data: URI of an icon can't be decoded."),
    why: notShownText,
  },
  'icon-format': {
    severity: 'warning',
    message: () => l10n.t("An icon's data isn't a PNG, JPEG, WebP, GIF, or SVG image."),
    why: notShownText,
  },
  'icon-large': {
    severity: 'info',
    message: (length = '') => l10n.t('The data: URI of an icon has {0} characters.', length),
    why: () =>
      l10n.t(
        "Clients receive the icon with every list. This editor doesn't show icons with more than {0} characters.",
        maxIconLength,
      ),
  },
  'icon-size': {
    severity: 'warning',
    message: (size = '') => l10n.t('"{0}" isn\'t a valid icon size, such as "48x48" or "any".', size),
    why: () => l10n.t('Clients select an icon by its size.'),
  },
  'icon-theme': {
    severity: 'error',
    message: (theme = '') =>
      l10n.t('An icon has the theme "{0}", which is neither "light" nor "dark".', theme),
    why: () => l10n.t('Clients that use an MCP SDK might reject the whole response.'),
  },
} satisfies Record<string, LintRule>;

/** Finds the faults of icons. `path`: where they are, as a JSON Pointer. */
export function* findIconIssues(
  icons: unknown,
  path: string,
): Generator<LintFinding<keyof typeof iconRules>> {
  for (const [at, icon] of listIcons(icons).entries()) {
    const src = stringFieldOf(icon, 'src');
    if (src !== undefined) yield* checkSource(src, `${path}/${at}/src`);
    for (const size of readIconSizes(icon)) {
      if (!/^(?:any|[1-9]\d*x[1-9]\d*)$/i.test(size))
        yield { rule: 'icon-size', path: `${path}/${at}/sizes`, names: [size] };
    }
    const theme = stringFieldOf(icon, 'theme');
    if (theme !== undefined && theme !== 'light' && theme !== 'dark') {
      yield { rule: 'icon-theme', path: `${path}/${at}/theme`, names: [theme] };
    }
  }
}

function* checkSource(src: string, path: string): Generator<LintFinding<keyof typeof iconRules>> {
  if (!isDataUri(src)) {
    const isSecure = URL.canParse(src) && new URL(src).protocol === 'https:';
    if (!isSecure) yield { rule: 'icon-address', path, names: [src] };
    return;
  }
  if (src.length > maxIconLength) {
    yield { rule: 'icon-large', path, names: [String(src.length)] };
    return;
  }
  const icon = readIcon(src);
  const isSvg = /^\s*data:image\/svg/i.test(src);
  if (!icon) yield { rule: 'icon-data', path };
  else if (!isSvg && !icon.type?.startsWith('image/')) yield { rule: 'icon-format', path };
}
