import { formatText } from '../../editor/webview/formatText.ts';
import { getOwnProperty, isJsonObject, type JsonValue } from '../schema/json.ts';
import { canShow } from './canShow.ts';
import type { FormField, UnionField } from './field.ts';
import { type FieldDraft, getPreviousValue } from './fieldDraft.ts';
import type { FormTexts } from './formTexts.ts';
import { createInitialValue } from './initialValue.ts';

/** The value of a selected variant, and the draft that stores the previous value. */
interface VariantChoice {
  readonly value: JsonValue;
  readonly draft: FieldDraft;
}

/**
 * Selects a variant of a union. Restores the previous value if the variant can show it. Otherwise, its initial value is used, with the
 * properties of the current value that it can show.
 */
export function chooseVariant(
  union: UnionField,
  index: number,
  value: JsonValue | undefined,
  draft: FieldDraft,
): VariantChoice {
  const variant = union.variants[index];
  if (!variant) return { value: value ?? null, draft };
  const previous = value === undefined ? {} : { previousValue: JSON.stringify(value) };
  return { value: createVariantValue(variant, value, draft), draft: { ...previous, variant: index } };
}

function createVariantValue(variant: FormField, value: JsonValue | undefined, draft: FieldDraft): JsonValue {
  const previous = getPreviousValue(draft);
  if (previous !== undefined && canShow(variant, previous)) return previous;
  const initial = createInitialValue(variant);
  if (variant.kind !== 'object' || !isJsonObject(initial) || !isJsonObject(value)) return initial;
  // Keeps the properties of the current value that the variant also has.
  const shared = variant.properties.flatMap(({ name, field }): [string, JsonValue][] => {
    const property = getOwnProperty(value, name);
    return property !== undefined && canShow(field, property) ? [[name, property]] : [];
  });
  return Object.fromEntries([...Object.entries(initial), ...shared]);
}

/** Returns the value of a field that the user sets: the value before it was omitted if the field can show it, or the initial value. */
export function restoreValue(field: FormField, draft: FieldDraft): JsonValue {
  const previous = getPreviousValue(draft);
  return previous !== undefined && canShow(field, previous) ? previous : createInitialValue(field);
}

/** Returns a unique title for each variant of a union. */
export function createVariantTitles({ variants }: UnionField, texts: FormTexts): readonly string[] {
  const titles = variants.map(
    (variant) => variant.title ?? findConstantText(variant) ?? getKindLabel(variant, texts),
  );
  return titles.map((title, index) =>
    titles.indexOf(title) === titles.lastIndexOf(title)
      ? title
      : formatText(
          texts.numbered,
          title,
          titles.slice(0, index + 1).filter((other) => other === title).length,
        ),
  );
}

/** Returns the constant that distinguishes a variant: its own, or the one of a property. */
function findConstantText(variant: FormField): string | undefined {
  if (variant.kind === 'constant') return formatConstant(variant.value);
  if (variant.kind !== 'object') return undefined;
  const propertyFields = variant.properties.slice(0, 20).map(({ field }) => field);
  const constantField = propertyFields.find((field) => field.kind === 'constant');
  return constantField?.kind === 'constant' ? formatConstant(constantField.value) : undefined;
}

function formatConstant(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function getKindLabel(field: FormField, { kinds }: FormTexts): string {
  if (field.kind === 'union') return kinds.json;
  return field.kind === 'number' && field.isInteger ? kinds.integer : kinds[field.kind];
}
