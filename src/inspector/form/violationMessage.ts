import { formatText } from '../../editor/webview/formatText.ts';
import type { AllowedValues } from './closestVariant.ts';
import type { FormTexts } from './formTexts.ts';

/** More values aren't named. */
const maxNamedValues = 8;
/** Longer values and patterns are cut. */
const maxValueLength = 200;

/** What is wrong, in short words. `limit`: what the keyword of the schema says. */
export function createViolationMessage(keyword: string, limit: unknown, strings: FormTexts): string {
  const { issues } = strings;
  switch (keyword) {
    case 'type':
      return describeAllowedValues({ values: [], types: limit as readonly string[] }, strings);
    case 'const':
      return formatText(issues.const, truncateValue(String(limit)));
    case 'choice':
      return describeAllowedValues(limit as AllowedValues, strings);
    case 'minLength':
      return limit === 1 ? issues.filled : formatText(issues.minLength, String(limit));
    case 'maxLength':
      return limit === 1 ? issues.maxOneCharacter : formatText(issues.maxLength, String(limit));
    case 'minItems':
      return limit === 1 ? issues.minOneItem : formatText(issues.minItems, String(limit));
    case 'maxItems':
      return limit === 1 ? issues.maxOneItem : formatText(issues.maxItems, String(limit));
    case 'minProperties':
      return limit === 1 ? issues.minOneProperty : formatText(issues.minProperties, String(limit));
    case 'maxProperties':
      return limit === 1 ? issues.maxOneProperty : formatText(issues.maxProperties, String(limit));
    case 'format':
      return Object.hasOwn(issues.formats, String(limit))
        ? issues.formats[limit as keyof typeof issues.formats]
        : formatText(issues.format, truncateValue(String(limit)));
    case 'not':
      return issues.notAllowed;
    case 'pattern':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return formatText(issues[keyword], truncateValue(String(limit)));
    case 'required':
    case 'contains':
    case 'enum':
    case 'uniqueItems':
    case 'propertyNames':
    case 'oneOf':
      return issues[keyword];
    default:
      return issues.other;
  }
}

/** All values and types that are allowed, as long as they are few. */
function describeAllowedValues(
  { values, types }: AllowedValues,
  { issues, types: typeNames }: FormTexts,
): string {
  const names = [
    ...new Set(values.map(truncateValue)),
    ...types.map((type) => typeNames[type as keyof typeof typeNames]),
  ];
  if (names.length > maxNamedValues) return issues.enum;
  const all = names.reduce((text, name) => (text === '' ? name : formatText(issues.or, text, name)), '');
  return formatText(issues.type, all);
}

function truncateValue(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
