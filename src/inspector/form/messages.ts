import { formatText } from '../../editor/webview/formatText.ts';
import type { FormStrings } from './strings.ts';

/** What is wrong, in short words. `limit`: what the keyword of the schema says. */
export function messageOf(keyword: string, limit: unknown, { issues, types }: FormStrings): string {
  switch (keyword) {
    case 'type': {
      const names = (Array.isArray(limit) ? limit : []).map((name) => types[name as keyof typeof types]);
      return formatText(
        issues.type,
        names.reduce((all, name) => (all === '' ? name : formatText(issues.or, all, name)), ''),
      );
    }
    case 'const':
      return formatText(issues.const, JSON.stringify(limit));
    case 'minLength':
      return limit === 1 ? issues.filled : formatText(issues.minLength, String(limit));
    case 'minItems':
      return limit === 1 ? issues.oneItem : formatText(issues.minItems, String(limit));
    case 'format':
      return Object.hasOwn(issues.formats, String(limit))
        ? issues.formats[limit as keyof typeof issues.formats]
        : formatText(issues.format, String(limit));
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return issues.contains;
    case 'not':
    case 'false':
      return issues.notAllowed;
    case 'maxLength':
    case 'pattern':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return formatText(issues[keyword], String(limit));
    case 'enum':
    case 'uniqueItems':
    case 'propertyNames':
    case 'oneOf':
      return issues[keyword];
    default:
      return issues.other;
  }
}
