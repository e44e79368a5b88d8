import { findTokenIssuer, fixedLengthTokenPattern, prefixedTokenPattern } from '../domain/knownTokens.ts';
import type { Sensitivity } from './contents.ts';
import { findPrivateKeys } from './privateKeys.ts';
import { findToolPatterns, isTemplateFile } from './secretFileNames.ts';
import { findCredentialUrls, type UrlContext } from './secretUrls.ts';

/**
 * A part of a text. Matches that don't begin between `from` and `to` belong to a neighboring window, which has more of
 * their context.
 */
interface TextWindow {
  readonly text: string;
  /** The index of the first character that belongs to this window. */
  readonly from: number;
  readonly to: number;
}

/** Settings files of package managers, in which a URL with a user name is a credential. */
const credentialUrlFilePattern =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.?bunfig\.toml|\.pypirc|pip\.(?:conf|ini)|[^/]*requirements[^/]*\.(?:txt|in)|requirements\/[^/]*\.(?:txt|in)|constraints[^/]*\.txt|Pipfile|uv\.toml|\.condarc|\.git-credentials|\.gitmodules|git\/(?:credentials|config)|\.gitconfig|nuget\.config|\.bundle\/config)$/i;
const prosePattern =
  /(?:^|\/)(?:readme|changelog|contributing|security|license|notice)[^/]*$|\.(?:md|mdx|markdown|rst|adoc)$/i;

/** A literal string that isn't a placeholder. */
const literalPattern = String.raw`["']?(?!["'\s]|[$<{%|>#*]|\.\.|x{3}|your|example|placeholder|redacted|null\b|none\b)[^\s"',}]{3}`;

