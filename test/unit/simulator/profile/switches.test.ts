import { describe, expect, it } from 'vitest';
import { PROFILES, type Profile } from '../../../../electron/simulator/profile/profiles.ts';
import { SWITCH_VALUES } from '../../../../electron/simulator/profile/option-values.ts';
import {
  MORE_SWITCHES,
  SWITCHES,
  type SwitchName,
} from '../../../support/simulator/specification-switches.ts';
import { openDirect, WORLD } from '../direct-service.ts';
import { COST_PROBES } from './probes-costs.ts';
import { LIST_PROBES } from './probes-lists.ts';
import { SHAPE_PROBES } from './probes-shapes.ts';
import type { Probes } from './probes.ts';

/** The probes of all profile fields. A missing probe is a type error. */
const PROBES: Probes<SwitchName> = { ...COST_PROBES, ...LIST_PROBES, ...SHAPE_PROBES };

const names = (Object.keys(SWITCH_VALUES) as SwitchName[]).sort();
const cases = names.flatMap((name) =>
  SWITCH_VALUES[name].map((value, index) => ({ name, value, label: JSON.stringify(value), index })),
);

describe('switch', () => {
  it.each(cases)('$name: $label has the described effect', ({ name, value, index }) => {
    const { probe, expected } = PROBES[name];
    expect(expected).toHaveLength(SWITCH_VALUES[name].length);
    expect(probe(openDirect({ [name]: value } as Partial<Profile>))).toEqual(expected[index]);
  });

  it.each(names)('%s: all values have different effects', (name) => {
    const seen = PROBES[name].expected.map((entry) => JSON.stringify(entry) ?? 'undefined');
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('tables of switches', () => {
  it('have the 45 numbered rows, and cover every switch', () => {
    expect(SWITCHES.map(({ row }) => row)).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
    const fields = [...SWITCHES, ...MORE_SWITCHES].flatMap((entry) => entry.fields);
    expect([...new Set(fields)].sort()).toEqual(names);
    for (const { kind, fields: own, note, title } of [...SWITCHES, ...MORE_SWITCHES]) {
      expect(own.length > 0, title).toBe(kind === 'profile');
      expect(kind === 'profile' || note !== '', title).toBe(true);
    }
    const kindOf = (row: number) => SWITCHES[row - 1]?.kind;
    expect([10, 35, 36, 40].map(kindOf)).toEqual(['fault', 'control', 'control', 'none']);
  });

  it('begin with the documented value', () => {
    for (const name of names)
      expect([name, SWITCH_VALUES[name][0]]).toEqual([name, PROFILES.documented[name]]);
  });

  it('use every value in a named profile, and all eight contact windows', () => {
    const profiles: readonly Profile[] = Object.values(PROFILES);
    const unused = cases.filter(
      ({ name, label }) => !profiles.some((profile) => JSON.stringify(profile[name]) === label),
    );
    expect(unused.map(({ name, label }) => `${name}: ${label}`)).toEqual([]);
    const windows = profiles.map((p) => `${p.contactsFrom} ${p.contactsBoundary} ${p.contactsZone}`);
    expect(new Set(windows).size).toBe(8);
    const listed = profiles.flatMap((profile) => names.map((name) => JSON.stringify([name, profile[name]])));
    const known = cases.map(({ name, value }) => JSON.stringify([name, value]));
    expect(listed.filter((entry) => !known.includes(entry))).toEqual([]);
  });
});

it.each(Object.entries(PROFILES))('%s responds at every endpoint', (_name, profile) => {
  const sim = openDirect(profile);
  const id = WORLD.companies[0]?.id ?? '';
  for (const path of ['', '/contacts', '/fundings', '/tech-stack', '/highlights', '/news', '/open-roles'])
    expect([200, 404], path).toContain(sim.get(`/companies/${id}${path}`).status);
  sim.advance(61_000);
  for (const path of ['/health', '/filters', '/stats']) expect(sim.get(path).status, path).toBe(200);
});
