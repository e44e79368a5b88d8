import { formatText } from '../../editor/webview/formatText.ts';
import { isJsonObject, type JsonValue } from '../schema/json.ts';
import { canShow } from './canShow.ts';
import type { FormField, UnionField } from './field.ts';
import { type FieldDraft, getPreviousValue } from './fieldDraft.ts';
import type { FormTexts } from './formTexts.ts';
import { createInitialValue } from './initialValue.ts';

/** What choosing leads to: a value in place of the one before, which is kept in the draft. */
interface VariantChoice {
  readonly value: JsonValue;
  readonly draft: FieldDraft;
}

/** Another variant of a union: with what was there when it was chosen last, else as it begins. */
export function chooseVariant(
  union: UnionField,
  index: number,
  value: JsonValue | undefined,
  draft: FieldDraft,
): VariantChoice {
  const variant = union.variants[index];
  const keeping = value === undefined ? {} : { previousValue: JSON.stringify(value) };
  if (!variant) return { value: value ?? null, draft };
  return { value: createVariantValue(variant, value, draft), draft: { ...keeping, variant: index } };
}

function createVariantValue(variant: FormField, value: JsonValue | undefined, draft: FieldDraft): JsonValue {
  const kept = getPreviousValue(draft);
  if (kept !== undefined && canShow(variant, kept)) return kept;
  const start = createInitialValue(variant);
  if (variant.kind !== 'object' || !isJsonObject(start) || !isJsonObject(value)) return start;
  // What the variants have in common stays.
  const same = variant.properties.flatMap(({ name, field }): [string, JsonValue][] => {
    const there = Object.hasOwn(value, name) ? value[name] : undefined;
    return there !== undefined && canShow(field, there) ? [[name, there]] : [];
  });
  return Object.fromEntries([...Object.entries(start), ...same]);
}

/** What a place has that had none: what was there before, else as it begins. */
export function restoreValue(field: FormField, draft: FieldDraft): JsonValue {
  const kept = getPreviousValue(draft);
  return kept !== undefined && canShow(field, kept) ? kept : createInitialValue(field);
}

/** Names for the variants of a union, all of them different. */
export function createVariantTitles({ variants }: UnionField, strings: FormTexts): readonly string[] {
  const titles = variants.map(
    (variant) => variant.title ?? findConstantText(variant) ?? getKindLabel(variant, strings),
  );
  return titles.map((title, index) =>
    titles.indexOf(title) === titles.lastIndexOf(title)
      ? title
      : formatText(strings.numbered, title, titles.slice(0, index + 1).filter((one) => one === title).length),
  );
}

/** The text that tells a variant from the others: its own, or that of a property. */
function findConstantText(variant: FormField): string | undefined {
  if (variant.kind === 'constant') return formatConstant(variant.value);
  if (variant.kind !== 'object') return undefined;
  const marks = variant.properties.slice(0, 20).map(({ field }) => field);
  const mark = marks.find((field) => field.kind === 'constant');
  return mark?.kind === 'constant' ? formatConstant(mark.value) : undefined;
}

function formatConstant(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function getKindLabel(field: FormField, { kinds }: FormTexts): string {
  if (field.kind === 'union') return kinds.json;
  return field.kind === 'number' && field.isInteger ? kinds.integer : kinds[field.kind];
}
