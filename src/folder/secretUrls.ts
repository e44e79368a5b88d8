import { hasKnownToken } from '../domain/knownTokens.ts';

/** The kind of text that has a URL: in a file of settings that may hold credentials, in prose, or in anything else. */
export type UrlContext = 'settings' | 'prose' | 'other';

/** The user information and the host of a URL (RFC 3986), also where JSON escapes its slashes. */
const userInfoPattern =
  /:(?:\\?\/){2}([^\s"'`<>\\/?#]{1,512})@(\[[\da-f:.]{2,45}\]|[^\s"'`<>\\/?#@:,;)]{1,255})/gi;

const placeholderPattern =
  /^(?:(?:my|your|the|some|db|app|super)[-_ ]?)*(?:pass(?:w(?:or)?d|phrase)?|pwd?|secret|token|(?:api|access|auth)?[-_]?(?:key|token|secret)|credentials?|change[-_]?(?:me|it|this)|example|sample|test(?:ing)?|foo|ba[rz]|qux|quux|dummy|fake|hidden|redacted|placeholder|user(?:name)?|admin|root|guest|none|null|here|abc|xyz|[x*.]+|.{1,2}|123(?:45*6*)?)(?:[-_ ]?(?:here|goes))*\d?$/i;

const placeholderHostPattern =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)$|(?:^|[.-])example(?:\.\w{2,4})?$|\.(?:test|invalid|localhost)$|^[^.[]*$|^(?:your|my)[-\w]*\.|^(?:host|hostname|server|domain|site|foo|bar|a|b|x)\.\w{2,5}$/i;

/** Returns the places in a text at which a URL holds a credential. */
export function findCredentialUrls(text: string, place: UrlContext): readonly number[] {
  if (!/:\\?\//.test(text)) return [];
  return [...text.matchAll(userInfoPattern)]
    .filter(({ 1: userInfo = '', 2: host = '', index }) =>
      isCredential(readSchemeBefore(text, index), userInfo, host, place),
    )
    .map(({ index }) => index);
}

function readSchemeBefore(text: string, index: number): string {
  return /[a-z][a-z\d+.-]*$/i.exec(text.slice(Math.max(0, index - 20), index))?.[0].toLowerCase() ?? '';
}

function isCredential(scheme: string, userInfo: string, host: string, place: UrlContext): boolean {
  const [user = '', ...rest] = replaceVariables(userInfo).split(':');
  // GitHub takes the token for the user, and this for the password.
  const password = rest.join(':').replace(/^x-oauth-basic$/, '');
  if (password === variable) return false;
  if (password === '') {
    // Only a token is enough for HTTP; for SSH, it is the name of a user.
    if (user === '' || user === variable || !/(?:^|\+)https?$/.test(scheme)) return false;
    return (
      place === 'settings' ||
      (looksLikeToken(user) && !(place === 'prose' && placeholderHostPattern.test(host)))
    );
  }
  if (hasKnownToken(userInfo) || place === 'settings') return true;
  const isPlaceholder = placeholderPattern.test(password) || password === user;
  const isUnreal = placeholderHostPattern.test(host);
  return place === 'prose' ? !isPlaceholder && !isUnreal : !(isPlaceholder && isUnreal);
}

/** Stands for one or more variables. */
const variable = '\0';

/** Replaces what a program fills in: `${NAME}`, `$NAME`, `{name}`, `%s`, `%NAME%`. The default of a variable stays. */
function replaceVariables(userInfo: string): string {
  return userInfo
    .replace(/\$?\{+([^{}]*)\}+/g, (_, inner: string) => /:-(.+)$/.exec(inner)?.[1] ?? variable)
    .replace(/%\w+%|%\(\w+\)s/g, variable)
    .replace(/(^|:)(?:\$\(?\w+\)?|%[sdv]|\[[^\]]*\]|\*+|\.{2,})(?=:|$)/g, `$1${variable}`)
    .replace(/\0+/g, variable);
}

function looksLikeToken(user: string): boolean {
  return hasKnownToken(user) || /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w.~-]{16,}$/i.test(user);
}
