import type { AuditResult } from '../../api/audit.ts';

/** The maximum number of names that a check can have. */
const maxToolNames = 10;

/** Matches names that MCP allows for tools and that are long enough for a search. */
const toolNamePattern = /^[A-Za-z_][\w.\-/]{1,127}$/;
/** Matches the label of a detail whose value is the name of a tool. */
const toolLabelPattern = /^tools?(?:[ _-]?names?)?$/i;
/** Matches the label of a detail that contains the name of a tool, such as `Tool: get_forecast`. */
const labelWithNamePattern = /^tool\b\s*:?\s+(.+)$/i;
/** Matches a word in quotation marks. */
const quotedPattern = /["'`“‘]([^"'`“”‘’\s]{2,128})["'`”’]/g;
/** Matches words such as `get_forecast`, which don't occur in ordinary sentences. */
const snakeCasePattern = /\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b/g;

/**
 * Returns the names of tools that a check might be about, for a search in source files. The names come from details
 * with certain labels, from words in snake case in the message, and, if the check is about tools, from quoted words.
 */
export function extractToolNames({
  checkId,
  checkName,
  category,
  message = '',
  details,
}: Pick<AuditResult, 'checkId' | 'checkName' | 'category' | 'message' | 'details'>): readonly string[] {
  const names = details.flatMap(({ label = '', value }) => {
    if (toolLabelPattern.test(label.trim())) return String(value ?? '').split(/[,;\n]/);
    const [, name] = labelWithNamePattern.exec(label.trim()) ?? [];
    return name === undefined ? [] : [name];
  });
  const isAboutTools = [checkId, checkName, category, message].some((text) => /\btools?\b/i.test(text ?? ''));
  if (isAboutTools) names.push(...[...message.matchAll(quotedPattern)].map(([, name = '']) => name));
  names.push(...[...message.matchAll(snakeCasePattern)].map(([name]) => name));
  const validNames = names
    .map((name) => name.trim().replace(/^["'`“‘]|["'`”’]$/g, ''))
    .filter((name) => toolNamePattern.test(name));
  return [...new Set(validNames)].slice(0, maxToolNames);
}
