import { formatText } from '../../editor/webview/formatText.ts';
import type { AllowedValues } from './closestVariant.ts';
import type { FormTexts } from './formTexts.ts';

/** Maximum number of values and types that a message names. */
const maxNamedValues = 8;
/** Maximum number of characters of a value or a pattern in a message. */
const maxValueLength = 200;

/** Creates the message for a violation. `limit` is the value of the keyword. */
export function createViolationMessage(keyword: string, limit: unknown, texts: FormTexts): string {
  const { issues } = texts;
  switch (keyword) {
    case 'type':
      return describeAllowedValues({ values: [], types: limit as readonly string[] }, texts);
    case 'const':
      return formatText(issues.const, truncateValue(String(limit)));
    case 'choice':
      return describeAllowedValues(limit as AllowedValues, texts);
    case 'minLength':
      return limit === 1 ? issues.notEmpty : formatText(issues.minLength, String(limit));
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

/** Returns a message that lists the allowed values and types, or a general one if there are too many. */
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
