import fc from 'fast-check';
import { describe, it } from 'vitest';
import { z } from 'zod';
import { decodeEvent } from '../../../../electron/core/service-api/decoders/webhook-event.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../../../../electron/core/service-api/decoders/panels.ts';
import { driftIn } from '../../../../electron/core/service-api/schema-drift.ts';
import { ENDPOINTS } from '../../../../shared/model/budget.ts';
import {
  amountSchema,
  articleSchema,
  highlightSchema,
  openRoleSchema,
  roundSchema,
  technologySchema,
  techPanelSchema,
} from '../../../../shared/model/company.ts';
import { driftSchema } from '../../../../shared/model/workspace.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';

/*
 * No layer after the decoders truncates or validates values, so the decoders must return values within the
 * bounds of the contract for any input.
 */

const nullableTime = highlightSchema.shape.createdAtMs;
const setAside = z.int().min(0);
const companyId = z.literal('c');
const category = z.string().min(1).max(100);
const technology = technologySchema
  .omit({ category: true })
  .extend({ categories: z.array(category).max(20) });
const investor = z.object({ name: z.string().min(1).max(500), role: z.string().max(100) });
const round = z.object({
  roundId: z.string().min(1).max(200).nullable(),
  stage: roundSchema.shape.stage,
  amount: amountSchema.nullable(),
  amountUsd: z.number().min(0).nullable(),
  announcedOn: roundSchema.shape.announcedOn,
  announcedText: z.string().max(80).nullable(),
  investors: z.array(investor).max(10_000).nullable(),
});
const normalizedText = z.string().min(1).max(200).nullable();
const role = openRoleSchema
  .omit({ stamp: true, gone: true })
  .extend({ title: openRoleSchema.shape.title.nullable(), lastSyncedAtMs: nullableTime, raw: z.unknown() });

const DECODED = {
  techStack: {
    decode: (body: unknown) => decodeTechStack('c', body)?.value,
    schema: z.object({
      companyId,
      technologies: z.array(technology).max(10_000),
      categories: z.array(category).max(10_000),
      domain: techPanelSchema.shape.domain,
    }),
  },
  rounds: {
    decode: (body: unknown) => decodeRounds('c', body)?.value,
    schema: z.object({ companyId, setAside, rounds: z.array(z.object({ round })).max(10_000) }),
  },
  highlights: {
    decode: (body: unknown) => decodeHighlightList('c', body)?.value,
    schema: z.object({ companyId, setAside, highlights: z.array(highlightSchema).max(10_000) }),
  },
  news: {
    decode: (body: unknown) => decodeNews('c', body)?.value,
    schema: z.object({ companyId, setAside, articles: z.array(articleSchema).max(10_000) }),
  },
  roles: {
    decode: (body: unknown) => decodeRoles('c', { page: 1, perPage: 50 }, body)?.value,
    schema: z.object({ companyId, setAside, roles: z.array(role).max(10_000) }),
  },
  event: {
    decode: (body: unknown) => decodeEvent(body),
    schema: z.object({
      eventKey: z.string().min(1).max(200),
      roundId: round.shape.roundId,
      event: z.string().max(200),
      sentAtMs: nullableTime,
      publishedAtMs: nullableTime,
      type: normalizedText,
      subtype: normalizedText,
      trackingStatus: normalizedText,
      company: z.object({ companyId: z.string().min(1).max(200) }),
      round: round.nullable(),
      technologies: z.array(technology).max(10_000).nullable(),
      stackCategories: z.array(category).max(10_000).nullable(),
      icpMatch: z.number().min(0).max(100).nullable(),
      userNote: z.string().min(1).max(20_000).nullable(),
      triggers: z
        .array(
          z.object({
            triggerId: normalizedText,
            type: normalizedText,
            subtype: normalizedText,
            publishedAtMs: nullableTime,
          }),
        )
        .max(10_000),
    }),
  },
} as const;

