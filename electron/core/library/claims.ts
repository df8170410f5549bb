import { z } from 'zod';
import { SOURCES, sourceSchema, type Source } from '../../../shared/model/company.ts';

/*
 * Which source gave which field. A told value replaces a known one when its claim is at least as strong: first by rank
 * (a detail's description over a list's, a full round over a summary), then by server time, then by source so that the
 * outcome never depends on the order of arrival. What is not told claims nothing.
 */
export interface Claim {
  readonly rank: number;
  /** Server time, ms. */
  readonly atMs: number;
  readonly source: Source;
}
export type Claims = Readonly<Record<string, Claim>>;

const claimsSchema = z.record(
  z.string(),
  z
    .tuple([z.number(), z.number(), sourceSchema])
    .transform(([rank, atMs, source]) => ({ rank, atMs, source })),
);
export const parseClaims = (json: string): Claims => claimsSchema.parse(JSON.parse(json));
/** Every row that is kept has some: put together piece by piece, because a copy to stringify takes three times as long. */
export function claimsJson(claims: Claims): string {
  let [json, last, lastJson]: [string, Claim | null, string] = ['', null, ''];
  for (const [field, claim] of Object.entries(claims)) {
    // Most fields of a row were told together.
    if (claim !== last) lastJson = JSON.stringify([claim.rank, claim.atMs, claim.source]);
    last = claim;
    json += `${json === '' ? '' : ','}${JSON.stringify(field)}:${lastJson}`;
  }
  return `{${json}}`;
}

export function wins(incoming: Claim, known: Claim | undefined): boolean {
  if (known === undefined) return true;
  if (incoming.rank !== known.rank) return incoming.rank > known.rank;
  if (incoming.atMs !== known.atMs) return incoming.atMs > known.atMs;
  return SOURCES.indexOf(incoming.source) >= SOURCES.indexOf(known.source);
}

/** Decides field by field; `claims()` are those after all decisions. */
export interface FieldMerge {
  /** `told`, when it was told (not null) and its claim wins; else `known`. */
  pick<V>(field: string, known: V, told: V | null): V;
  claims(): Claims;
}

export function createFieldMerge(known: Claims, claimOf: (field: string) => Claim): FieldMerge {
  const claims: Record<string, Claim> = { ...known };
  return {
    pick: (field, knownValue, told) => {
      const claim = claimOf(field);
      if (told === null || !wins(claim, claims[field])) return knownValue;
      claims[field] = claim;
      return told;
    },
    claims: () => claims,
  };
}
