import { formatText } from '../../editor/webview/formatText.ts';
import type { AllowedValues } from './closestVariant.ts';
import type { FormStrings } from './strings.ts';

/** More values aren't named. */
const mostNamed = 8;
/** Longer values and patterns are cut. */
const longest = 200;

/** What is wrong, in short words. `limit`: what the keyword of the schema says. */
export function messageOf(keyword: string, limit: unknown, strings: FormStrings): string {
  const { issues } = strings;
  switch (keyword) {
    case 'type':
      return choiceMessage({ values: [], types: limit as readonly string[] }, strings);
    case 'const':
      return formatText(issues.const, short(String(limit)));
    case 'choice':
      return choiceMessage(limit as AllowedValues, strings);
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
        : formatText(issues.format, short(String(limit)));
    case 'not':
      return issues.notAllowed;
    case 'pattern':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return formatText(issues[keyword], short(String(limit)));
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
function choiceMessage({ values, types }: AllowedValues, { issues, types: typeNames }: FormStrings): string {
  const names = [
    ...new Set(values.map(short)),
    ...types.map((type) => typeNames[type as keyof typeof typeNames]),
  ];
  if (names.length > mostNamed) return issues.enum;
  const all = names.reduce((text, name) => (text === '' ? name : formatText(issues.or, text, name)), '');
  return formatText(issues.type, all);
}

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
