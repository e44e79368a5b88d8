import { hasKnownToken } from '../domain/knownTokens.ts';

/** The context of a URL: a settings file that can contain credentials, prose, or anything else. */
export type UrlContext = 'settings' | 'prose' | 'other';

/** The user information and the host of a URL (RFC 3986), including URLs with slashes that JSON escapes. */
const userInfoPattern =
  /:(?:\\?\/){2}([^\s"'`<>\\/?#]{1,512})@(\[[\da-f:.]{2,45}\]|[^\s"'`<>\\/?#@:,;)]{1,255})/gi;

/** A password that is only an example, such as `password`, `your-token`, or `changeme`. */
const placeholderPattern =
  /^(?:(?:my|your|the|some|db|app|super)[-_ ]?)*(?:pass(?:w(?:or)?d|phrase)?|pwd?|secret|token|(?:api|access|auth)?[-_]?(?:key|token|secret)|credentials?|change[-_]?(?:me|it|this)|example|sample|test(?:ing)?|foo|ba[rz]|qux|quux|dummy|fake|hidden|redacted|placeholder|user(?:name)?|admin|root|guest|none|null|here|abc|xyz|[x*.]+|.{1,2}|123(?:45*6*)?)(?:[-_ ]?(?:here|goes))*\d?$/i;

/** A host that isn't a server on the internet, such as `localhost`, `db`, or `example.com`. */
const placeholderHostPattern =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$|(?:^|[.-])example(?:\.\w{2,4})?$|\.(?:test|invalid|localhost)$|^[^.[]*$|^(?:your|my)[-\w]*\.|^(?:host|hostname|server|domain|site|foo|bar|a|b|x)\.\w{2,5}$/i;

/** Returns the indexes of URLs with credentials. */
export function findCredentialUrls(text: string, context: UrlContext): readonly number[] {
  if (!/:\\?\//.test(text)) return [];
  return [...text.matchAll(userInfoPattern)]
    .filter(({ 1: userInfo = '', 2: host = '', index }) =>
      isCredential(readScheme(text, index), userInfo, host, context),
    )
    .map(({ index }) => index);
}

/** Returns the scheme in front of `://` at an index, in lower case. */
function readScheme(text: string, index: number): string {
  return /[a-z][a-z\d+.-]*$/i.exec(text.slice(Math.max(0, index - 20), index))?.[0].toLowerCase() ?? '';
}

function isCredential(scheme: string, userInfo: string, host: string, context: UrlContext): boolean {
  const [user = '', ...passwordParts] = replaceVariables(userInfo).split(':');
  // GitHub accepts a token as the user name with this password.
  const password = passwordParts.join(':').replace(/^x-oauth-basic$/, '');
  if (password === variablePlaceholder) return false;
  if (password === '') {
    // A user name alone is a credential only in an HTTP URL, and only if it is a token.
    if (user === '' || user === variablePlaceholder || !/(?:^|\+)https?$/.test(scheme)) return false;
    return (
      context === 'settings' ||
      (looksLikeToken(user) && !(context === 'prose' && placeholderHostPattern.test(host)))
    );
  }
  if (hasKnownToken(userInfo) || context === 'settings') return true;
  const isPlaceholder = placeholderPattern.test(password) || password === user;
  const isPlaceholderHost = placeholderHostPattern.test(host);
  return context === 'prose' ? !isPlaceholder && !isPlaceholderHost : !(isPlaceholder && isPlaceholderHost);
}

/** Replaces one or more variables in a URL. It can't occur in a text that is searched. */
const variablePlaceholder = '\0';

/**
 * Replaces variables and placeholders such as `${NAME}`, `$NAME`, `{name}`, `%s`, and `%NAME%`. Default values are
 * kept.
 */
function replaceVariables(userInfo: string): string {
  return userInfo
    .replace(/\$?\{+([^{}]*)\}+/g, (_, inner: string) => /:-(.+)$/.exec(inner)?.[1] ?? variablePlaceholder)
    .replace(/%\w+%|%\(\w+\)s/g, variablePlaceholder)
    .replace(/(^|:)(?:\$\(?\w+\)?|%[sdv]|\[[^\]]*\]|\*+|\.{2,})(?=:|$)/g, `$1${variablePlaceholder}`)
    .replace(/\0+/g, variablePlaceholder);
}

function looksLikeToken(user: string): boolean {
  return hasKnownToken(user) || /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w.~-]{16,}$/i.test(user);
}
