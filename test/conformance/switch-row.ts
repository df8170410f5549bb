import assert from 'node:assert/strict';
import { SWITCH_VALUES } from '../../electron/simulator/switch-values.ts';
import { SWITCHES, type SwitchName } from '../support/switches.ts';
import type { Profile } from '../../electron/simulator/profile.ts';
import type { Bench, Benches, BenchOptions, Row } from './kit.ts';

/** What is done with one value of a switch: the wire looked at, then the client used. */
export type Try<Name extends SwitchName> = (bench: Bench, value: Profile[Name]) => Promise<void>;
export type Tries = { readonly [Name in SwitchName]?: Try<Name> };

export interface SwitchRow {
  readonly row: number;
  readonly what: string;
  readonly part?: Row['part'];
  /** For every bench of the row; `profile` is laid under the switch. */
  readonly options?: Omit<BenchOptions, 'profile'> & { readonly profile?: Partial<Profile> };
  /** Made anew for a run, because what one value gave is compared with the next. */
  tries?(): Tries;
  /** What no field of the profile turns. */
  more?(benches: Benches): Promise<void>;
}

/** A row of the register: every field of its switch with every value, a service for each. */
export const switchRow = ({ row, what, part = 'C+S', options, tries, more }: SwitchRow): Row => ({
  ...{ id: `switch-${row}`, what, part },
  run: async (benches) => {
    const fields = tries?.() ?? {};
    const known = SWITCHES.find((one) => one.row === row)?.fields;
    assert.ok(known !== undefined, `no switch ${row}`);
    assert.deepEqual(Object.keys(fields).toSorted(), [...known].toSorted(), 'the switch has other fields');
    for (const name of known) {
      const one = fields[name] as ((bench: Bench, value: unknown) => Promise<void>) | undefined;
      const values: readonly unknown[] = SWITCH_VALUES[name];
      assert.ok(one !== undefined && values.length > 1, `${name} has no values to try`);
      for (const value of values)
        await named(`${name} = ${JSON.stringify(value)}`, async () =>
          one(await benches.open({ ...options, profile: { ...options?.profile, [name]: value } }), value),
        );
    }
    await more?.(benches);
  },
});

/** With the value in the message of whatever fails. */
export async function named(words: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) {
      error.message = `${words}: ${error.message}`;
      error.stack = `${words}: ${error.stack ?? ''}`;
      throw error;
    }
    throw new Error(`${words}: ${String(error)}`, { cause: error });
  }
}
