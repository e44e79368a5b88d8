/** A value that stands in the file; one that a program takes from a variable is no secret. */
const value = String.raw`(?!["']?\$\{\w+(?:\?|:?-)?\}["']?\s*$)["']?[^\s"']`;

/** In an address, between the name and the host. */
const inAddress = String.raw`:\/\/[^\s/:@]*:(?!\$\{?\w+\}?@)[^\s/@]+@`;

/** The end of a path, and what a credential looks like in such a file. What is in a comment may be one as well. */
function kind(path: string, content: string): readonly [RegExp, RegExp] {
  return [new RegExp(`(?:^|/)(?:${path})$`, 'i'), new RegExp(content, 'im')];
}

const kinds: readonly (readonly [RegExp, RegExp])[] = [
  kind(
    String.raw`\.npmrc`,
    String.raw`(?:^|[\s:#;])_(?:authToken|auth|password)[ \t]*=[ \t]*${value}|${inAddress}`,
  ),
  kind(String.raw`\.yarnrc\.yml`, String.raw`npmAuth(?:Token|Ident)["']?:[ \t]*${value}`),
  kind('[._]netrc', String.raw`(?:^|\s)password\s+\S`),
  kind(String.raw`\.pypirc`, String.raw`password[ \t]*[=:][ \t]*${value}|${inAddress}`),
  kind(String.raw`pip\.(?:conf|ini)`, inAddress),
  kind(String.raw`\.git-credentials|git\/credentials`, String.raw`:\/\/[^\s/]+@`),
  kind(
    String.raw`\.docker\/config\.json|\.dockerconfigjson|\.dockercfg`,
    String.raw`"(?:auth|password|identitytoken|registrytoken)"\s*:\s*"[^"]`,
  ),
  kind(
    String.raw`\.aws\/(?:credentials|config)`,
    String.raw`aws_(?:secret_access_key|session_token)[ \t]*=[ \t]*\S`,
  ),
  kind(
    String.raw`application_default_credentials\.json`,
    String.raw`"(?:refresh_token|client_secret|private_key)"\s*:\s*"[^"]`,
  ),
  kind(String.raw`\.kube\/config`, String.raw`(?:token|password|client-key-data)["']?:[ \t]*${value}`),
];

/** Whether programs keep credentials in a file of this name. */
export function mayHoldCredentials(path: string): boolean {
  return kinds.some(([name]) => name.test(path));
}

/** Whether they have done so in this one. */
export function holdsCredentials(path: string, text: string): boolean {
  return kinds.some(([name, content]) => name.test(path) && content.test(text));
}
