import assert from 'node:assert/strict';
import { SWITCH_VALUES } from '../../../electron/simulator/profile/option-values.ts';
import { SWITCHES, type SwitchName } from '../../support/simulator/specification-switches.ts';
import type { Profile } from '../../../electron/simulator/profile/profiles.ts';
import type { Bench, Benches, BenchOptions, Row } from './bench.ts';

/** Tests one value of a profile field, first in raw responses and then with the client. */
export type Attempt<Name extends SwitchName> = (bench: Bench, value: Profile[Name]) => Promise<void>;
export type Attempts = { readonly [Name in SwitchName]?: Attempt<Name> };

export interface SwitchRow {
  readonly row: number;
  readonly title: string;
  readonly part?: Row['part'];
  /** Options for every bench of the row. The value under test overrides the same field of `profile`. */
  readonly options?: Omit<BenchOptions, 'profile'> & { readonly profile?: Partial<Profile> };
  /**
   * Called once per run. The attempts of one run can therefore share state, for example to compare the
   * results for two values.
   */
  attempts?(): Attempts;
  /** Checks behaviour that does not depend on a profile field. */
  furtherChecks?(benches: Benches): Promise<void>;
}

/**
 * Creates a row for one switch. The row tests every value of each profile field that belongs to the switch,
 * and starts a new service for each value.
 */
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

/** Runs `work`, and adds a prefix to the message of its error. */
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