/** Secrets with an identifying name, in any file. */
const namedSecrets: readonly (readonly [source: string, content: RegExp])[] = [
  [
    'npm',
    new RegExp(
      String.raw`\/\/[^\s"'\x60]{1,200}\/:_(?:authToken|auth|password)[ \t]*=[ \t]*${literalPattern}`,
      'gi',
    ),
  ],
  ['AWS', /aws_?secret_?(?:access_?)?key["']?\s{0,9}[=:]\s{0,9}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi],
  ['AWS', /aws_?session_?token["']?\s{0,9}[=:]\s{0,9}["']?[A-Za-z0-9/+]{100}/gi],
  // The key of the Azurite emulator is public.
  ['Azure', /(?:AccountKey|SharedAccessKey|SharedSecretKey)=(?!Eby8vdM02)[A-Za-z0-9+/%]{40,}/gi],
  ['Slack', /hooks\.slack\.com\/(?:services|workflows)\/[A-Z0-9]{8,}\/[A-Z0-9]{8,}\/[A-Za-z0-9]{16,}/g],
  ['Discord', /discord(?:app)?\.com\/api\/webhooks\/\d{16,}\/[\w-]{50,}/g],
  ['Telegram', /(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])/g],
];

/** A password in an ADO.NET or ODBC connection string. */
const connectionStringPattern =
  /\b(?:Server|Data Source|Host)\s{0,3}=([^;"'\n]{1,200});(?:[^"'\n;]{1,200};){0,12}?\s{0,9}(?:Password|Pwd)\s{0,3}=\s{0,3}([^;"'\s]{1,200})/gi;

/** The value of an `Authorization` header (RFC 9110). */
const authorizationPattern =
  /\bauthorization["']?\s{0,3}[:=,]\s{0,3}["'`]?(?:bearer|basic|token)\s{1,3}(?=[\w.~+/=-]{0,40}\d)(?=[\w.~+/=-]{0,40}[a-z])[\w.~+/=-]{20,}/gi;

/** Files with secrets that are identified by their extension and a combination of properties. */
const knownDocuments: readonly (readonly [source: string, path: RegExp, properties: readonly RegExp[]])[] = [
  [
    'Kubernetes',
    /(?:^|\/)[^./]+$|\.(?:ya?ml|json|conf|config|cfg|txt|bak)$/i,
    [
      /\bkind["']?\s{0,9}:\s{0,9}["']?Config\b/g,
      /\bclusters["']?\s{0,9}:/g,
      new RegExp(
        String.raw`\b(?:token|password|client-key-data)["']?[ \t]{0,9}:[ \t]{0,9}${literalPattern}`,
        'g',
      ),
    ],
  ],
  [
    'Kubernetes',
    /\.(?:ya?ml|json)$/i,
    [
      /\bkind["']?[ \t]{0,9}:[ \t]{0,9}["']?Secret\b/g,
      new RegExp(
        String.raw`["']?\b(?:data|stringData)["']?[ \t]{0,9}:[ \t]{0,9}\{?(?:\s{0,40}#[^\n]{0,200})?\s{1,40}["']?[\w.-]{1,99}["']?[ \t]{0,9}:[ \t]{0,9}${literalPattern}`,
        'g',
      ),
    ],
  ],
  ['Docker', /\.json$/i, [/"auths"\s{0,9}:/g, /"auth"\s{0,9}:\s{0,9}"[A-Za-z0-9+/=]{4,}"/g]],
  [
    'Google Cloud',
    /\.json$/i,
    [/"refresh_token"\s{0,9}:\s{0,9}"[^"]{4}/g, /"client_secret"\s{0,9}:\s{0,9}"[^"]{4}/g],
  ],
  ['JSON Web Keys', /\.(?:json|jwks?)$/i, [/"kty"\s{0,9}:/g, /"d"\s{0,9}:\s{0,9}"[\w-]{20}/g]],
];

/**
 * Creates a function that searches one file for secrets. It must be called with consecutive windows of the text, and
 * returns why the file is sensitive if a window contains a secret. Matches have at most 2048 characters.
 */
export function createSecretSearch(path: string): (window: TextWindow) => Sensitivity | undefined {
  const isProse = prosePattern.test(path);
  const hasPlaceholders = isProse || isTemplateFile(path);
  const urlContext: UrlContext = hasPlaceholders
    ? 'prose'
    : credentialUrlFilePattern.test(path)
      ? 'settings'
      : 'other';
  const toolPatterns = findToolPatterns(path);
  const findDocument = hasPlaceholders ? () => undefined : createDocumentSearch(path);

  return ({ text, from, to }) => {
    const isInside = (index: number): boolean => index >= from && index < to;
    const hasMatch: HasMatch = (pattern, isSecret = () => true) =>
      [...text.matchAll(pattern)].some((match) => isInside(match.index) && isSecret(match));

    if (findPrivateKeys(text, isProse).some(isInside)) return { reason: 'privateKey' };
    const service = findTokenService(text, hasPlaceholders, isInside);
    if (service !== undefined) return { reason: 'token', source: service };
    const [tool] = toolPatterns.find(([, content]) => hasMatch(content)) ?? [];
    if (tool !== undefined) return { reason: 'credentials', source: tool };
    if (findCredentialUrls(text, urlContext).some(isInside)) return { reason: 'url' };
    const source = findDocument(hasMatch) ?? (hasPlaceholders ? undefined : findNamedSecret(hasMatch));
    return source === undefined ? undefined : { reason: 'credentials', source };
  };
}

/** Whether the window has a match that is a secret. */
type HasMatch = (pattern: RegExp, isSecret?: (match: RegExpExecArray) => boolean) => boolean;

/**
 * Creates a function that finds known documents with credentials. The properties of a document can be in different
 * windows.
 */
function createDocumentSearch(path: string): (hasMatch: HasMatch) => string | undefined {
  const documents = knownDocuments
    .filter(([, pathPattern]) => pathPattern.test(path))
    .map(([source, , properties]) => ({ source, properties, foundProperties: new Set<RegExp>() }));
  return (hasMatch) => {
    for (const { source, properties, foundProperties } of documents) {
      for (const property of properties)
        if (!foundProperties.has(property) && hasMatch(property)) foundProperties.add(property);
      if (foundProperties.size === properties.length) return source;
    }
    return undefined;
  };
}

/** Returns the source of a secret with an identifying name. */
function findNamedSecret(hasMatch: HasMatch): string | undefined {
  const [source] = namedSecrets.find(([, content]) => hasMatch(content)) ?? [];
  if (source !== undefined) return source;
  if (hasMatch(connectionStringPattern, isConnectionPassword)) return 'ADO.NET';
  return hasMatch(authorizationPattern) ? 'HTTP' : undefined;
}

/** Returns the service of the first token in a text. */
function findTokenService(
  text: string,
  hasPlaceholders: boolean,
  isInside: (index: number) => boolean,
): string | undefined {
  for (const pattern of [prefixedTokenPattern, fixedLengthTokenPattern]) {
    for (const { 0: token, index } of text.matchAll(pattern)) {
      const service = findTokenIssuer(token);
      if (service !== undefined && isInside(index) && isRandomToken(token, hasPlaceholders)) return service;
    }
  }
  return undefined;
}

/** Whether a token contains random characters. `pk_` of Stripe is public, and `sk_TYPE_…` is an OpenSSL function. */
function isRandomToken(token: string, hasPlaceholders: boolean): boolean {
  if (/^pk_|^sk_[A-Z\d]+_|[xX*]{4}|0{8}|\.\.\./.test(token)) return false;
  if (hasPlaceholders && /example|your|placeholder|change|dummy|fake|redacted|12345|abcdef/i.test(token)) {
    return false;
  }
  return (
    /[A-Za-z0-9]{24}/.test(token) ||
    /(?![a-z]{16})[A-Za-z0-9]{16}/.test(token) ||
    /^(?:gl|A)[\w-]{20}/.test(token)
  );
}

function isConnectionPassword({ 1: host = '', 2: password = '' }: RegExpExecArray): boolean {
  if (/^[$<{%[*]|\}$|^(?:your|my)|^x{3}/i.test(password)) return false;
  return !(
    /^\s*(?:localhost|127\.|\(local|\.|[\w-]+$)/i.test(host) &&
    /^(?:pass|secret|postgres|root|test)/i.test(password)
  );
}
