/**
 * A file in which a tool keeps secrets: the tool, the end of the path, and what a secret looks like in such a file. Without
 * the last, the file is asked about whatever is in it.
 */
export type SecretFile = readonly [tool: string, path: RegExp, content?: RegExp];

/** Creates a row of the table of files with secrets: patterns of the end of a path, and of a secret in the file. */
export function secretFile(tool: string, path: string, content?: string): SecretFile {
  const end = new RegExp(`(?:^|/)(?:${path})$`, 'i');
  return content === undefined ? [tool, end] : [tool, end, new RegExp(content, 'gim')];
}

/** A value that stands in the file, instead of a switch, a variable, or a placeholder that a program fills in. */
export const valuePattern = String.raw`(?!["']?(?:\$\{[\w.]+(?:\?|:?-)?\}|\$\w+|%\w+%|@[\w.]+@|os\.environ/\w+|\{\{[^}]{0,200}\}\}|<[^>]{0,200}>|true|false|null|none)["']?[ \t]*,?[ \t]*\r?$)["']?[^\s"'|>#]`;

/** A setting of this name, in INI, properties, TOML, or YAML. */
export const settingPattern = (names: string): string =>
  String.raw`(?:^|[\s:#;{"'])(?:${names})["']?[ \t]*[=:][ \t]*${valuePattern}`;

/** A setting at the begin of a line, so that a default value in a comment isn't one. */
export const activeSettingPattern = (names: string): string =>
  String.raw`^[ \t]*(?:${names})[ \t]*[=:][ \t]*${valuePattern}`;

/** A property of JSON with a string in it. */
export const propertyPattern = (names: string): string => String.raw`"(?:${names})"\s*:\s*"(?!\$\{|<)[^"]`;

/** A password in an array of PHP. */
export const phpPasswordPattern = String.raw`^(?![ \t]*(?:\*|#|//)).{0,200}['"]password['"]\s*=>\s*['"][^'"]`;

export const configExtensions = String.raw`\.(?:ya?ml|json[5c]?|toml|ini|conf|cfg|properties|txt|xml|csv)`;

/** The end of a name that is about a secret and isn't its name: `tokenEndpoint`, `password.policy`. */
export const aboutSecretPattern = String.raw`[\w.-]{0,99}(?:endpoint|ur[il]|host|port|path|file|name|ttl|expir\w{0,9}|lifetime|timeout|type|policy|length|header|field|provider|issuer|enabled|required)["']?[ \t]*[=:]`;

/** Endings of source files, which read variables and have none. */
export const sourceExtensions = '(?:[cm]?[jt]sx?|py|sh|go|rs|rb|java|php|cs)';
/** The words after `secret-` in names of files with secrets. `secret-santa.txt` isn't such a file. */
export const secretNameEndings =
  '(?:keys?|tokens?|passwords?|values|vars?|env|config|store|data|local|[0-9]+|dev|development|prod|production|stage|staging|test)';
export const stageNames = '(?:dev|development|prod|production|stage|staging|test)';
