import { z } from 'zod';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { calendarDateSchema } from '../../../shared/model/query.ts';

/** The largest number of items in an array of figures, such as the rounds of each week. */
const FIGURES_MAX = 150;
const DATE = JSON.stringify(z.toJSONSchema(calendarDateSchema));

/**
 * Returns whether a part of a schema consists only of numbers and dates. Such a part cannot contain a
 * company's name.
 */
function isFigure(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { $schema: _, ...date } = JSON.parse(DATE) as Record<string, unknown>;
  if (JSON.stringify(part) === JSON.stringify(date)) return true;
  if ('type' in part && (part.type === 'number' || part.type === 'integer')) return true;
  const properties = 'properties' in part ? part.properties : null;
  return typeof properties === 'object' && properties !== null && Object.values(properties).every(isFigure);
}

/**
 * Returns the paths of unbounded parts of a JSON schema: arrays whose bound is missing or too large, strings
 * without a bound, and objects that allow unknown properties.
 */
export function unbounded(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((part, index) => unbounded(part, `${path}[${index}]`));
  if (typeof schema !== 'object' || schema === null) return [];
  const node: Record<string, unknown> = { ...schema };
  const found: string[] = [];
  const most = isFigure(node['items']) ? FIGURES_MAX : LIST_LIMIT_MAX;
  if (node['type'] === 'array' && !(typeof node['maxItems'] === 'number' && node['maxItems'] <= most))
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
