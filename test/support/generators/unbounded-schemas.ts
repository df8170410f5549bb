import { z } from 'zod';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';

/**
 * Returns the paths of unbounded parts of a JSON schema: arrays whose bound is missing or too large, strings
 * without a bound, and objects that allow unknown properties.
 */
export function unbounded(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => unbounded(part, `${path}[${index}]`));
  if (typeof schema !== 'object' || schema === null) return [];
  const node: Record<string, unknown> = { ...schema };
  const found: string[] = [];
  if (
    node['type'] === 'array' &&
    !(typeof node['maxItems'] === 'number' && node['maxItems'] <= LIST_LIMIT_MAX)
  )
    found.push(`${path}: array`);
  const closed = 'enum' in node || 'const' in node || 'pattern' in node || 'format' in node;
  if (node['type'] === 'string' && typeof node['maxLength'] !== 'number' && !closed)
    found.push(`${path}: string`);
  if (node['type'] === 'object' && node['additionalProperties'] !== false) found.push(`${path}: open object`);
  for (const [key, part] of Object.entries(node)) found.push(...unbounded(part, `${path}.${key}`));
  return found;
}
export const jsonSchema = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
