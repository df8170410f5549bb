import { describe, expect, test } from 'vitest';
import type * as ReviewModule from '../../../../renderer/features/review/review.svelte.ts';
import type * as OfferModule from '../../../../renderer/features/today/review-offer.svelte.ts';
import { createApi } from '../../../../shared/contract/kit.ts';
import type { contract } from '../../../../shared/contract/index.ts';
import { until } from '../../../support/common/until.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const LAST = '2026-04';

async function opened(state: keyof typeof STATES = 'account') {
  const { ReviewState } = (await load('/renderer/features/review/review.svelte.ts')) as typeof ReviewModule;
  const { port, world } = createFixture(STATES[state]);
  const api = createApi<typeof contract>(port);
  const made: string[] = [];
  const workspaceId = world.activeId ?? '';
  const review = new ReviewState(api, workspaceId, ({ month }) => made.push(month));
  return { api, review, made };
}

describe('the monthly review', () => {
  test('is saved as a note when it is first opened, and never over the user’s text', async () => {
    const { api, review, made } = await opened();
    await review.show(null);
    expect([review.review?.month, made]).toEqual([LAST, [LAST]]);
    const note = await api.reviews.note({ month: LAST });
    expect(note.body).toContain('2,922 of 3,000 records');
    await api.reviews.saveNote({ month: LAST, body: 'My own words', baseRevision: note.revision });
    await review.show(null);
    await review.show('2026-03');
    await review.show(null);
    expect(made).toEqual([LAST, '2026-03']);
    expect((await api.reviews.note({ month: LAST })).body).toBe('My own words');
  });

  test('does not write the note again after its text was deleted, unless the user asks for it', async () => {
    const { api, review, made } = await opened();
    await review.show(null);
    await api.reviews.saveNote({ month: LAST, body: '', baseRevision: 1 });
    await review.show(null);
    expect([made, (await api.reviews.note({ month: LAST })).body]).toEqual([[LAST], '']);
    expect(review.error).toBeNull();
    await review.write();
    expect((await api.reviews.note({ month: LAST })).body).toContain('What you spent');
  });

  test('of a month without data is not saved', async () => {
    const { api, review, made } = await opened('empty');
    await review.show(null);
    expect([review.review?.hasData, made]).toEqual([false, []]);
    expect((await api.reviews.note({ month: LAST })).revision).toBe(0);
  });

  test('is offered on Today until it was opened or hidden', async () => {
    const { ReviewOfferState } = (await load(
      '/renderer/features/today/review-offer.svelte.ts',
    )) as typeof OfferModule;
    const { api, review } = await opened();
    const offer = new ReviewOfferState(api);
    await offer.load('2026-05-01');
    expect(offer.month).toBe(LAST);
    await offer.hide(LAST);
    expect(offer.month).toBeNull();
    await offer.load('2026-05-02');
    expect(offer.month).toBe(LAST);
    await review.show(null);
    await until(() => offer.month === null, 'the end of the offer');
    offer.dispose();
  });
});
