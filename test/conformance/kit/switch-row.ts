import assert from 'node:assert/strict';
import { SWITCH_VALUES } from '../../../electron/simulator/profile/option-values.ts';
import { SWITCHES, type SwitchName } from '../../support/simulator/specification-switches.ts';
import type { Profile } from '../../../electron/simulator/profile/profiles.ts';
import type { Bench, Benches, BenchOptions, Row } from './bench.ts';

/** Exercises one value of a switch, first in raw responses and then with the client. */
export type Attempt<Name extends SwitchName> = (bench: Bench, value: Profile[Name]) => Promise<void>;
export type Attempts = { readonly [Name in SwitchName]?: Attempt<Name> };

export interface SwitchRow {
  readonly row: number;
  readonly title: string;
  readonly part?: Row['part'];
  /** Applied to every bench of the row; the switch overrides `profile`. */
  readonly options?: Omit<BenchOptions, 'profile'> & { readonly profile?: Partial<Profile> };
  /** Called for each run, because the result for one value is compared with the next. */
  attempts?(): Attempts;
  /** Checks that no field of the profile covers. */
  furtherChecks?(benches: Benches): Promise<void>;
}

/** A row of the register: every field of its switch with every value, each on its own service. */
export const switchRow = ({
  row,
  title,
  part = 'C+S',
  options,
  attempts,
  furtherChecks,
}: SwitchRow): Row => ({
  id: `switch-${row}`,
  title,
  part,
  run: async (benches) => {
    const fields = attempts?.() ?? {};
    const known = SWITCHES.find((one) => one.row === row)?.fields;
    assert.ok(known !== undefined, `no switch ${row}`);
    assert.deepEqual(Object.keys(fields).toSorted(), [...known].toSorted(), 'the switch has other fields');
    for (const name of known) {
      const one = fields[name] as ((bench: Bench, value: unknown) => Promise<void>) | undefined;
      const values: readonly unknown[] = SWITCH_VALUES[name];
      assert.ok(one !== undefined && values.length > 1, `${name} has no values to try`);
      for (const value of values)
        await withPrefix(`${name} = ${JSON.stringify(value)}`, async () =>
          one(await benches.open({ ...options, profile: { ...options?.profile, [name]: value } }), value),
        );
    }
    await furtherChecks?.(benches);
  },
});

/** Adds the value to the message of any failure. */
export async function withPrefix(prefix: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) {
      error.message = `${prefix}: ${error.message}`;
      error.stack = `${prefix}: ${error.stack ?? ''}`;
      throw error;
    }
    throw new Error(`${prefix}: ${String(error)}`, { cause: error });
  }
}