/** Field names that the decoders read, and names with a special meaning in JavaScript. */
const NAMES = [
  'id',
  'name',
  'title',
  'stage',
  'highlight',
  'source',
  'url',
  'createdAt',
  'fundingId',
  'type',
  'fundingAmount',
  'fundingAmountUsd',
  'currency',
  'fundingAnnounceDate',
  'investors',
  'role',
  'categories',
  'technologies',
  'technologyNames',
  'description',
  'companyId',
  'tags',
  'country',
  'hunterDepartment',
  'hunterSeniority',
  'location',
  'titleNormalizedEn',
  'firstSeenAt',
  'lastSyncedAt',
  'event',
  'timestamp',
  'trigger',
  'company',
  'allTriggers',
  'userContext',
  'evidence',
  'subtype',
  'amount',
  'amountNumeric',
  'amountUsd',
  'announceDate',
  'publishedAt',
  'icpMatch',
  'userNote',
  'trackingStatus',
  'techStack',
  'eventId',
  '{base_url}',
  '__proto__',
  'constructor',
  'toString',
];
const WORDS = [
  '',
  ' ',
  '..',
  '5M',
  '\u0000',
  '\ud800',
  '2026-01-01',
  '2026-03-01T23:30:00-08:00',
  '0001-01-01',
  '9'.repeat(300),
  'é'.repeat(5_000),
  '-1',
  '1e999',
  'Series C+',
  'https://a.example/?q=1',
  '\u202eabc',
];
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 2 ** 53, 1e300, 1_772_359_200, 8.65e15, ...WORDS),
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string()), tie('value'), {
      maxKeys: 10,
    }),
  ),
})).value;
/** Generates rows that have an id. Decoders would skip a row without one. */
const usableRow = fc
  .tuple(
    fc.integer({ min: 1 }),
    fc.constantFrom(...WORDS, 'Engineer'),
    fc.dictionary(fc.constantFrom(...NAMES), anything),
  )
  .map(([id, words, rest]) => ({ title: words, highlight: words, name: words, ...rest, id }));
const manyRows = fc
  .tuple(
    fc.array(fc.oneof(anything, usableRow), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 260 }),
  )
  .map(([rows, length]) => Array.from({ length }, (_, index) => rows[index % rows.length]));

describe('for any input', () => {
  it.each(Object.entries(DECODED))('%s matches the contract or is null', (_name, { decode, schema }) => {
    const check = (body: unknown): void => {
      const value = decode(body);
      if (value !== null && value !== undefined) schema.parse(value);
    };
    fc.assert(
      fc.property(anything, anything, manyRows, (one, other, rows) => {
        check(one);
        check({ data: one });
        check({ data: rows });
        check({ data: { technologies: rows, technologyNames: one } });
        check({ company: { id: 'c', techStack: rows, tags: other }, trigger: one, allTriggers: rows });
        check({
          company: { id: 'c' },
          trigger: { type: one, evidence: { fundingId: 'f', amount: one, investors: rows, stage: other } },
          userContext: other,
        });
      }),
      { numRuns: 80 },
    );
  });

  it('differences are few, distinct and contain no value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINTS), anything, manyRows, (endpoint, one, rows) => {
        for (const body of [one, { data: one }, { data: rows, pagination: one }]) {
          const notes = driftIn(endpoint, body, { page: { first: 50, rows: 25 }, setAside: 0 });
          z.array(driftSchema.pick({ kind: true, field: true }))
            .max(40)
            .parse(notes);
          const distinct = new Set(notes.map(({ kind, field }) => `${kind} ${field}`));
          if (distinct.size !== notes.length) throw new Error('reported twice');
          for (const { field } of notes)
            if (!/^[\w.[\]$?-]{1,200}$/.test(field)) throw new Error(`not a path of names: ${field}`);
        }
      }),
      { numRuns: 80 },
    );
  });
});
