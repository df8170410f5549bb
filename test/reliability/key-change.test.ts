import { describe, expect, it } from 'vitest';
import type { ContactKeyChoice } from '../../electron/core/workspace/contact-key.ts';
import { measure } from '../security/support/figures.ts';
import { createKeyWorld, openAny, PEOPLE, type StepKind } from '../support/privacy/key-change-world.ts';
import { IS_FULL } from '../support/common/full-size.ts';

/*
 * Tests that changing the contact key loses no contacts, no matter at which step the change is interrupted.
 */

const keychain: ContactKeyChoice = { mode: 'keychain' };
const passphrase = (text: string): ContactKeyChoice => ({ mode: 'passphrase', passphrase: text });
/** A change from one keychain key to another is interrupted at every `STRIDE`-th step. */
const STRIDE = IS_FULL ? 1 : 5;
const OLD = passphrase('the old passphrase');
const NEW = passphrase('the new passphrase');

/**
 * Interrupts a key change at every step, or at every `stride`-th step. Returns the number of steps. `wrong`
 * describes contacts that were lost and changes that were not completed.
 */
async function crashEverywhere(
  from: ContactKeyChoice,
  to: ContactKeyChoice,
  counts: readonly StepKind[],
  stride = 1,
): Promise<{ steps: number; wrong: string[] }> {
  const wrong: string[] = [];
  for (let crashAt = 1; ; crashAt += stride) {
    const world = await createKeyWorld(from, counts);
    const crashing = world.start(crashAt);
    await openAny(crashing, [from]);
    await crashing.change(to).catch(() => undefined);
    if (crashing.steps() < crashAt) return { steps: crashing.steps(), wrong };
    const next = world.start();
    const report = (problem: string): void => void wrong.push(`step ${crashAt}: ${problem}`);
    const opened = await openAny(next, [from, to]);
    if (opened !== 1) report(`${opened} ways open the contacts`);
    if (world.readable(next.vault.seal()) !== PEOPLE) report('contacts are lost before the change resumes');
    await next.finish();
    if (world.readable(next.vault.seal()) !== PEOPLE) report('contacts are lost after the change resumed');
    if (world.identity(next.vault.seal()) !== world.firstIdentity) report('identities have changed');
    if (next.vault.isChanging()) report('the change is not finished');
  }
}

describe('a change of the contact key', () => {
  it('loses no contact when ended at any step, inside transactions as well', async () => {
    const { steps, wrong } = await crashEverywhere(keychain, keychain, ['lasting', 'sealing'], STRIDE);
    const tried = `ended at ${STRIDE === 1 ? 'each' : `one in ${STRIDE}`} of ${steps} steps`;
    console.log(`key change: ${tried}, ${wrong.length} wrong`);
    measure('K3', { tried, violations: `${wrong.length} lost or unfinished` });
    expect(wrong).toEqual([]);
    expect(steps).toBeGreaterThan(PEOPLE * 2);
  });

  // Hashing a passphrase is slow by design. Only full-size runs therefore test all three changes.
  const ways = [
    ['a passphrase to another', OLD, NEW],
    ['a passphrase to the keychain', OLD, keychain],
    ['the keychain to a passphrase', keychain, NEW],
  ] as const;
  it.each(ways.slice(IS_FULL ? 0 : -1))(
    'loses no contact from %s when ended at any durable step',
    async (name, from, to) => {
      const { steps, wrong } = await crashEverywhere(from, to, ['lasting']);
      measure('K3', { tried: `${name}: ${steps}`, violations: `${wrong.length}` });
      expect(wrong).toEqual([]);
      expect(steps).toBeGreaterThanOrEqual(4);
    },
  );
});

it('finds the planted defect of an old key that is dropped before every row is re-encrypted', async () => {
  const world = await createKeyWorld(keychain, ['lasting', 'sealing']);
  const crashing = world.start(60);
  await openAny(crashing, []);
  await crashing.change(keychain).catch(() => undefined);
  const intact = world.start();
  await openAny(intact, []);
  expect(world.readable(intact.vault.seal())).toBe(PEOPLE);
  const { previous: lost, ...people } = { previous: '', ...world.durable.record.people };
  expect(lost).not.toBe('');
  world.durable.record = { ...world.durable.record, people };
  const next = world.start();
  await openAny(next, []);
  const left = world.readable(next.vault.seal());
  measure('K3', { planted: { caught: left < PEOPLE ? 1 : 0, of: 1 } });
  expect(left).toBeLessThan(PEOPLE);
});
