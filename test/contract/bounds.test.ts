import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../shared/contract/index.ts';
import { personSchema } from '../../shared/model/company.ts';
import { jsonSchema, unbounded } from '../support/generators/unbounded-schemas.ts';

const members = Object.entries(contract).flatMap(([group, defs]) =>
  Object.entries(defs).map(([name, def]) => ({ channel: `${group}.${name}`, def })),
);

describe('every reply is bounded', () => {
  it.each(members)('$channel', ({ def }) => {
    expect(unbounded(jsonSchema(def.kind === 'call' ? def.output : def.payload))).toEqual([]);
  });

  it('an unbounded array and string are detected (planted defect)', () => {
    expect(unbounded(jsonSchema(z.strictObject({ rows: z.array(z.int()) })))).toHaveLength(1);
    expect(unbounded(jsonSchema(z.strictObject({ text: z.string() })))).toHaveLength(1);
    expect(unbounded(jsonSchema(z.strictObject({ rows: z.array(z.int()).max(151) })))).toHaveLength(1);
    const row = z.strictObject({ name: z.string().max(9), rounds: z.int() });
    expect(unbounded(jsonSchema(z.strictObject({ rows: z.array(row).max(51) })))).toHaveLength(1);
  });
});

describe('personal data', () => {
  const personFields = JSON.stringify(Object.keys(personSchema.shape));
  const holdsPeople = (schema: unknown): boolean => {
    if (Array.isArray(schema)) return schema.some(holdsPeople);
    if (typeof schema !== 'object' || schema === null) return false;
    if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null)
      if (JSON.stringify(Object.keys(schema.properties)) === personFields || 'email' in schema.properties)
        return true;
    return Object.values(schema).some(holdsPeople);
  };

  it('is in one reply only, about one company requested by id', () => {
    const channels = members
      .filter(({ def }) => holdsPeople(jsonSchema(def.kind === 'call' ? def.output : def.payload)))
      .map(({ channel }) => channel);
    expect(channels).toEqual(['companies.people']);
    expect(contract.companies.people.input.safeParse({ id: 'a' }).success).toBe(true);
    expect(contract.companies.people.input.safeParse({ id: ['a', 'b'] }).success).toBe(false);
  });
});

describe('keys', () => {
  it('can be set and checked, but never read', () => {
    const text = members
      .map(({ def }) => JSON.stringify(jsonSchema(def.kind === 'call' ? def.output : def.payload)))
      .join('');
    expect(text).not.toMatch(/"(apiKey|secret|passphrase|token)":\{"type":"string"/);
  });
});
