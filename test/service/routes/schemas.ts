import { z } from 'zod';
import { invalidInput } from '../serviceError.ts';

/** An optional field can be absent, but `null` is rejected. */
export const nameSchema = z.string().trim().min(1).max(100);

/** Keys that the service sets itself. */
const reservedKeys: readonly string[] = ['PORT', 'HOST', 'PATH', 'HOME', 'NODE_OPTIONS', 'PYTHONPATH'];

export const keySchema = z
  .string()
  .min(2, 'A key has at least 2 characters')
  .regex(
    /^[a-zA-Z][a-zA-Z0-9_]+$/,
    'A key begins with a letter and holds letters, digits and underscores only',
  )
  .refine((key) => !reservedKeys.includes(key.toUpperCase()), 'This key is reserved by the service');

export const newVariablesSchema = z.array(
  // Without a flag, the variable is plain, even if it's meant as a secret.
  z.object({ key: keySchema, value: z.string().min(1), isSecret: z.boolean().default(false) }),
);
export type NewVariables = z.infer<typeof newVariablesSchema>;

export const intentIdsSchema = z.array(z.string().min(1)).min(1).max(100);

/** Rejects all variables if one key occurs twice or already exists. */
export function rejectTakenKeys(variables: NewVariables, existingKeys: ReadonlySet<string>): void {
  const usedKeys = new Set(existingKeys);
  const issues = variables.flatMap(({ key }, index) => {
    const isTaken = usedKeys.has(key);
    usedKeys.add(key);
    return isTaken
      ? [{ path: ['environmentVariables', index, 'key'], message: 'This key already exists' }]
      : [];
  });
  if (issues.length > 0) throw invalidInput(issues);
}
