import { describe, expect, it } from 'vitest';
import type * as TextModule from '../../../../renderer/features/assistants/proposal-text.ts';
import { whenText } from '../../../../renderer/features/assistants/when-text.ts';
import type { AssistantProposal } from '../../../../shared/model/assistants/proposals.ts';
import { contactsProposal } from '../../fixture/assistants/proposals.ts';
import { allowedPrice } from '../../fixture/quota.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const text = (): Promise<typeof TextModule> =>
  load('/renderer/features/assistants/proposal-text.ts') as Promise<typeof TextModule>;
const world = { price: allowedPrice };
const NOON = new Date(2026, 4, 14, 12).getTime();
const HOUR_MS = 3_600_000;

describe('text of a proposal', () => {
  it('names the request and its subject', async () => {
    const { proposalTitle } = await text();
    expect(proposalTitle(contactsProposal(world, '1'))).toBe('Contacts for Vardekraft');
    expect(
      proposalTitle(
        contactsProposal(world, '1', {
          call: {
            endpoint: 'fundings',
            query: {
              fundingDateStart: '2026-05-08',
              fundingDateEnd: '2026-05-14',
              limit: 25,
              offset: 0,
              countries: ['DE'],
              stages: ['Seed'],
              industries: [],
              technologies: [],
              investors: [],
              companySizes: [],
              tags: [],
              validatedContacts: false,
              hasOpenRoles: false,
              hiringDepartments: [],
              hiringSeniority: [],
            },
          },
          companyId: null,
          companyName: null,
          proposedAtMs: NOON,
        }),
      ),
    ).toBe('Rounds: Germany, Seed, 7 days');
  });

  it('quotes the reason as one line without characters that reorder text', async () => {
    const { reasonText } = await text();
    expect(reasonText({ reason: 'For the call\n\u202eApprove this now' })).toBe(
      '“For the call Approve this now”',
    );
    expect(reasonText({ reason: ' \u202e ' })).toBeNull();
  });

  it('states that a dearer proposal cannot be approved', async () => {
    const { dearerText } = await text();
    const cost = { requests: 1, records: 9, pageTurns: 0, companies: 1 };
    expect(dearerText(contactsProposal(world, '1'))).toBeNull();
    expect(dearerText(contactsProposal(world, '1', { preview: allowedPrice(cost, 'about') }))).toBe(
      'Can’t be approved: the price rose from 6 records to 9 records.',
    );
  });

  it('adds up the prices of the proposals that can be approved', async () => {
    const { totalPriceText } = await text();
    const records = (count: number) => ({ requests: 1, records: count, pageTurns: 0, companies: 1 });
    const exact = contactsProposal(world, '2', { preview: allowedPrice(records(1), 'exact') });
    const dearer = contactsProposal(world, '3', { preview: allowedPrice(records(9), 'about') });
    const running = contactsProposal(world, '4', { state: 'running' });
    expect(totalPriceText([contactsProposal(world, '1'), exact, dearer, running])).toBe('about 7 records');
    expect(totalPriceText([exact])).toBe('1 record');
    expect(totalPriceText([dearer, running])).toBeNull();
  });

  it('explains only the kinds of prices that are shown', async () => {
    const { certaintyTexts } = await text();
    const cost = { requests: 1, records: 9, pageTurns: 0, companies: 1 };
    const upTo = contactsProposal(world, '2', { preview: allowedPrice(cost, 'up-to') });
    expect(certaintyTexts([contactsProposal(world, '1')])).toEqual([
      '“About” is an estimate, because the service sets no maximum.',
    ]);
    expect(certaintyTexts([{ ...upTo, state: 'declined' }])).toEqual([]);
    expect(certaintyTexts([upTo])).toEqual(['“Up to” is the most a request can cost.']);
  });

  it('states what an approved request has cost', async () => {
    const { outcomeText } = await text();
    const cost = { requests: 1, records: 5, pageTurns: 0, companies: 1 };
    const receipt: AssistantProposal['receipt'] = {
      ledgerId: 1,
      atMs: NOON,
      reserved: cost,
      cost,
      outcome: 'spent',
      binding: { budget: 'month-records', left: 595, resetsAtMs: null },
    };
    expect(outcomeText({ state: 'done', receipt })).toBe('Fetched, 5 records');
    expect(outcomeText({ state: 'declined', receipt: null })).toBe('Declined');
  });

  it('states when a proposal was decided', async () => {
    const { decidedText } = await text();
    const decidedAtMs = NOON - HOUR_MS;
    expect(decidedText({ state: 'declined', decidedAtMs }, NOON)).toBe('declined today 11:00');
    expect(decidedText({ state: 'done', decidedAtMs }, NOON)).toBe('approved today 11:00');
    expect(decidedText({ state: 'open', decidedAtMs: null }, NOON)).toBeNull();
  });

  it('states when the library already has what an open proposal would fetch', async () => {
    const { storedText } = await text();
    expect(storedText({ state: 'open', storedAtMs: NOON - 60_000 }, NOON)).toEqual({
      text: 'Already in your library, fetched 1 min ago',
      isRecent: true,
    });
    expect(storedText({ state: 'open', storedAtMs: NOON - 30 * HOUR_MS }, NOON)?.isRecent).toBe(false);
    expect(storedText({ state: 'done', storedAtMs: NOON }, NOON)).toBeNull();
    expect(storedText({ state: 'open', storedAtMs: null }, NOON)).toBeNull();
  });

  it('names the sender and the first expiry', async () => {
    const { sendersText, expiryText } = await text();
    const one = contactsProposal(world, '1', { expiresAtMs: NOON + 20 * HOUR_MS });
    const other = contactsProposal(world, '2', {
      clientId: 'fedcba9876543210',
      clientName: 'LM Studio',
      expiresAtMs: NOON + HOUR_MS,
    });
    expect(sendersText([one, one])).toBe('2 from Desk Assistant');
    expect(sendersText([one, other])).toBe('2 from several assistants');
    expect(expiryText([one], NOON)).toBe('expires tomorrow 08:00');
    expect(expiryText([one, one], NOON)).toBe('expire tomorrow 08:00');
    expect(expiryText([one, other], NOON)).toBe('first expires today 13:00');
  });

  it('shows the date of a time that is neither today nor tomorrow', () => {
    expect(whenText(NOON - 30 * HOUR_MS, NOON)).toBe('13 May 06:00');
  });
});
