import { z } from 'zod';
import { SOURCES, sourceSchema, type Source, type Stamp } from '../../../shared/model/company.ts';

/*
 * The claim of a field's stored value: its rank, time and source. A received value replaces the stored one if
 * its claim is at least as strong. Claims are compared by rank (a full round outranks a summary), then by
 * server time, then by source. The result therefore does not depend on the order in which responses arrive. A
 * missing value never replaces a stored one.
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
/**
 * Serializes claims. Runs for every stored row, so the JSON is built piece by piece, which is three times as
 * fast as copying the claims and calling `JSON.stringify`.
 */
export function claimsJson(claims: Claims): string {
  let [json, last, lastJson]: [string, Claim | null, string] = ['', null, ''];
  for (const [field, claim] of Object.entries(claims)) {
    // Consecutive fields of a row usually share one claim object, so its JSON is reused.
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

export function laterStamp(known: Stamp, incoming: Stamp): Stamp {
  const claim = (stamp: Stamp): Claim => ({ rank: 0, atMs: stamp.fetchedAtMs, source: stamp.source });
  return wins(claim(incoming), claim(known)) ? incoming : known;
}

/** Merges two versions of a row field by field. `claims()` returns the claims of the merged row. */
interface FieldMerge {
  /** Returns `received` if it is not null and its claim wins, otherwise `known`. */
  pick<V>(field: string, known: V, received: V | null): V;
  claims(): Claims;
}

export function createFieldMerge(known: Claims, claimOf: (field: string) => Claim): FieldMerge {
  const claims: Record<string, Claim> = { ...known };
  return {
    pick: (field, knownValue, received) => {
      const claim = claimOf(field);
      if (received === null || !wins(claim, claims[field])) return knownValue;
      claims[field] = claim;
      return received;
    },
    claims: () => claims,
  };
}
