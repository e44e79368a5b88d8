/**
 * A file in which a tool keeps secrets: the tool or the kind of secret, a pattern for the end of the path, and, if the
 * file can also be harmless, a pattern for a secret in it. Without the latter, the user must always confirm the file.
 */
export type SecretFile = readonly [tool: string, path: RegExp, content?: RegExp];

/** Creates an entry from the sources of the patterns. */
export function secretFile(tool: string, path: string, content?: string): SecretFile {
  const pathPattern = new RegExp(`(?:^|/)(?:${path})$`, 'i');
  return content === undefined ? [tool, pathPattern] : [tool, pathPattern, new RegExp(content, 'gim')];
}

/** A literal value. Excludes Boolean values, variables such as `${NAME}`, and placeholders such as `<token>`. */
export const valuePattern = String.raw`(?!["']?(?:\$\{[\w.]+(?:\?|:?-)?\}|\$\w+|%\w+%|@[\w.]+@|os\.environ/\w+|\{\{[^}]{0,200}\}\}|<[^>]{0,200}>|true|false|null|none)["']?[ \t]*,?[ \t]*\r?$)["']?[^\s"'|>#]`;

/** A setting in INI, properties, TOML, or YAML syntax. */
export const settingPattern = (names: string): string =>
  String.raw`(?:^|[\s:#;{"'])(?:${names})["']?[ \t]*[=:][ \t]*${valuePattern}`;

/** A setting at the beginning of a line, which excludes default values in comments. */
export const activeSettingPattern = (names: string): string =>
  String.raw`^[ \t]*(?:${names})[ \t]*[=:][ \t]*${valuePattern}`;

/** A JSON property with a string value. */
export const propertyPattern = (names: string): string => String.raw`"(?:${names})"\s*:\s*"(?!\$\{|<)[^"]`;

/** A password in a PHP array. */
export const phpPasswordPattern = String.raw`^(?![ \t]*(?:\*|#|//)).{0,200}['"]password['"]\s*=>\s*['"][^'"]`;

export const configExtensions = String.raw`\.(?:ya?ml|json[5c]?|toml|ini|conf|cfg|properties|txt|xml|csv)`;

/**
 * The rest of a name after a word such as `token`, if the name only refers to a secret, such as `tokenEndpoint` or
 * `password.policy`.
 */
export const secretMetadataPattern = String.raw`[\w.-]{0,99}(?:endpoint|ur[il]|host|port|path|file|name|ttl|expir\w{0,9}|lifetime|timeout|type|policy|length|header|field|provider|issuer|enabled|required)["']?[ \t]*[=:]`;

/** Extensions of source files, which read variables but don't contain their values. */
export const sourceExtensions = '(?:[cm]?[jt]sx?|py|sh|go|rs|rb|java|php|cs)';
/** The words after `secret-` in names of secret files. `secret-santa.txt` isn't one. */
export const secretNameEndings =
  '(?:keys?|tokens?|passwords?|values|vars?|env|config|store|data|local|[0-9]+|dev|development|prod|production|stage|staging|test)';
export const stageNames = '(?:dev|development|prod|production|stage|staging|test)';
