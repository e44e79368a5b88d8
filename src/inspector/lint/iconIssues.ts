import * as l10n from '@vscode/l10n';
import { isDataUri, listIcons, maxIconLength, readIcon, readIconSizes } from '../icons.ts';
import { getStringField } from '../schema/json.ts';
import { type LintFinding, type LintRule, type LintViolation, runChecks } from './lintIssue.ts';

/** The data about an icon that the rules check. */
interface IconFacts {
  /** JSON Pointer to the icon. */
  readonly path: string;
  readonly src: string | undefined;
  readonly srcProblem: SrcProblem | undefined;
  readonly sizes: readonly string[];
  readonly theme: string | undefined;
}

type SrcProblem = 'noHttps' | 'tooLarge' | 'undecodable' | 'notAnImage';

interface IconRule extends LintRule {
  readonly check: (icon: IconFacts) => Iterable<LintViolation>;
}

const explainHiddenIcon = () => l10n.t("Clients that check icons don't show this icon.");

/** The rules for the icons of servers, tools, resources, and prompts, apart from the types of their fields. */
export const iconRules = {
  'icon-url': {
    severity: 'warning',
    message: (src = '') => l10n.t('The icon "{0}" is neither an HTTPS URL nor a data: URI.', src),
    reason: () =>
      l10n.t('MCP requires clients to reject icons that have neither an HTTPS URL nor a data: URI.'),
    check: (icon) => checkSrc(icon, 'noHttps', [icon.src ?? '']),
  },
  'icon-data': {
    severity: 'warning',
    message: () => l10n.t("The data: URI of an icon can't be decoded."),
    reason: explainHiddenIcon,
    check: (icon) => checkSrc(icon, 'undecodable'),
  },
  'icon-format': {
    severity: 'warning',
    message: () => l10n.t("An icon's data isn't a PNG, JPEG, WebP, GIF, or SVG image."),
    reason: explainHiddenIcon,
    check: (icon) => checkSrc(icon, 'notAnImage'),
  },
  'icon-large': {
    severity: 'info',
    message: (length = '') => l10n.t('The data: URI of an icon has {0} characters.', length),
    reason: () =>
      l10n.t(
        "Clients receive the icon with every list. This editor doesn't show icons with more than {0} characters.",
        maxIconLength,
      ),
    check: (icon) => checkSrc(icon, 'tooLarge', [String(icon.src?.length)]),
  },
  'icon-size': {
    severity: 'warning',
    message: (size = '') => l10n.t('"{0}" isn\'t a valid icon size, such as "48x48" or "any".', size),
    reason: () => l10n.t('Clients select an icon by its size.'),
    check: ({ path, sizes }) =>
      sizes
        .filter((size) => !/^(?:any|[1-9]\d*x[1-9]\d*)$/i.test(size))
        .map((size) => ({ path: `${path}/sizes`, messageArguments: [size] })),
  },
  'icon-theme': {
    severity: 'error',
    message: (theme = '') =>
      l10n.t('An icon has the theme "{0}", which is neither "light" nor "dark".', theme),
    reason: () => l10n.t('Clients that use an MCP SDK might reject the whole response.'),
    check: ({ path, theme }) =>
      theme === undefined || theme === 'light' || theme === 'dark'
        ? []
        : [{ path: `${path}/theme`, messageArguments: [theme] }],
  },
} satisfies Record<string, IconRule>;

/** Finds the issues of icons. `path` is the JSON Pointer to the list of icons. */
export function* findIconIssues(
  icons: unknown,
  path: string,
): Generator<LintFinding<keyof typeof iconRules>> {
  for (const [index, icon] of listIcons(icons).entries()) {
    const facts = readIconFacts(icon, `${path}/${index}`);
    yield* runChecks<keyof typeof iconRules, IconRule>(iconRules, ({ check }) => check(facts));
  }
}

function readIconFacts(icon: unknown, path: string): IconFacts {
  const src = getStringField(icon, 'src');
  const srcProblem = src === undefined ? undefined : findSrcProblem(src);
  return { path, src, srcProblem, sizes: readIconSizes(icon), theme: getStringField(icon, 'theme') };
}

function findSrcProblem(src: string): SrcProblem | undefined {
  if (!isDataUri(src)) {
    const isSecure = URL.canParse(src) && new URL(src).protocol === 'https:';
    return isSecure ? undefined : 'noHttps';
  }
  if (src.length > maxIconLength) return 'tooLarge';
  const icon = readIcon(src);
  if (!icon) return 'undecodable';
  const isSvg = /^\s*data:image\/svg/i.test(src);
  return isSvg || icon.type?.startsWith('image/') ? undefined : 'notAnImage';
}

function checkSrc(
  { path, srcProblem }: IconFacts,
  problem: SrcProblem,
  messageArguments: readonly string[] = [],
): readonly LintViolation[] {
  return srcProblem === problem ? [{ path: `${path}/src`, messageArguments }] : [];
}
