import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as OffersModule from '../../../../renderer/features/library/address/address-offers.svelte.ts';
import type { Command } from '../../../../renderer/session/commands/command.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function created(find: (text: string) => Promise<readonly Command[] | null>) {
  const { AddressOffers } = (await load(
    '/renderer/features/library/address/address-offers.svelte.ts',
  )) as typeof OffersModule;
  return new AddressOffers(find);
}
const commandFor = (text: string): Command => ({ id: 'a', label: text, run: () => undefined });

describe('the offers for an address in the library’s search field', () => {
  it('look up an address once, after the user has stopped typing, and no other text', async () => {
    const asked: string[] = [];
    const offers = await created((text) => {
      asked.push(text);
      return Promise.resolve([commandFor(text)]);
    });
    for (const text of ['nordkurve', 'Fjord AB.', 'jonas@nordkurve.ex', ' jonas@nordkurve.example '])
      offers.show(text);
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toEqual(['jonas@nordkurve.example']);
    expect(offers.commands.map(({ label }) => label)).toEqual(['jonas@nordkurve.example']);
    offers.dispose();
  });

  it('never stay for another text, even if the reply arrives late', async () => {
    const replies = new Map<string, (commands: readonly Command[]) => void>();
    const offers = await created((text) => new Promise((resolve) => replies.set(text, resolve)));
    offers.show('old.example');
    await vi.advanceTimersByTimeAsync(300);
    offers.show('new.example');
    replies.get('old.example')?.([commandFor('old')]);
    await vi.advanceTimersByTimeAsync(300);
    expect(offers.commands).toEqual([]);
    replies.get('new.example')?.([commandFor('new')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(offers.commands.map(({ label }) => label)).toEqual(['new']);
    offers.show('new.example');
    expect(offers.commands).toHaveLength(1);
    offers.show('');
    expect(offers.commands).toEqual([]);
    offers.dispose();
  });
});
